"""Copies every table from one database into another, of either kind: `kinarow copy --to URL`.

No bot may run on the source: what it stored meanwhile would be lost. Rows go in the order of their
keys, a batch a commit, so that a copy that was broken off goes on after the last row that arrived.
Until all of it is compared the target has a revision of its own, with which no bot opens it.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any, Final

import sqlalchemy as sa

from bot.errors import StoreUnavailable
from bot.match.guilds import Shards
from bot.store.columns import metadata
from bot.store.database import Database, Transaction, reading, transaction
from bot.store.migrations import NEWEST, UNFINISHED, mark_revision, revision_of, take_steps
from bot.store.schema.opening import connect, revision
from bot.store.shards import ShardRecords

_BATCH: Final = 1_000
"""The rows of a commit: at a time so many are in memory."""

Report = Callable[[str], None]
"""Is told each table once it is there."""


async def copy_database(source: sa.URL, target: sa.URL, shards: Shards, report: Report) -> str:
    """Copy a database into an empty one, or go on with that, and say what was copied.

    `shards` are those that the bots of the source play. Raises ShardTaken while one of these runs.
    Raises StoreUnavailable if the source is not of this version, if the target has something else
    in it, or if they differ in the end.
    """
    if source == target:
        raise StoreUnavailable(f"{target} is the database itself: wanted another one")
    if (found := await revision(source)) != NEWEST:
        lacks = "does not exist" if found is None else "is of another version: `kinarow migrate`"
        raise StoreUnavailable(f"{source} {lacks}")
    old, new = connect(source, hurried=False), connect(target, hurried=False)
    try:
        every = Shards(shards.count, frozenset(range(shards.count)))
        async with ShardRecords(old).claim(every):
            await _prepare(new)
            rows = 0
            for table in metadata.sorted_tables:
                rows += await _copy_table(old, new, table)
                report(f"{table.name}: {await _count(new, table)} rows")
            await _copy_sequences(old, new)
            for table in metadata.sorted_tables:
                await _compare(old, new, table)
        async with transaction(new) as connection:
            await connection.run_sync(lambda made: mark_revision(made, NEWEST))
        tables = len(metadata.sorted_tables)
        return f"{target} has all {tables} tables of {source}, compared row by row; {rows} rows new"
    finally:
        await old.dispose()
        await new.dispose()


async def _prepare(target: Database) -> None:
    """Make the tables of an empty database, and mark it. Raises StoreUnavailable for another."""
    async with transaction(target) as connection:
        found = await connection.run_sync(revision_of)
        if found == UNFINISHED:
            return
        if found is None:
            await connection.run_sync(take_steps)
        elif found != NEWEST:
            raise StoreUnavailable(f"{target.url} is of another version: wanted an empty database")
        made = set(await connection.run_sync(lambda one: sa.inspect(one).get_table_names()))
        assert made - {"alembic_version"} == metadata.tables.keys(), "every feature is imported"
        for table in metadata.sorted_tables:
            if await connection.scalar(sa.select(sa.exists(sa.select(table)))):
                words = "has rows in it: wanted an empty database, a copy overwrites nothing"
                raise StoreUnavailable(f"{target.url} {words}")
        await connection.run_sync(lambda made: mark_revision(made, UNFINISHED))


async def _copy_table(source: Database, target: Database, table: sa.Table) -> int:
    """Copy the rows that the target does not have yet, and return how many."""
    copied = 0
    async with reading(target) as connection:
        last = await _last_key(connection, table)
    async for batch in _batches(source, table, last):
        rows = [row._asdict() for row in batch]
        async with transaction(target) as connection:
            await connection.execute(table.insert(), rows)
        copied += len(rows)
    return copied


async def _batches(
    database: Database, table: sa.Table, after: Sequence[Any] | None = None
) -> AsyncIterator[Sequence[sa.Row[Any]]]:
    """The rows of a table in the order of their keys, those after a key alone."""
    while True:
        async with reading(database) as connection:
            key = _key(connection, table)
            query = sa.select(table).order_by(*key).limit(_BATCH)
            if after is not None:
                query = query.where(sa.tuple_(*key) > sa.tuple_(*map(sa.literal, after)))
            rows = (await connection.execute(query)).all()
        if not rows:
            return
        yield rows
        after = [getattr(rows[-1], column.name) for column in table.primary_key]


async def _last_key(connection: Transaction, table: sa.Table) -> Sequence[Any] | None:
    """The last key of a table; None if it is empty."""
    key = _key(connection, table)
    query = sa.select(*table.primary_key).order_by(*(part.desc() for part in key)).limit(1)
    return (await connection.execute(query)).one_or_none()


def _key(connection: Transaction, table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """The columns of the primary key, whose texts both kinds of database order by their bytes."""
    by_bytes = connection.dialect.name == "postgresql"
    return [
        column.collate("C") if by_bytes and isinstance(column.type, sa.String) else column
        for column in table.primary_key
    ]


async def _count(database: Database, table: sa.Table) -> int:
    async with reading(database) as connection:
        return await connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0


async def _compare(source: Database, target: Database, table: sa.Table) -> None:
    """Raise StoreUnavailable if a table differs, in a row or in how many there are."""
    (old, rows), (new, copied) = await _sum(source, table), await _sum(target, table)
    if (old, rows) != (new, copied):
        words = f"{rows} rows of {table.name} were copied, and {copied} others are there"
        raise StoreUnavailable(f"{target.url} differs: {words}. Empty it and copy again")


async def _sum(database: Database, table: sa.Table) -> tuple[str, int]:
    """A sum over all rows of a table, and how many they are."""
    digest, count = sha256(), 0
    async for batch in _batches(database, table):
        for row in batch:
            digest.update(repr([*map(_plain, row)]).encode())
        count += len(batch)
    return digest.hexdigest(), count


def _plain(value: Any) -> Any:
    """A value as both kinds of database give it: a time in UTC."""
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value


async def _copy_sequences(source: Database, target: Database) -> None:
    """Let the target go on counting where the source is: a number is never given twice."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        async with reading(source) as connection:
            newest = await _last_number(connection, table, column.name)
        async with transaction(target) as connection:
            await _count_from(connection, table, column.name, newest)


async def _last_number(connection: Transaction, table: sa.Table, column: str) -> int:
    """The last number that a table has given; 0 for none."""
    if connection.dialect.name == "sqlite":
        if table.dialect_options["sqlite"]["autoincrement"]:
            query = sa.text("SELECT seq FROM sqlite_sequence WHERE name = :name")
            return await connection.scalar(query, {"name": table.name}) or 0
        return await connection.scalar(sa.select(sa.func.max(table.c[column]))) or 0
    name = await connection.scalar(
        sa.text("SELECT pg_get_serial_sequence(:table, :column)"),
        {"table": table.name, "column": column},
    )
    given = await connection.execute(sa.text(f"SELECT last_value, is_called FROM {name}"))
    last, is_called = given.one()
    return int(last) if is_called else 0


async def _count_from(connection: Transaction, table: sa.Table, column: str, last: int) -> None:
    """Let a table give the numbers after this one."""
    if last == 0:
        return
    if connection.dialect.name == "postgresql":
        words = "SELECT setval(pg_get_serial_sequence(:table, :column), :last)"
        named = {"table": table.name, "column": column, "last": last}
        await connection.execute(sa.text(words), named)
    elif table.dialect_options["sqlite"]["autoincrement"]:
        forget = sa.text("DELETE FROM sqlite_sequence WHERE name = :name")
        await connection.execute(forget, {"name": table.name})
        note = sa.text("INSERT INTO sqlite_sequence (name, seq) VALUES (:name, :last)")
        await connection.execute(note, {"name": table.name, "last": last})
