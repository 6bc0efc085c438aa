"""What tests of the bot share: a database each, and one warm engine for all."""

import os
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import make_url

from bot.pool.thinker import Thinker
from bot.store import Store
from tests.bot.gateway import Gateway, taken_for_discord
from tests.bot.postgres import Databases, Server, running_server


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """The URL of an SQLite file that does not exist yet."""
    return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"


@pytest.fixture(scope="session")
def postgres() -> Iterator[Databases]:
    """A PostgreSQL server, ours or the one that is given."""
    if given := os.environ.get("TEST_DATABASE_URL"):
        databases = Databases(make_url(given))
        yield databases
        databases.drop_all()
        return
    with running_server() as server:
        yield Databases(server.url)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A PostgreSQL server of a module's own, to do harm to; each test leaves it running."""
    with running_server() as server:
        yield server


@pytest.fixture(params=["sqlite", "postgresql"])
def any_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    databases: Databases = request.getfixturevalue("postgres")
    return databases.new()


@pytest_asyncio.fixture
async def store(database_url: str) -> AsyncIterator[Store]:
    """An empty store in a file."""
    async with Store.open(database_url) as store:
        yield store


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def thinker() -> AsyncIterator[Thinker]:
    """The engine with one worker; each test leaves it able to work."""
    async with Thinker.open(1) as thinker:
        await thinker.wait_until_ready()
        yield thinker


@pytest_asyncio.fixture
async def gateway(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gateway]:
    """A gateway that discord.py takes for Discord."""
    gateway = Gateway()
    async with taken_for_discord(gateway.app, monkeypatch):
        yield gateway
