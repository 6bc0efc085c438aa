"""The schema that the migrations make."""

import asyncio
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text

from bot.match.results import Tally
from bot.match.session import ScopeId, UserId
from bot.store import Store, migrate
from bot.store.columns import metadata
from bot.store.migrations import take_steps
from bot.store.schema.opening import connect


@pytest.fixture
def database_url(any_database_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_database_url


def differences(connection: Connection) -> list[object]:
    """What would have to change in a database for it to be as the tables say."""
    return list(compare_metadata(MigrationContext.configure(connection), metadata))


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


async def test_games_that_were_played_before_count_as_results(database_url: str) -> None:
    """For the people in them and for no rating; stopped games and those from a code do not."""
    engine = connect(database_url)
    row = (
        "INSERT INTO games (channel_id, guild_id, rules, x_user_id, x_name, o_user_id, o_name, "
        "o_level, coach, style, ending, winner, assisted, begun, version, created_at, touched_at) "
        "VALUES ({place}, '3x3x3', 1, 'alice', {other}, FALSE, 'emoji', {end}, FALSE, {begun}, 5, "
        "'2026-01-01 12:00:00', '2026-01-01 12:00:00')"
    )
    bob, bot = "2, 'bob', NULL", "NULL, NULL, 'easy'"
    before = [
        row.format(place="7, 20", other=bob, end="'line', 'O'", begun=0),
        row.format(place="8, NULL", other=bot, end="'full', NULL", begun=0),
        row.format(place="7, 20", other=bob, end="'stopped', NULL", begun=0),
        row.format(place="7, 20", other=bob, end="'line', 'X'", begun=3),
        row.format(place="7, 20", other=bob, end="NULL, NULL", begun=0),
    ]
    async with engine.begin() as connection:
        await connection.run_sync(lambda c: take_steps(c, "0001"))
        for statement in before:
            await connection.execute(text(statement))
    await engine.dispose()
    async with Store.open(database_url) as store:
        (alice,) = (await store.results.stats(ScopeId(20), UserId(1))).games
        (bobs,) = (await store.results.stats(ScopeId(20), UserId(2))).games
        (direct,) = (await store.results.versus(ScopeId(8), UserId(1), None)).games
    assert (alice.tally, alice.rating) == (Tally(losses=1), None)
    assert bobs.tally == Tally(wins=1)
    assert direct.tally == Tally(draws=1)
