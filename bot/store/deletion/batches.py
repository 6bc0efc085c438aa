"""Changes to many rows, a few in each transaction, so that play goes on between them."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ColumnElement, Delete, Table, Update, delete, select, tuple_, update

from bot.store.database import Database, transaction

BATCH: Final = 200
"""How many rows one transaction changes: SQLite does it in the event loop."""


async def delete_all(database: Database, table: Table, where: ColumnElement[bool]) -> None:
    """Delete the rows for which a condition holds."""
    await _repeat(database, delete(table).where(_some(table, where)))


async def update_all(
    database: Database, table: Table, where: ColumnElement[bool], values: dict[str, Any]
) -> None:
    """Change the rows for which a condition holds, until it holds for none."""
    await _repeat(database, update(table).where(_some(table, where)).values(values))


def _some(table: Table, where: ColumnElement[bool]) -> ColumnElement[bool]:
    """The condition for a few of the rows."""
    keys = list(table.primary_key)
    chosen = select(*keys).where(where).limit(BATCH)
    return keys[0].in_(chosen) if len(keys) == 1 else tuple_(*keys).in_(chosen)


async def _repeat(database: Database, statement: Delete | Update) -> None:
    while True:
        async with transaction(database) as connection:
            if (await connection.execute(statement)).rowcount < BATCH:
                return
