"""The games that wait for the bot: for its move, or for a board to be shown."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.client.recovery.attempts import Attempts
from bot.client.recovery.work_queue import RequestPace, WorkQueue
from bot.edge.bot import GameBot
from bot.edge.channels import Played
from bot.edge.places import Place
from bot.edge.sending import UNSENT
from bot.edge.sending.apologies import tell_engine_problem
from bot.errors import EngineCompiling, KinarowError
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId, Session

log = logging.getLogger(__name__)

_AT_ONCE: Final = 8
"""How many games are resumed at the same time."""
_REQUESTS: Final = 2
"""How many requests a resumed game takes: for its board, and for the old one."""


class _Owed(NamedTuple):
    """A game that waits for the bot."""

    game: GameId
    channel: ChannelId
    guild: GuildId | None
    outside: bool = False
    """Whether the bot can only answer there."""

    @classmethod
    def of(cls, game: Played) -> _Owed:
        assert game.game is not None, "a game waits"
        return cls(game.game, game.channel, game.guild, getattr(game, "outside", False))


class OwedGames:
    """Makes the moves and shows the boards that are owed, the newest games first."""

    def __init__(self, bot: GameBot, games: Games, backlog: Backlog, pace: RequestPace) -> None:
        self._bot = bot
        self._backlog = backlog
        self._pace = pace
        self._attempts = Attempts(bot, games, backlog.clock)
        self._queue: WorkQueue[_Owed] = WorkQueue(
            self._resume, _AT_ONCE, lambda owed: (-owed.game, 0)
        )
        self._untold: set[GameId] = set()
        """The games of an earlier process whose channel is told if the engine is being compiled."""

    async def end(self) -> None:
        """Cancel what is left. The next process does it."""
        await self._queue.end()

    def add(self, game: Played) -> None:
        """Resume a game as soon as its turn comes."""
        self._queue.add(_Owed.of(game))

    def is_due(self, channel: ChannelId) -> bool:
        """Whether nothing has failed in a channel, or the pause after that is over."""
        return self._attempts.is_due(channel)

    def note_unshown(self, session: Session) -> None:
        """Note that a board could not be shown: a try is due after the first pause."""
        if not session.outside:  # there the next press shows it
            self._attempts.begin(session.channel)

    def due(self) -> set[ChannelId]:
        """The channels in which something has failed, and the pause after that is over."""
        return self._attempts.due()

    def settle(self, channels: Iterable[ChannelId]) -> None:
        """Forget what has failed in channels where nothing waits any more."""
        for channel in channels:
            self._attempts.forget(channel)

    def hurry(self, which: Callable[[ChannelId], bool]) -> bool:
        """Let a try be due at once in some channels. Whether something has failed in any."""
        return self._attempts.hurry(which)

    def retry(self, game: Played) -> None:
        """Resume a game, whatever failed in its channel before."""
        self._attempts.forget(game.channel)
        self.add(game)

    def forget_failures(self) -> None:
        """Let a try be due in every channel."""
        self._attempts.clear()

    def tell_of_compiling(self, games: Iterable[GameId]) -> None:
        """Tell in the channels of these games, once, if the engine is still being compiled."""
        self._untold.update(games)

    def note_compiled(self) -> None:
        """Note that the engine has been compiled: nobody needs to be told of that any more."""
        self._untold.clear()
        self._attempts.clear()

    async def _resume(self, owed: _Owed) -> bool:
        """Make the move, or show the board, that a game waits for; once in a round."""
        if owed.outside:
            await self._resume_outside(owed)
            return False
        await self._pace.turn(_REQUESTS)
        await self._attempts.run(owed, partial(self._resume_in, owed), writing=True)
        return False

    async def _resume_outside(self, owed: _Owed) -> None:
        """Resume a game by the newest answer there; without one it waits for the next press."""
        late = Place.late(self._bot, owed.channel)
        if late is None:
            self._attempts.forget(owed.channel)
            return
        try:
            with self._bot.in_flight, late.speaking():
                await self._backlog.resume_game(late.screen, owed.channel, owed.game)
            self._attempts.forget(owed.channel)
        except (KinarowError, *UNSENT) as error:
            log.warning("game %s in channel %s: %r", owed.game, owed.channel, error)
            self._attempts.failed(owed.channel)

    async def _resume_in(self, owed: _Owed, channel: discord.abc.Messageable) -> None:
        """Resume a game in its channel, and tell there if it has to wait for the compiler."""
        place = Place(self._bot, channel)
        try:
            await self._backlog.resume_game(place.screen, owed.channel, owed.game)
        except EngineCompiling as error:
            if owed.game in self._untold:
                self._untold.discard(owed.game)
                await tell_engine_problem(place, error)
            raise
