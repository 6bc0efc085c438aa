"""Asks the engine which votes of a turn were the best, and stores the answer."""

from __future__ import annotations

from collections.abc import Callable, Collection
from datetime import datetime
from typing import Final

from bot.features.play.store import VoteScoreStore
from bot.features.play.values import JudgedVote, Voter, best_moves, judged_turn, week_of
from bot.match.session import GameId, ScopeId, Session, UserId
from bot.pool.queue import Asker
from bot.pool.thinker import Thinker
from bot.store.database import Database
from engine import Limit

_SECONDS: Final = 0.5
"""The most seconds of the one search for a turn: it must not keep the next games waiting."""
_NAMED: Final = 5
"""The voters that are named after a game."""
_TABLE: Final = 10
"""The voters in the table of a week."""


class Voters:
    """What the engine says about the votes in all channels."""

    def __init__(
        self,
        database: Database,
        thinker: Thinker,
        think: Limit,
        clock: Callable[[], datetime],
    ) -> None:
        self._store = VoteScoreStore(database)
        self._thinker = thinker
        self._think = think
        self._clock = clock

    async def judge(
        self, session: Session, erased: Callable[[], Collection[UserId]] = frozenset
    ) -> None:
        """Judge the ballots of a session whose round was counted.

        A turn without a choice, or with nothing to lose, does not count. `erased` are the people
        whose ballots are not to be kept any more.
        Raises EngineUnavailable if the engine gives no answer.
        """
        poll, position = session.poll, session.position
        if poll is None or not poll.ballots or len(position.legal) == 1:
            return
        if await self._store.is_judged(session.game, position.ply):
            return  # it was taken back and voted on again
        limit = self._think.within(_SECONDS)
        analysis = await self._thinker.analyse(position, limit, every=True, asker=Asker.of(session))
        if good := best_moves(analysis.verdicts):
            turn, voters = judged_turn(position.ply, poll.ballots, analysis.best, good)
            kept = [voter for voter in voters if voter.user not in erased()]
            week = week_of(self._clock())
            await self._store.keep(session.game, session.scope, week, turn, kept)

    async def of_game(self, game: GameId) -> JudgedVote:
        """Return the judged turns of a game, and its best voters."""
        return await self._store.of_game(game, _NAMED)

    async def top(self, scope: ScopeId) -> tuple[Voter, ...]:
        """Return the best voters of this week in a scope."""
        return await self._store.top(scope, week_of(self._clock()), _TABLE)
