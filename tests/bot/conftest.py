"""What tests of the bot share: a database each, and one warm engine for all."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.store import Store
from bot.thinker import Thinker


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"


@pytest_asyncio.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An empty store in a file."""
    async with Store.open(database_url) as store:
        yield store


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def thinker() -> AsyncIterator[Thinker]:
    """The engine with one worker; each test leaves it able to work."""
    async with Thinker.open(1) as thinker:
        yield thinker
