"""Finds in the store what is left to do: moves to make, boards to show, boards to retire.

A process does this after a restart or a failure, for the games in its own shards.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.match.guilds import Shards
from bot.match.session import ChannelId, GameId, GuildId, MessageId, Session
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
        self.clock = turns.clock
        self.when_unshown = turns.when_unshown
        self._store = store
        self._turns = turns
        self._shards = shards

    async def live_games(self, shard: int | None = None) -> list[LiveGame]:
        """Return where each live game is played, of one shard or of all of this process."""
        ours = self._shards if shard is None else self._shards.only(shard)
        return await self._store.live_games(ours)

    async def live_in(self, guild: GuildId) -> list[LiveGame]:
        """Return where games are live in a server."""
        return await self._store.live_in(guild)

    async def closed_games(self) -> list[LiveGame]:
        """Return where games were played that go on if their channel is open again."""
        since = self.clock() - _REOPENED_FOR
        return await self._store.closed_games(since=since, shards=self._shards)

    async def reopen(self, channel: ChannelId, game: GameId) -> bool:
        """Go on with a game whose channel is open again. Returns False if that cannot be."""
        return await self._turns.reopen(channel, game)

    async def waiting(self) -> list[WaitingGame]:
        """Return the games that wait for the bot: for its move, or for a board to be shown."""
        since = self.clock() - _SHOW_ENDS_FOR
        return await self._store.waiting(ended_since=since, shards=self._shards)

    async def voted_on(self) -> list[Session]:
        """Return the live games that a whole channel plays by votes."""
        voted_on = await self._store.voted_on(self._shards)
        return [session for session in voted_on if not session.outside]

    def is_quiet(self, game: WaitingGame) -> bool:
        """Whether nobody is doing anything in a game, and nobody has for a while."""
        since = self.clock() - game.touched
        # A change that is still to come was stored by the time of a clock that was wrong.
        is_recent = timedelta() <= since <= _QUIET_AFTER
        return not is_recent and not self._turns.is_busy(game.channel)

    async def resume_game(self, screen: Screen, channel: ChannelId, game: GameId) -> None:
        """Make the engine's move, or show the board or an offer, if the game waits for that."""
        async with self._turns.lock(channel, screen):
            session = await self._store.find(game)
            set_log_context(channel, game)
            if self._turns.boards.is_showing(channel):
                return  # the action that shows it is not done yet
            if session is None or not await self._waits(session):
                return
            if session.offer is not None:
                self._turns.show_offer(screen, session, board=True)
            else:
                await self._turns.carry_on(screen, session)

    async def _waits(self, session: Session) -> bool:
        return session.bot_to_move or not await self._store.boards.is_shown(session)

    # Boards.

    async def add_old_board(self, live: LiveGame | Session, message: MessageId) -> None:
        """Store a board found in a channel: a process may have died before it stored that one."""
        board = OldBoard(message, live.game, live.channel, live.guild)
        await self._store.boards.add_old(board)

    async def old_boards(self) -> list[OldBoard]:
        """Return the boards that are still to be retired."""
        return await self._store.boards.old(self._shards)

    def is_retired(self, board: MessageId) -> bool:
        """Whether an old board has been retired just now."""
        return self._store.boards.is_retired(board)

    def mark_retired(self, board: MessageId) -> None:
        """Note that an old board has been retired."""
        self._store.boards.mark_retired(board)

    # What was heard.

    def shard(self, guild: GuildId | None) -> int:
        """Return the shard that receives the messages of a server, or direct messages for None."""
        return self._shards.of(guild)

    async def heard_until(self, shard: int) -> MessageId | None:
        """Return up to which message a shard has heard everything, in any process."""
        return await self._store.shards.heard_until(shard)

    async def mark_heard(self, heard: Mapping[int, MessageId]) -> None:
        """Store for each shard up to which message it has heard everything."""
        await self._store.shards.mark_heard(heard)

    async def is_processed(self, message: MessageId) -> bool:
        """Return whether this message has already been played as a move."""
        return await self._store.is_processed(message)
