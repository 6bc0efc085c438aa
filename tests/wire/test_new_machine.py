"""The bot on a machine where the engine has never been compiled."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.errors import Problem, UserError
from bot.show.text import problem
from tests.cold import COMPILED, PROC, Cold, cold_cache
from tests.soon import PATIENCE
from tests.wire.test_end import HOW
from tests.wire.world import World, open_world

pytestmark = [COMPILED, PROC, pytest.mark.thorough]

WAIT = problem(UserError(Problem.ENGINE_COMPILING, percent=0, seconds=0), "!").partition(":")[0]


@pytest.fixture
def cold(tmp_path: Path) -> Iterator[Cold]:
    """Nothing is compiled, until the test says so."""
    with cold_cache(tmp_path / "cache") as cold:
        yield cold


async def gone(cold: Cold) -> None:
    """No process is left."""
    async with asyncio.timeout(PATIENCE):
        while cold.processes():  # noqa: ASYNC110 - other processes end
            await asyncio.sleep(0.01)


async def test_the_bot_is_there_before_its_engine(tmp_path: Path, cold: Cold) -> None:
    """It connects, plays 3x3, says why another game waits, and goes on with that by itself."""
    async with open_world(tmp_path, ENGINE="local:2", **cold.environ) as world:
        await world.connect()
        small = await world.game("!ttt start x easy")
        await world.say(small, "5")
        assert len(await world.moves(small)) == 2
        large = await world.game("!ttt start connect4 x")
        world.discord.say(large, "4")
        await world.until(lambda: len(large.log) == 3)
        assert large.log[-1].startswith(WAIT)
        assert len(cold.compilers()) == 1
        cold.fill()
        await world.until_played(large, 2)
        await world.until_shown(large)
        assert len(large.log) in {4, 5}  # a slow machine shows the board before the answer


@pytest.mark.parametrize("how", [*HOW, signal.SIGKILL])
async def test_no_process_outlives_the_bot(tmp_path: Path, cold: Cold, how: signal.Signals) -> None:
    """However it ends while the engine is compiled; in order where it can."""
    async with open_world(tmp_path, ENGINE="local:2", **cold.environ) as world:
        await world.connect()
        await compiling(world, cold)
        assert await world.program.end(how) == (-how if how == signal.SIGKILL else 0)
        await gone(cold)


async def compiling(world: World, cold: Cold) -> None:
    """There is a process that compiles."""
    await world.until(lambda: bool(cold.compilers()))
