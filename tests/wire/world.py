"""What a test on the wire does and sees: people, rooms, the bot's process, its database."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from bot.match.session import ChannelId, Ending, Session
from bot.store import Store
from tests.bot.migrated import migrated_sqlite
from tests.soon import PATIENCE
from tests.wire.limits.requests import RequestLimits
from tests.wire.limits.windows import Clock
from tests.wire.loopback import Loopback
from tests.wire.payloads import TOKEN, Payload
from tests.wire.program import Program
from tests.wire.rooms import GUILD, Room

_SPEED: Final = 20.0
"""How much sooner than on Discord a limit of requests is over."""
_PERIOD: Final = 0.01
"""Seconds between two looks at what is waited for."""
_STORED: Final = 10 * _PERIOD
"""The same in the database, where a look takes half as long as the shorter pause."""
SECRETS: Final = (
    re.compile(re.escape(TOKEN)),
    re.compile(r"interaction-token-\d+"),
    re.compile(r"/webhooks/\d+/[\w-]{6,}"),
)
"""What must not stand in any log: the bot's token, and what lets anybody answer for the bot."""
_LOST: Final = re.compile(r"ERROR (?:bot\.|discord\.client: Ignoring exception).*")
"""An error that nobody has foreseen."""


class World:
    """One small Discord, and one bot that plays there."""

    def __init__(self, discord: Loopback, program: Program, store: Store, shards: int = 1) -> None:
        self.discord = discord
        self.program = program
        self.store = store
        self.shards = shards

    async def until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        """Wait for something to be so."""
        async with asyncio.timeout(seconds):
            while not condition():  # noqa: ASYNC110 - what it waits for sets no event
                await asyncio.sleep(_PERIOD)

    async def connect(self) -> None:
        """Start the bot, and wait until it is connected."""
        before = self.discord.gateway.identified
        await self.program.start()
        await self.until(lambda: self.discord.gateway.identified >= before + self.shards)

    async def say(self, room: Room, words: str, by: str = "alice") -> Payload:
        """Speak, and wait until the bot says something; its newest message."""
        before = len(room.log)
        self.discord.say(room, words, by)
        return await self.next(room, before)

    async def next(self, room: Room, before: int) -> Payload:
        """Wait until the bot has said more than `before` things; its newest message."""
        await self.until(lambda: len(room.log) > before)
        return room.boards[-1]

    async def game(self, words: str = "!ttt start x", guild: int = GUILD) -> Room:
        """A new room in which alice, who plays X, has begun a game."""
        room = self.discord.room(guild)
        await self.say(room, words)
        return room

    async def session(self, room: Room) -> Session:
        """The newest game of a room as it is stored."""
        session = await self.store.last(ChannelId(room.id))
        assert session is not None, "a game was begun"
        return session

    async def moves(self, room: Room) -> tuple[int, ...]:
        """The stored moves of a room's newest game."""
        return (await self.session(room)).position.moves

    async def until_played(self, room: Room, plies: int) -> None:
        """Wait for moves to be stored."""
        async with asyncio.timeout(PATIENCE):
            while len(await self.moves(room)) < plies:  # noqa: ASYNC110 - another process plays
                await asyncio.sleep(_STORED)

    async def until_ended(self, room: Room, how: Ending) -> None:
        """Wait for the newest game to be over."""
        async with asyncio.timeout(PATIENCE):
            while (await self.session(room)).ending is not how:  # noqa: ASYNC110 - as above
                await asyncio.sleep(_STORED)

    async def until_shown(self, room: Room) -> Session:
        """Wait for the stored game to stand on a board of the room; the game."""
        session = await self.session(room)
        async with asyncio.timeout(PATIENCE):
            while not await self._stands(session, room):
                await asyncio.sleep(_STORED)
                session = await self.session(room)
        return session

    async def talk(self, room: Room) -> None:
        """Let people talk so much that the next board is posted below.

        A board that was on its way would be that one.
        """
        await self.until_shown(room)
        self.discord.talk(room)

    async def _stands(self, session: Session, room: Room) -> bool:
        """Whether a version of a game is shown, on a board that the room has.

        The store names the new board before the old one goes; a board named just before that may
        be gone when the room is asked.
        """
        boards = self.store.boards
        return await boards.is_shown(session) and await boards.newest(session.game) in self._ids(
            room
        )

    @property
    def database_url(self) -> str:
        """Where the bot keeps its games."""
        return f"sqlite+aiosqlite:///{self.program.database}"

    @property
    def claim(self) -> Path:
        """The file by which one process keeps others away."""
        return self.program.database.with_name(f"{self.program.database.name}-shard0")

    def _ids(self, room: Room) -> set[int]:
        return {int(message["id"]) for message in room.boards}


@asynccontextmanager
async def open_world(folder: Path, **environ: str) -> AsyncIterator[World]:
    """A world whose bot has not been started; all ends with the block, and its log is read."""
    discord = Loopback(RequestLimits(Clock(_SPEED)))
    await discord.start()
    program = Program(discord.url, folder, **environ)
    try:
        program.database.write_bytes(migrated_sqlite())
        file = f"sqlite+aiosqlite:///{program.database}"
        async with Store.open(environ.get("DATABASE_URL", file)) as store:
            yield World(discord, program, store, int(environ.get("SHARD_COUNT", "1")))
            if program.running:
                assert await program.end() == 0
    finally:
        if program.running:
            await program.kill()
        await discord.stop()
    check_log(program.logged())


def check_log(log: str) -> None:
    """Whatever has happened, no secret was logged, and no error was dropped there."""
    assert not [found for secret in SECRETS for found in secret.findall(log)]
    assert not _LOST.findall(log)
