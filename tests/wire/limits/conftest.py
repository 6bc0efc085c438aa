"""A small Discord with a clock that the test moves, and no bot but the test itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from tests.wire.limits.gateway import GatewayLimits
from tests.wire.limits.interactions import InteractionLimits
from tests.wire.limits.requests import RequestLimits
from tests.wire.limits.windows import Clock, Limit
from tests.wire.loopback import Loopback
from tests.wire.payloads import TOKEN


class Hands:
    """The hands of a clock."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        """The time."""
        return self.time


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """No engine is needed here."""


@pytest.fixture(autouse=True)
def healthy() -> None:
    """No world of a module is shared here."""


@pytest.fixture
def hands() -> Hands:
    """What the test moves."""
    return Hands()


@pytest_asyncio.fixture
async def discord(hands: Hands) -> AsyncIterator[Loopback]:
    """A Discord with every limit, and three starts of a session a day."""
    clock = Clock(source=hands)
    discord = Loopback(RequestLimits(clock))
    discord.interaction_limits = InteractionLimits(clock)
    discord.gateway.limits = GatewayLimits(clock, max_concurrency=2, starts=Limit(3, 86_400))
    await discord.start()
    yield discord
    await discord.stop()


@pytest_asyncio.fixture
async def bot(discord: Loopback) -> AsyncIterator[ClientSession]:
    """Whoever has the token."""
    headers = {"Authorization": f"Bot {TOKEN}"}
    async with ClientSession(discord.url, headers=headers) as session:
        yield session
