"""What waits for this process: games to take up, boards to show or retire, words to read back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Final, TypeVar

from bot.games.screen import Screen
from bot.games.turns import Turns
from bot.logs import set_log_context
from bot.match.session import ChannelId, GameId, GuildId, MessageId, Session
from bot.match.shards import Shards
from bot.store import LiveGame, OldBoard, Store

G = TypeVar("G", Session, LiveGame, OldBoard)

_OLD_NEWS: Final = timedelta(hours=1)
"""An end that could not be shown for longer than this is not worth a message any more."""
_ACT: Final = timedelta(seconds=30)
"""An act takes no longer than this, one way or another."""


class Backlog:
    """What the games in the servers of this process still wait for, as it is stored."""

    def __init__(self, store: Store, turns: Turns, shards: Shards) -> None:
        self.clock = turns.clock
        self._store = store
        self._turns = turns
        self._shards = shards

    async def unfinished(self) -> list[LiveGame]:
        """Where each live game is played."""
        return self._ours(await self._store.places())

    async def waiting(self) -> list[Session]:
        """The games whose channel waits for the bot: for its move, or for its last board."""
        owed = [session for session in await self._store.owed() if session.bot_to_move]
        since = self.clock() - _OLD_NEWS
        unshown = await self._store.unshown(ended_since=since)
        found = {session.game: session for session in (*owed, *unshown)}
        return self._ours(found.values())

    async def voted_on(self) -> list[Session]:
        """The live games that a whole channel plays."""
        return self._ours(await self._store.voted_on())

    def is_quiet(self, session: Session) -> bool:
        """Whether nothing is under way in a game, and has not been for a while."""
        since = self.clock() - session.touched
        return since > _ACT and not self._turns.is_locked(session.channel)

    async def take_up(self, screen: Screen, channel: ChannelId, game: GameId) -> None:
        """Go on with a game if it still waits: with the engine's move, or with the board."""
        async with self._turns.lock(channel, screen):
            session = await self._store.find(game)
            set_log_context(channel, game)
            if session is not None and await self._waits(session):
                await self._turns.carry_on(screen, session)

    async def _waits(self, session: Session) -> bool:
        return session.bot_to_move or not await self._store.is_shown(session)

    # Boards.

    async def found_board(self, place: LiveGame, message: MessageId, ply: int) -> None:
        """Note a board found in a channel: a process may have died before it noted that one."""
        board = OldBoard(message, place.game, place.channel, place.guild, ply)
        await self._store.found(board)

    async def old_boards(self) -> list[OldBoard]:
        """The boards that are to be retired."""
        return self._ours(await self._store.old_boards())

    def is_retired(self, board: MessageId) -> bool:
        """Whether an old board has been retired a moment ago."""
        return self._store.is_retired(board)

    def retired(self, board: MessageId) -> None:
        """Note that an old board does not look alive any more."""
        self._turns.forget_notes(board)
        self._store.retired(board)

    # Listening.

    def shard(self, guild: GuildId | None) -> int:
        """The shard that hears what people type in a server, or in direct messages."""
        return self._shards.of(guild)

    async def heard(self, shard: int) -> datetime | None:
        """Until when people were listened to there, by this process or the one before."""
        return await self._store.heard([shard])

    async def hear(self, shards: Iterable[int]) -> None:
        """Note that people are listened to there up to now."""
        await self._store.hear(shards, self.clock())

    async def played(self, message: MessageId) -> bool:
        """Whether this message has been taken as a move already."""
        return await self._store.seen(message)

    def _ours(self, played: Iterable[G]) -> list[G]:
        return [game for game in played if self._shards.holds(game.guild)]
