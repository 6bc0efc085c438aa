"""Changes that share a transaction: each is kept when its call returns, or its caller hears."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from operator import itemgetter

import pytest
import pytest_asyncio
from sqlalchemy import bindparam, insert, select, update

from bot.errors import ConflictError
from bot.store.database import Database, open_database, reading
from bot.store.often import Change, Question
from bot.store.tables import shards
from bot.store.together import Together
from tests.bot.builders import NOON

ADD = Change(insert(shards))
MOVE = Change(update(shards).where(shards.c.id == bindparam("old")))
ALL = Question(select(shards.c.id).order_by(shards.c.id))


@pytest_asyncio.fixture
async def engine(any_database_url: str) -> AsyncIterator[Database]:
    """An empty database."""
    async with open_database(any_database_url) as engine:
        yield engine


async def kept(engine: Database) -> list[int]:
    """The shards in the database."""
    async with reading(engine) as connection:
        return [row.id for row in await ALL.ask(connection)]


def row(shard: int) -> dict[str, object]:
    """What is added."""
    return {"id": shard, "heard_at": NOON}


async def test_each_is_kept_when_its_call_returns(engine: Database) -> None:
    """However many come at once, and whether or not some are on their way already."""
    adding = Together(engine, ADD, itemgetter("id"))

    async def add(shard: int) -> None:
        await adding.make(row(shard))
        assert shard in await kept(engine)

    first = asyncio.create_task(add(0))
    await asyncio.sleep(0)
    await asyncio.gather(first, *(add(shard) for shard in (3, 1, 2)))
    assert await kept(engine) == [0, 1, 2, 3]


async def test_they_are_made_in_their_order(engine: Database) -> None:
    """Not in the order in which they came."""
    await Together(engine, ADD, itemgetter("id")).make(row(1))
    moving = Together(engine, MOVE, itemgetter("id"))
    await asyncio.gather(*(moving.make({"old": old, "id": old + 1}) for old in (3, 1, 2)))
    assert await kept(engine) == [4]


async def test_a_failure_is_told_to_all_who_wait_and_to_nobody_later(engine: Database) -> None:
    """Nothing of what was to be stored together is kept; the next time it goes on."""
    adding = Together(engine, ADD, itemgetter("id"))
    await adding.make(row(1))
    results = await asyncio.gather(*(adding.make(row(n)) for n in (1, 2)), return_exceptions=True)
    assert [type(result) for result in results] == [ConflictError, ConflictError]
    assert await kept(engine) == [1]
    await adding.make(row(2))
    assert await kept(engine) == [1, 2]


async def test_who_leaves_takes_nothing_along(engine: Database) -> None:
    """A call that is cancelled has been heard: its change is stored with the others."""
    adding = Together(engine, ADD, itemgetter("id"))
    leaving = asyncio.create_task(adding.make(row(1)))
    await asyncio.sleep(0)
    leaving.cancel()
    with pytest.raises(asyncio.CancelledError):
        await leaving
    await adding.make(row(2))
    assert await kept(engine) == [1, 2]
