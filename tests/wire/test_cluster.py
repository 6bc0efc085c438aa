"""The bot on the wire with a Dask cluster that stands still."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.bot.pool.test_cluster import Dask
from tests.bot.waiting import POSIX
from tests.soon import PATIENCE
from tests.wire.test_end import MOSTLY
from tests.wire.world import open_world

pytestmark = [POSIX, pytest.mark.thorough]


@pytest.fixture(scope="module")
def dask(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Dask]:
    """A cluster with two workers."""
    dask = Dask(tmp_path_factory.mktemp("dask"))
    dask.start()
    yield dask
    dask.stop()


@pytest.mark.parametrize("how", MOSTLY)
@pytest.mark.parametrize("thinking", [True, False])
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
