"""Copies all that is stored of a person, a few rows at a time, so that play goes on in between.

The copy is made from the list of what is erased with a person (bot/store/deletion.py), so that no
table can be missing from one of the two alone. To it are added the games that the person plays or
leads, with their moves.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.match.players import UserId
from bot.store.columns import metadata
from bot.store.database import Database, TableStore
from bot.store.deletion import Deletion, OfServer, deletions_of_all, plays
from bot.store.tables import games, moves

Value = str | int | float | bool | None
Rows = list[dict[str, Value]]
_PAGE: Final = 200
"""How many rows one statement reads: SQLite runs it in the event loop, so it has to be short."""


class DataCopies(TableStore):
    """Reads what is stored of people, in the tables that these deletions name."""

    def __init__(self, database: Database, deletions: Iterable[Deletion]) -> None:
        super().__init__(database)
        self._deletions = deletions_of_all(deletions)

    async def of(self, user: UserId) -> dict[str, Rows]:
        """Return the rows about a person by table, without empty tables.

        What tells of the person in a row of somebody else, such as whom they have blocked, is
        theirs.
        """
        found: dict[str, Rows] = {games.name: await self._rows_of(games, plays(user))}
        numbers = [int(str(row["id"])) for row in found[games.name]]
        for table in _parts_of_games(self._deletions):
            found[table.name] = []
            for first in range(0, len(numbers), _PAGE):
                these = table.c.game_id.in_(numbers[first : first + _PAGE])
                found[table.name] += await self._rows_of(table, these)
        for deletion in self._deletions:
            if isinstance(deletion, OfServer) or deletion.of_others:
                continue
            table = deletion.column.table
            rows = await self._rows_of(table, deletion.column == user)
            found[table.name] = found.get(table.name, []) + rows
        return {name: rows for name, rows in sorted(found.items()) if rows}

    async def _rows_of(self, table: sa.Table, where: sa.ColumnElement[bool]) -> Rows:
        """The rows for which a condition holds, in the order of their key."""
        query = sa.select(table).where(where).order_by(*table.primary_key).limit(_PAGE)
        found: Rows = []
        while True:
            page = await self._rows(query.offset(len(found)))
            found += [
                {
                    column.name: _value(column, value)
                    for column, value in zip(table.c, row, strict=True)
                }
                for row in page
            ]
            if len(page) < _PAGE:
                return found


def _parts_of_games(deletions: Iterable[Deletion]) -> list[sa.Table]:
    """The tables whose rows belong to a game alone, and to no single person."""
    personal = {deletion.column.table.name for deletion in deletions}
    return [
        table
        for table in metadata.sorted_tables
        if table is moves or (table.name not in personal and _is_part_of_game(table))
    ]


def _is_part_of_game(table: sa.Table) -> bool:
    column = table.c.get("game_id")
    return column is not None and column.references(games.c.id)


def _value(column: sa.Column[Any], value: Any) -> Value:
    """A value as JSON has it. Ids are text: many programs round so large numbers."""
    if isinstance(value, datetime | date):
        return value.isoformat()
    if isinstance(value, int) and isinstance(column.type, sa.BigInteger):
        return str(value)
    assert isinstance(value, str | int | float | bool | None), f"JSON has no {column}"
    return value
