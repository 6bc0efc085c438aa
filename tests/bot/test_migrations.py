"""The schema that the migrations make, from nothing and back."""

import asyncio
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from bot.store import Store, migrate
from bot.store.database import alembic_config, connect
from bot.store.tables import metadata


@pytest.fixture
def database_url(any_database_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_database_url


def differences(connection: Connection) -> list[object]:
    """What would have to change in a database for it to be as the tables say."""
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


def table_names(connection: Connection) -> set[str]:
    """The tables of a database."""
    return set(inspect(connection).get_table_names())


async def test_migrations_make_the_tables(database_url: str) -> None:
    """A migrated database is the one that `tables` describes."""
    await migrate(database_url)
    engine = connect(database_url)
    async with engine.begin() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()


async def test_migrating_twice_changes_nothing(database_url: str) -> None:
    """A database that is up to date stays as it is, with all that is in it."""
    await migrate(database_url)
    await migrate(database_url)
    async with Store.open(database_url) as store:
        assert await store.live() == []


async def test_every_migration_can_be_taken_back(database_url: str) -> None:
    """Down to nothing and up again: each step undoes what it did."""
    await migrate(database_url)
    engine = connect(database_url)
    async with engine.begin() as connection:
        await connection.run_sync(lambda c: command.downgrade(alembic_config(c), "base"))
        assert await connection.run_sync(table_names) == {"alembic_version"}
    await engine.dispose()
    await migrate(database_url)


async def test_stores_that_open_at_once_migrate_once(database_url: str) -> None:
    """Several processes may start on an empty database at the same moment."""

    async def open_and_look() -> int:
        async with Store.open(database_url) as store:
            return len(await store.live())

    assert await asyncio.gather(*(open_and_look() for _ in range(5))) == [0] * 5


async def test_sqlite_is_made_safe(tmp_path: Path) -> None:
    """Each connection writes ahead, survives a loss of power, and checks references."""
    engine = connect(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")
    async with engine.begin() as connection:
        names = ("journal_mode", "synchronous", "foreign_keys")
        values = [await connection.scalar(text(f"PRAGMA {name}")) for name in names]
    await engine.dispose()
    assert values == ["wal", 2, 1]
