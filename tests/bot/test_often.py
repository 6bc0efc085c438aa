"""Statements that SQLite runs by itself: what they mean is what SQLAlchemy makes of them."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from sqlalchemy import bindparam, delete, insert, select, update

from bot.errors import ConflictError
from bot.store.database import Database, open_database, reading, transaction
from bot.store.often import Change, Facts, Question
from bot.store.tables import preferences, ratings, shards
from tests.bot.builders import NOON

ADD = Change(insert(shards))
LIVE_ON = Change(update(shards).where(shards.c.id == bindparam("shard"), shards.c.id < 10))
FIND = Question(select(shards).where(shards.c.id > bindparam("above")).order_by(shards.c.id))


@pytest_asyncio.fixture
async def engine(any_database_url: str) -> AsyncIterator[Database]:
    """An empty database."""
    async with open_database(any_database_url) as engine:
        yield engine


async def add(engine: Database, *rows: Facts) -> None:
    """Insert rows in one transaction."""
    async with transaction(engine) as connection:
        await ADD.make(connection, *rows)


async def test_rows_are_those_that_sqlalchemy_reads(engine: Database) -> None:
    """By name, in Python's types, in order."""
    await add(engine, *({"id": shard, "heard_at": NOON} for shard in (3, 1, 2)))
    async with reading(engine) as connection:
        found = await FIND.ask(connection, above=1)
        expected = (await connection.execute(FIND.statement, {"above": 1})).all()
    assert [row._asdict() for row in found] == [row._asdict() for row in expected]
    assert [(row.id, row.heard_at) for row in found] == [(2, NOON), (3, NOON)]


async def test_a_change_tells_how_many_rows_it_has_touched(engine: Database) -> None:
    """None where its conditions hold for none, constants among them."""
    async with transaction(engine) as connection:
        await ADD.make(connection, {"id": 1, "heard_at": NOON}, {"id": 11, "heard_at": NOON})
        assert await LIVE_ON.make(connection, {"shard": 1, "heard_at": NOON}) == 1
        assert await LIVE_ON.make(connection, {"shard": 2, "heard_at": NOON}) == 0
        assert await LIVE_ON.make(connection, {"shard": 11, "heard_at": NOON}) == 0
        assert await Change(delete(shards)).make(connection, {}) == 2


@pytest.mark.parametrize("more", [0, 1])
async def test_a_key_that_is_taken_is_a_conflict(engine: Database, more: int) -> None:
    """Alone or among others, and nothing of it is kept."""
    row = {"id": 1, "heard_at": NOON}
    await add(engine, row)
    others = [{"id": 2 + number, "heard_at": NOON} for number in range(more)]
    with pytest.raises(ConflictError):
        await add(engine, *others, row)
    async with reading(engine) as connection:
        assert len(await FIND.ask(connection, above=0)) == 1


async def test_every_type_of_column_is_read_back(engine: Database) -> None:
    """Numbers, words, moments, and what is missing."""
    wide = {"scope_id": 2**62, "user_id": None, "prefix": "?", "rules": None, "level": None}
    narrow = {"style": None, "channels": "1 2", "language": "ä", "idle_seconds": 5}
    rating = {"scope_id": 1, "rules": "3x3x3", "user_id": 2, "name": "b", "mu": 0.1, "sigma": 2.0}
    async with transaction(engine) as connection:
        await Change(insert(preferences)).make(connection, {**wide, **narrow})
        await Change(insert(ratings)).make(connection, {**rating, "games": 3})
    async with reading(engine) as connection:
        (chosen,) = await Question(select(preferences)).ask(connection)
        (rated,) = await Question(select(ratings)).ask(connection)
    assert chosen._asdict() == {**wide, **narrow}
    assert rated._asdict() == {**rating, "games": 3}
