"""The bot on the wire with a Dask cluster that stands still.

These tests take seconds: Dask's scheduler, its worker and its client take that to be imported, and
a cluster counts as gone only after ten without an answer.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.pool.test_cluster import NO_NANNY, Dask
from tests.bot.waiting import POSIX
from tests.soon import PATIENCE
from tests.wire.test_end import MOSTLY
from tests.wire.test_health import watched
from tests.wire.world import open_world

pytestmark = [POSIX, pytest.mark.thorough]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A cluster with a worker."""
    dask = Dask(tmp_path_factory.mktemp("dask"), NO_NANNY, workers=1)
    dask.start()
    yield dask
    dask.stop()


async def test_it_is_told_as_a_trouble_of_its_own(tmp_path: Path, dask: Dask) -> None:
    """Two processes here think meanwhile, and games go on; `/health` tells it all the same."""
    async with watched(tmp_path, ENGINE=dask.address) as bot:
        await bot.world.until(lambda: " thinks: " in bot.world.program.logged())
        dask.freeze_scheduler(frozen=True)
        try:
            said = await bot.until("engine")
            room = await bot.world.game("!ttt start 5x5x4 x")
            await bot.world.say(room, "b2")
            await bot.world.until_played(room, 2)
        finally:
            dask.freeze_scheduler(frozen=False)
        await bot.until(None)
        assert dask.address in said
        assert dask.address in await bot.told(dask.address)


@pytest.mark.parametrize("how", MOSTLY)
@pytest.mark.parametrize("thinking", [False, True])  # the last thought ends with the cluster
async def test_a_cluster_that_stands_still_cannot_hold_it(
    tmp_path: Path, dask: Dask, how: signal.Signals, thinking: bool
) -> None:
    """Told to end while the scheduler answers nothing, the program does, in order and soon."""
    async with open_world(tmp_path, ENGINE=dask.address, MOVE_SECONDS="20") as world:
        await world.connect()
        await world.until(lambda: " thinks: " in world.program.logged())
        room = await world.game("!ttt start 11x11x5 x")
        if thinking:
            world.discord.say(room, "a1")
            await world.until_played(room, 1)
        dask.freeze_scheduler(frozen=True)
        try:
            async with asyncio.timeout(PATIENCE):
                assert await world.program.end(how) == 0
        finally:
            dask.freeze_scheduler(frozen=False)
        assert "Traceback" not in world.program.logged()
