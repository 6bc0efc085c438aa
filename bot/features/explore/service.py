"""The service of the explorer: which position to begin with, and what is known of one."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.errors import UserError
from bot.features.explore.store import ExploreStore
from bot.features.explore.values import (
    Exploration,
    ExploreProblem,
    Trail,
    leads_to,
    may_be_explored,
    trail_of,
)
from bot.games.coaching import Coaching
from bot.games.games import Games
from bot.match.notes import Hint
from bot.match.session import ChannelId, ScopeId, Session, UserId
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit, Position, Rules

_SECONDS: Final = 1.0
"""The most seconds for one position: people press one button after another."""


class Explorer:
    """Looks at positions, and keeps people from looking at those of games in progress."""

    def __init__(
        self,
        store: Store,
        games: Games,
        coaching: Coaching,
        thinker: Thinker,
        think: Limit,
    ) -> None:
        self._store = store
        self._played = ExploreStore(store.database)
        self._games = games
        self._coaching = coaching
        self._thinker = thinker
        self._limit = replace(think, seconds=min(_SECONDS, think.seconds or _SECONDS))

    async def latest(self, channel: ChannelId, usual: Rules) -> Trail:
        """Return the position of a channel's live game, else of its last finished game.

        Where nothing was played yet it is the empty board of the `usual` game.
        """
        if (live := await self._games.find(channel)) is not None:
            return Trail(live.position)  # its moves may be taken back
        last = await self._store.last_finished(channel)
        return Trail(Position.start(usual)) if last is None else trail_of(last)

    async def explore(
        self, scope: ScopeId, channel: ChannelId, user: UserId, position: Position
    ) -> Exploration:
        """Return what is known of a position.

        Raises UserError if a game in progress may lead to it, played in this channel or by this
        person, unless that game may be explored or has rested so long that another may begin: then
        it counts as helped. Raises EngineUnavailable.
        """
        for game in await self.check(channel, user, position):
            await self._coaching.note_help(game, user)
        if position.outcome is not None:
            return Exploration(position)
        # The engine comes first: it refuses when too many ask at once, before anything is counted.
        asker = Asker(user, channel=channel)
        hint = Hint(*await self._thinker.explain(position, self._limit, asker=asker))
        played = await self._played.played(scope, position)
        return Exploration(position, hint, played)

    async def check(self, channel: ChannelId, user: UserId, position: Position) -> list[Session]:
        """Return the games in progress that may lead to a position: looking at it is help in them.

        Raises UserError as `explore` does, and changes nothing.
        """
        here, own = await self._games.find(channel), await self._games.live_of(user)
        live = {session.game: session for session in (here, *own) if session is not None}
        concerned = [game for game in live.values() if leads_to(game.position, position)]
        for game in concerned:
            if not may_be_explored(game) and not self._games.may_be_replaced(game):
                raise UserError(_refusal(game, channel, user))
        return concerned


def _refusal(game: Session, channel: ChannelId, user: UserId) -> ExploreProblem:
    """Why a position is not explored. A hint is recommended only to somebody who can have one."""
    if game.channel != channel:
        return ExploreProblem.ELSEWHERE
    aided = game.is_played_by(user) and not (game.is_unaided or game.is_laying)
    return ExploreProblem.HERE if aided else ExploreProblem.UNAIDED
