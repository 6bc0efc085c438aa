"""Copying a database into another: every row of every table, both ways, also after a break."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

import bot.client.services  # noqa: F401 - names the tables of all features
from bot.errors import ShardTaken, StoreUnavailable
from bot.match.guilds import WHOLE
from bot.store import migrate
from bot.store.columns import metadata
from bot.store.database import Database, reading, transaction
from bot.store.migrations import NEWEST
from bot.store.schema.opening import connect, open_database
from bot.store.schema.transfer import copy_database
from bot.store.shards import ShardRecords
from tests.bot.postgres import Databases
from tests.thorough import thorough

ROWS = 7
NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


def value_for(column: sa.Column[Any], number: int) -> Any:
    """Some value of a column, another one for each row; none in every third row that may."""
    if column.name in {"x_level", "o_level"}:  # a person has none
        return None if number % 3 else "easy"
    if column.nullable and number % 3 == 0:
        return None
    match column.type:
        case sa.Boolean():
            return bool(number % 2)
        case sa.Integer():
            return number
        case sa.Float():
            return number / 3
        case sa.String():
            return f"{'Zażółć ß💡'[: 1 + number]}{number}"[: column.type.length]
    return NOON + timedelta(microseconds=number)


async def fill(url: str) -> None:
    """Write some rows into every table."""
    async with open_database(url) as database, transaction(database) as connection:
        for table in metadata.sorted_tables:
            rows = [
                {column.name: value_for(column, number) for column in table.columns}
                for number in range(1, ROWS + 1)
            ]
            await connection.execute(table.insert(), rows)


async def content(url: str) -> dict[str, Sequence[Any]]:
    """All rows of all tables, in the order of their keys."""
    database = connect(url)
    found: dict[str, Sequence[Any]] = {}
    async with reading(database) as connection:
        for table in metadata.sorted_tables:
            rows = (await connection.execute(sa.select(table))).all()
            found[table.name] = sorted(map(repr, rows))
    await database.dispose()
    return found


def quiet(_words: str) -> None:
    """Say nothing."""


KINDS = ["sqlite", *thorough("postgresql")]


@pytest.fixture
def make_url(tmp_path: Path, request: pytest.FixtureRequest) -> Any:
    """Makes the URL of an empty database of a kind."""

    def make(kind: str, name: str) -> str:
        if kind == "sqlite":
            return f"sqlite+aiosqlite:///{tmp_path / name}.db"
        databases: Databases = request.getfixturevalue("postgres")
        return databases.new()

    return make


@pytest.mark.parametrize("to", KINDS)
@pytest.mark.parametrize("of", KINDS)
async def test_every_row_of_every_table_arrives(of: str, to: str, make_url: Any) -> None:
    """From each kind of database into each kind, and the bot opens the copy."""
    source, target = make_url(of, "old"), make_url(to, "new")
    await fill(source)
    told = await copy_database(sa.make_url(source), sa.make_url(target), WHOLE, quiet)
    assert f"all {len(metadata.tables)} tables" in told
    assert await content(target) == await content(source)
    await migrate(target)


@pytest.mark.parametrize("to", KINDS)
async def test_a_number_is_never_given_twice(to: str, make_url: Any) -> None:
    """The next game has the number that it would have had in the source, where one was deleted."""
    source, target = make_url("sqlite", "old"), make_url(to, "new")
    await fill(source)
    games = metadata.tables["games"]
    async with open_database(source) as database, transaction(database) as connection:
        await connection.execute(sa.delete(games).where(games.c.id == ROWS))
    await copy_database(sa.make_url(source), sa.make_url(target), WHOLE, quiet)
    row = {c.name: value_for(c, 4) for c in games.columns if c.name not in {"id", "channel_id"}}
    async with open_database(target) as database, transaction(database) as connection:
        row |= {"channel_id": 99, "fixture_id": 99, "follows_id": 99}
        made = await connection.execute(games.insert().values(row))
        assert made.inserted_primary_key == (ROWS + 1,)


@pytest.mark.parametrize("to", KINDS)
async def test_a_copy_that_was_broken_off_goes_on(
    to: str, make_url: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No bot opens what is there of it; the same command copies the rest, and nothing twice."""
    monkeypatch.setattr("bot.store.schema.transfer._BATCH", 3)
    source, target = make_url("sqlite", "old"), make_url(to, "new")
    await fill(source)

    def stop(words: str) -> None:
        if words.startswith("moves"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        await copy_database(sa.make_url(source), sa.make_url(target), WHOLE, stop)
    with pytest.raises(StoreUnavailable, match="run the same `kinarow copy` again"):
        await migrate(target)
    await drop_a_row(target)
    await copy_database(sa.make_url(source), sa.make_url(target), WHOLE, quiet)
    assert await content(target) == await content(source)


async def drop_a_row(url: str) -> None:
    """Take the last move away, as if the batch that it came in had not arrived."""
    moves, database = metadata.tables["moves"], connect(url)
    async with transaction(database) as connection:
        await connection.execute(sa.delete(moves).where(moves.c.game_id == ROWS))
    await database.dispose()


async def test_a_database_with_rows_is_refused(make_url: Any) -> None:
    """A copy overwrites nothing, and says so."""
    source, target = make_url("sqlite", "old"), make_url("sqlite", "new")
    await fill(source)
    await fill(target)
    before = await content(target)
    with pytest.raises(StoreUnavailable, match="wanted an empty database"):
        await copy_database(sa.make_url(source), sa.make_url(target), WHOLE, quiet)
    assert await content(target) == before
    await migrate(target)


async def test_a_difference_is_found(make_url: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row that changed in the target meanwhile ends the copy, and no bot opens it."""
    source, target = make_url("sqlite", "old"), make_url("sqlite", "new")
    await fill(source)
    ratings = metadata.tables["ratings"]

    async def spoil(_source: Database, database: Database) -> None:
        async with transaction(database) as connection:
            change = sa.update(ratings).where(ratings.c.user_id == 2).values(mu=0.5)
            await connection.execute(change)

    monkeypatch.setattr("bot.store.schema.transfer._copy_sequences", spoil)
    with pytest.raises(StoreUnavailable, match="rows of ratings"):
        await copy_database(sa.make_url(source), sa.make_url(target), WHOLE, quiet)
    with pytest.raises(StoreUnavailable, match="has a part of another database"):
        await migrate(target)


async def test_nothing_is_copied_while_a_bot_runs(
    make_url: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it stores meanwhile would be lost."""
    source, target = make_url("sqlite", "old"), make_url("sqlite", "new")
    await fill(source)
    async with open_database(source) as database, ShardRecords(database).claim(WHOLE):
        monkeypatch.setattr("bot.store.shards._PATIENCE", 0.2)
        with pytest.raises(ShardTaken):
            await copy_database(sa.make_url(source), sa.make_url(target), WHOLE, quiet)


async def test_a_database_that_cannot_be_copied_is_refused(make_url: Any) -> None:
    """A database that is not there, one of an older version, and one into itself."""
    source, target = sa.make_url(make_url("sqlite", "old")), make_url("sqlite", "new")
    with pytest.raises(StoreUnavailable, match="does not exist"):
        await copy_database(source, sa.make_url(target), WHOLE, quiet)
    await migrate(source)
    with pytest.raises(StoreUnavailable, match="is the database itself"):
        await copy_database(source, source, WHOLE, quiet)
    database = connect(source)
    async with transaction(database) as connection:
        await connection.execute(sa.text("UPDATE alembic_version SET version_num = '0007'"))
    await database.dispose()
    with pytest.raises(StoreUnavailable, match="kinarow migrate"):
        await copy_database(source, sa.make_url(target), WHOLE, quiet)
    assert NEWEST != "0007"
