"""Finds in the store what is left to do: moves to make, boards to show, boards to retire.

A process does this after a restart or a failure, for the games in its own shards.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.match.guilds import Shards
from bot.match.session import ChannelId, GameId, MessageId, Session
from bot.monitoring.logs import set_log_context
from bot.store import LiveGame, OldBoard, Store, WaitingGame

_SHOW_ENDS_FOR: Final = timedelta(hours=1)
"""How long after the end of a game its last board is still shown, if that failed at first."""
_REOPENED_FOR: Final = timedelta(days=30)
"""How long after the end of a game whose channel was closed it may go on there."""
_QUIET_AFTER: Final = timedelta(seconds=30)
"""How long after its last change a game is quiet. No action takes longer."""


class Backlog:
    """What is left to do in the games of this process, as the store knows it."""

    def __init__(self, store: Store, turns: Turns, shards: Shards) -> None:
        self.store = store
        self.turns = turns
        self.shards = shards
        """Those whose games this process plays."""

    async def live_games(self, shard: int | None = None) -> list[LiveGame]:
        """Return where each live game is played, of one shard or of all of this process."""
        ours = self.shards if shard is None else self.shards.only(shard)
        return await self.store.live_games(ours)

    async def voted_on(self, shard: int) -> list[Session]:
        """Return the live games of a shard that a whole channel plays by votes."""
        return await self.store.voted_on(self.shards.only(shard))

    async def closed_games(self) -> list[LiveGame]:
        """Return where games were played that go on once their channel is open again."""
        since = self.turns.clock() - _REOPENED_FOR
        return await self.store.closed_games(since=since, shards=self.shards)

    async def waiting(self, shards: Iterable[int] | None = None) -> list[WaitingGame]:
        """Return the games that wait for the bot: for its move, or for a board to be shown.

        They are those of some shards, or of all of this process.
        """
        since = self.turns.clock() - _SHOW_ENDS_FOR
        ours = self.shards if shards is None else self.shards.only(*shards)
        return await self.store.waiting(ended_since=since, shards=ours)

    async def old_boards(self) -> list[OldBoard]:
        """Return the boards in the shards of this process that are still to be retired."""
        return await self.store.boards.old(self.shards)

    def is_quiet(self, game: WaitingGame) -> bool:
        """Whether nobody is doing anything in a game, and nobody has for a while."""
        since = self.turns.clock() - game.touched
        # A change in the future was stored while a clock was wrong.
        is_recent = timedelta() <= since <= _QUIET_AFTER
        return not is_recent and not self.turns.is_busy(game.channel)

    async def resume_game(self, screen: Screen, channel: ChannelId, game: GameId) -> None:
        """Make the engine's move, or show the board or an offer, if the game waits for that."""
        async with self.turns.lock(channel, screen):
            session = await self.store.find(game)
            set_log_context(channel, game)
            if self.turns.boards.is_showing(channel):
                return  # the action that shows it is still running
            if session is None:
                return
            if not session.bot_to_move and await self.store.boards.is_shown(session):
                return  # nothing is owed
            if session.offer is not None:
                self.turns.show_offer(screen, session, board=True)
            else:
                await self.turns.carry_on(screen, session)

    async def add_old_board(self, live: LiveGame | Session, message: MessageId) -> None:
        """Store a board found in a channel: a process may have died before it stored that one."""
        board = OldBoard(message, live.game, live.channel, live.guild)
        await self.store.boards.add_old(board)
