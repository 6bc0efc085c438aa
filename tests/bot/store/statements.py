"""Which statements a store runs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from bot.store import Store
from bot.store.database import SqliteEngine


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """Collect the first word of each statement in the block; it was read and written before."""
    database = store.database
    assert isinstance(database, SqliteEngine), "SQLite tells of its statements"
    found: list[str] = []
    connections = [one.raw for one in (database._reader, database._writer) if one is not None]
    assert connections, "something was written"
    for connection in connections:
        connection.set_trace_callback(lambda sql: found.append(sql.split()[0]))
    try:
        yield found
    finally:
        for connection in connections:
            connection.set_trace_callback(None)
