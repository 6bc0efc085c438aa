"""Counting the commits of a store."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.store import Store
from bot.store.database import SqliteEngine


@contextmanager
def commits(store: Store) -> Iterator[list[str]]:
    """Collect the commits to a SQLite file in the block; something was written to it before."""
    database = store.database
    assert isinstance(database, SqliteEngine), "SQLite tells of its statements"
    assert database._writer is not None, "something was written"
    found: list[str] = []
    connection = database._writer.raw
    connection.set_trace_callback(lambda sql: found.append(sql) if sql == "COMMIT" else None)
    try:
        yield found
    finally:
        connection.set_trace_callback(None)
