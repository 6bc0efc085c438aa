"""What a bot asks its database, and how the database would find the answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Engine, event

from bot.store import Store
from bot.store.columns import metadata
from bot.store.database import SqliteEngine
from tests.bot.store.grown import GROWN

SMALL: Final = frozenset(
    (
        *("shards", "guilds", "challenges", "given_answers", "preferences", "old_boards"),
        "puzzle_strengths",
    )
)
"""Tables that hold only what waits, a row a shard or a server, or one for each of our puzzles."""
OF_WHAT_WAITS: Final = frozenset(
    index.name
    for table in metadata.sorted_tables
    for index in table.indexes
    if index.dialect_options["sqlite"]["where"] is not None and index.name != "outdated_games"
)
"""The indexes that hold only what waits or is live: to read all of one is no waste."""
_SCAN: Final = re.compile(r"SCAN (?P<table>\w+)(?: USING (?:COVERING )?INDEX (?P<index>\w+))?")


class Statement(NamedTuple):
    """A statement as it goes to the database."""

    sql: str
    parameters: Any


@contextmanager
def statements(store: Store) -> Iterator[dict[str, Statement]]:
    """Collect the statements that a store sends in the block, one of each wording."""
    found: dict[str, Statement] = {}

    def note(_c: Any, _cursor: Any, sql: str, parameters: Any, _context: Any, many: bool) -> None:
        if sql.split(maxsplit=1)[0] in {"SELECT", "UPDATE", "DELETE"}:
            found[sql] = Statement(sql, parameters[0] if many else parameters)

    engine = _engine(store)
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield found
    finally:
        event.remove(engine, "before_cursor_execute", note)


async def wasteful_steps(store: Store, statement: Statement) -> list[str]:
    """The steps of a statement's plan that read or sort a table of what was ever played."""
    sqlite = store.database.dialect.name == "sqlite"
    steps = _steps_of_sqlite if sqlite else _steps_of_postgresql
    async with store.database.begin() as connection:
        return await connection.run_sync(lambda found: steps(found, statement))


def _engine(store: Store) -> Engine:
    database = store.database
    return database._engine if isinstance(database, SqliteEngine) else database.sync_engine


def _steps_of_sqlite(connection: Connection, statement: Statement) -> list[str]:
    plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement.sql}", statement.parameters)
    steps = [row.detail for row in plan]
    return [step for step in steps if _is_wasteful(step)]


def _is_wasteful(step: str) -> bool:
    scan = _SCAN.match(step)
    if scan is None or scan["table"] in SMALL or scan["index"] in OF_WHAT_WAITS:
        return False
    return scan["table"] in metadata.tables


def _steps_of_postgresql(connection: Connection, statement: Statement) -> list[str]:
    """Only of tables that were filled: PostgreSQL reads one of a few pages as a whole."""
    explained = f"EXPLAIN (FORMAT JSON) {statement.sql}"
    plan = connection.exec_driver_sql(explained, statement.parameters).scalar_one()[0]["Plan"]
    filled = (node for node in _nodes(plan) if node.get("Relation Name") in GROWN)
    return [_told(node) for node in filled if _is_wasteful_node(node)]


def _nodes(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield node
    for part in node.get("Plans", ()):
        yield from _nodes(part)


def _is_wasteful_node(node: dict[str, Any]) -> bool:
    if node.get("Index Name") in OF_WHAT_WAITS:
        return False
    kind = node["Node Type"]
    return kind == "Seq Scan" or ("Index" in kind and "Index Cond" not in node)


def _told(node: dict[str, Any]) -> str:
    return " ".join(str(value) for key, value in node.items() if "Name" in key or key == "Filter")
