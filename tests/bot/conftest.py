"""What tests of the bot share: a database each, and one warm engine for all."""

import os
import shutil
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import make_url

from bot.client.services import COMPANIONS, DELETIONS
from bot.pool.job_runner import JobRunner
from bot.pool.thinker import Thinker
from bot.store import Store
from tests.bot.dialect import share_compiled_statements
from tests.bot.gateway import Gateway, taken_for_discord
from tests.bot.migrated import migrated_sqlite
from tests.bot.postgres import Databases, Server, running_server
from tests.thorough import thorough

share_compiled_statements()


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


KINDS = ["sqlite", *thorough("postgresql")]


@pytest.fixture(params=KINDS)
def any_database_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database of each kind in turn."""
    if request.param == "sqlite":
        return f"sqlite+aiosqlite:///{tmp_path / 'games.db'}"
    databases: Databases = request.getfixturevalue("postgres")
    return databases.new()


@pytest.fixture(params=KINDS)
def any_migrated_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database of each kind in turn that has its tables, and nothing in them."""
    if request.param == "sqlite":
        file = shutil.copy(request.getfixturevalue("migrated"), tmp_path / "games.db")
        return f"sqlite+aiosqlite:///{file}"
    databases: Databases = request.getfixturevalue("postgres")
    return databases.migrated()


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite file that holds the tables and nothing else; to be copied, not opened."""
    file = tmp_path_factory.mktemp("migrated") / "games.db"
    file.write_bytes(migrated_sqlite())
    return file


@pytest_asyncio.fixture
async def store(database_url: str, migrated: Path) -> AsyncIterator[Store]:
    """An empty store; a file need not be migrated once more for each test."""
    url = make_url(database_url)
    if url.get_backend_name() == "sqlite" and url.database:
        shutil.copy(migrated, url.database)
    async with Store.open(database_url, DELETIONS, COMPANIONS) as store:
        yield store


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def thinker() -> AsyncIterator[Thinker]:
    """The engine with one worker; each test leaves it able to work."""
    async with Thinker.open(1) as thinker:
        await thinker.jobs.wait_until_ready()
        yield thinker


@pytest.fixture
def kernels_as_needed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A worker loads a kernel with the first job that needs it, which saves a second a worker."""
    monkeypatch.setattr(JobRunner, "_load_kernels", lambda _: None)


@pytest_asyncio.fixture
async def gateway(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gateway]:
    """A gateway that discord.py takes for Discord."""
    gateway = Gateway()
    async with taken_for_discord(gateway.app, monkeypatch):
        yield gateway
