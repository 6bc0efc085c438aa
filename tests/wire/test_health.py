"""What `/health` says on the wire: each trouble by its own name, and in one line of the log."""

from __future__ import annotations

import asyncio
import json
import re
import resource
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Final

import pytest
from aiohttp import ClientConnectionError, ClientSession

from tests.bot.waiting import POSIX
from tests.soon import PATIENCE
from tests.wire.payloads import Clock
from tests.wire.test_shards import free_address
from tests.wire.world import World, open_world

pytestmark = [POSIX, pytest.mark.thorough]

_PERIOD: Final = 0.02
"""Seconds between two looks at the page."""
_ROOM_TO_LOG: Final = 4_096
"""Bytes that the log of the bot may grow."""


@dataclass
class Watched:
    """A bot, and its page."""

    world: World
    pages: ClientSession

    async def until(self, part: str | None) -> str:
        """Wait until exactly this part is not well, or none; what is said of it."""
        wanted = set() if part is None else {part}
        async with asyncio.timeout(PATIENCE):
            while True:
                with suppress(ClientConnectionError):  # it is not there yet
                    async with self.pages.get("/health") as found:
                        problems = json.loads(await found.text())["problems"]
                    if problems.keys() == wanted:
                        assert (found.status == HTTPStatus.OK) == (part is None)
                        return str(problems.get(part))
                await asyncio.sleep(_PERIOD)

    async def told(self, part: str) -> str:
        """What the log has said of a part, once it has said that all is well again after that.

        A thread of the bot writes it, a moment later than the page tells.
        """
        async with asyncio.timeout(PATIENCE):
            while True:
                text = self.world.program.logged()
                found = (line.partition(" bot.run.health: ") for line in text.splitlines())
                match [said for _, there, said in found if there][-2:]:
                    case [wrong, "all is well again"] if part in wrong:
                        return wrong.removeprefix("not well: ")
                await asyncio.sleep(_PERIOD)


@asynccontextmanager
async def watched(folder: Path, **environ: str) -> AsyncIterator[Watched]:
    """A bot that is connected, and well."""
    address = free_address()
    async with (
        open_world(folder, HTTP=address, LOG_LEVEL="INFO", **environ) as world,
        ClientSession(f"http://{address}") as pages,
    ):
        await world.connect()
        found = Watched(world, pages)
        await found.until(None)
        yield found


async def test_a_file_that_was_moved(tmp_path: Path) -> None:
    """The database is not where it was opened; moved back, all is well."""
    async with watched(tmp_path) as bot:
        file = bot.world.program.database
        away = file.rename(file.with_name("away.db"))
        assert "was moved or deleted" in await bot.until("database")
        away.rename(file)
        await bot.until(None)
        assert (await bot.told("was moved or deleted")).startswith("the database ")


@pytest.mark.parametrize("shards", ["1", "2"])
async def test_no_move_is_taken_into_a_file_that_was_moved(tmp_path: Path, shards: str) -> None:
    """A player who moves is told so; as soon as the file is back the game goes on as it was."""
    async with watched(tmp_path, SHARD_COUNT=shards) as bot:
        room = await bot.world.game()
        await bot.world.until_shown(room)  # what is told below may be of that
        file = bot.world.program.database
        away = file.rename(file.with_name("away.db"))
        said = await bot.world.say(room, "5")
        away.rename(file)
        assert said["content"].startswith("I can't reach my records right now.")
        assert await bot.world.moves(room) == ()
        await bot.world.say(room, "1")
        await bot.world.until_played(room, 2)
        assert "Traceback" not in bot.world.program.logged()


async def test_a_disk_that_takes_no_more(tmp_path: Path) -> None:
    """A file that may not grow is as good as a full disk: SQLite says that itself."""
    async with watched(tmp_path) as bot:
        pid = bot.world.program.pid
        least = bot.world.program.log.stat().st_size
        before = resource.prlimit(pid, resource.RLIMIT_FSIZE, (least + _ROOM_TO_LOG, -1))
        said = await bot.until("database")
        resource.prlimit(pid, resource.RLIMIT_FSIZE, before)
        await bot.until(None)
        assert "disk" in said
        assert "disk" in await bot.told("the database ")


async def test_a_clock_that_is_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is measured by the dates of Discord's answers, and nothing else is wrong."""
    async with watched(tmp_path) as bot:
        monkeypatch.setattr(Clock, "ahead", 600.0)
        await bot.world.game()
        # Dates of answers have whole seconds, and one may have waited for a busy machine.
        late = re.compile(r"the clock of this machine is (59\d|60[01]) s behind Discord's")
        assert late.fullmatch(str(await bot.until("clock")))
        monkeypatch.setattr(Clock, "ahead", 0.0)
        await bot.world.game()
        await bot.until(None)
        assert late.fullmatch(await bot.told("the clock "))


async def test_a_gateway_that_is_dead(tmp_path: Path) -> None:
    """The line stays open and nothing comes through it any more; requests are still answered."""
    async with watched(tmp_path) as bot:
        gateway = bot.world.discord.gateway
        gateway.silent, gateway.rebuffs = True, 1_000
        assert await bot.until("discord") == "no connection to Discord for shard 0"
        gateway.silent, gateway.rebuffs = False, 0
        await bot.until(None)
        assert await bot.told("no connection") == "no connection to Discord for shard 0"
