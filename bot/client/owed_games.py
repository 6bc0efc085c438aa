"""The games that wait for the bot: for its move, or for a board to be shown."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Final, NamedTuple

from bot.edge.apologies import tell_engine_problem
from bot.edge.bot import GameBot
from bot.edge.channels import Played, open_channel
from bot.edge.places import Place
from bot.edge.sending.traffic import RequestPace
from bot.edge.tasks import WorkQueue
from bot.edge.upkeep import Tries
from bot.errors import EngineCompiling
from bot.games.backlog import Backlog
from bot.games.games import Games
from bot.match.session import ChannelId, GameId, GuildId, Session

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


class OwedGames:
    """Makes the moves and shows the boards that are owed, the newest games first."""

    def __init__(self, bot: GameBot, games: Games, backlog: Backlog, pace: RequestPace) -> None:
        self._bot = bot
        self._backlog = backlog
        self._pace = pace
        self._games = games
        self.tries: Tries[ChannelId] = Tries(bot, "a game that waits in channel")
        self._queue: WorkQueue[_Owed] = WorkQueue(
            self._resume, _AT_ONCE, lambda owed: (-owed.game, 0)
        )
        self.untold: set[GameId] = set()
        """Games whose channels have not been told yet that the engine is still being compiled."""

    async def end(self) -> None:
        """Cancel what is left. The next process does it."""
        await self._queue.end()

    def add(self, game: Played) -> None:
        """Resume a game as soon as its turn comes."""
        assert game.game is not None, "a game waits"
        outside = getattr(game, "outside", False)
        self._queue.add(_Owed(game.game, game.channel, game.guild, outside))

    def note_unshown(self, session: Session) -> None:
        """Note that a board could not be shown: a try is due after the first pause."""
        if not session.outside and session.channel not in self.tries:  # there a press shows it
            self.tries.failed(session.channel)

    def settle(self, channels: Iterable[ChannelId]) -> None:
        """Forget what has failed in channels where nothing waits any more."""
        for channel in channels:
            self.tries.succeeded(channel)

    def retry(self, game: Played) -> None:
        """Resume a game, whatever failed in its channel before."""
        self.tries.succeeded(game.channel)
        self.add(game)

    def note_compiled(self) -> None:
        """Note that the engine has been compiled: nobody needs to be told to wait any more."""
        self.untold.clear()
        self.tries.clear()

    async def _resume(self, owed: _Owed) -> bool:
        """Make the move, or show the board, that a game waits for; once in a round."""
        step = self._resume_outside if owed.outside else self._resume_in
        if not owed.outside:
            await self._pace.turn(_REQUESTS)
        await self.tries.run(owed.channel, partial(step, owed), owed.guild)
        return False

    async def _resume_outside(self, owed: _Owed) -> None:
        """Resume a game with the newest answer there; without one it waits for the next press."""
        if (late := Place.late(self._bot, owed.channel)) is not None:
            with late.speaking():
                await self._backlog.resume_game(late.screen, owed.channel, owed.game)

    async def _resume_in(self, owed: _Owed) -> None:
        """Resume a game in its channel, and tell there if it has to wait for the compiler."""
        place = Place(self._bot, await open_channel(self._bot, self._games.note_closed, owed))
        with place.speaking():
            try:
                await self._backlog.resume_game(place.screen, owed.channel, owed.game)
            except EngineCompiling as error:
                if owed.game in self.untold:
                    self.untold.discard(owed.game)
                    await tell_engine_problem(place, error)
                raise
