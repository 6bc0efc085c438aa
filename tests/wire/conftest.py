"""A world on the wire for each module, with a bot that stays connected as far as it can."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from engine import ALL_KERNELS, compiled_kernels, warm_up
from tests.wire.world import World, open_world


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """No bot has to compile the engine first, which may take longer than a test waits."""
    if compiled_kernels() != ALL_KERNELS:
        warm_up()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that plays in a small Discord."""
    async with open_world(tmp_path_factory.mktemp("wire")) as world:
        await world.connect()
        yield world


@pytest.fixture(autouse=True)
def healthy(world: World) -> None:
    """Each test of a module begins without faults."""
    world.discord.faults.clear()
    gateway = world.discord.gateway
    gateway.silent = gateway.deaf = gateway.refuse_resume = False
