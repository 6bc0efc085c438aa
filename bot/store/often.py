"""Statements of every move, which SQLite runs without SQLAlchemy's part in it.

SQLAlchemy compiles a statement once, but makes a context, a cursor and a result each time
that it is run: some 40 µs, of which SQLite itself takes five. What is here is written down
as any other statement and compiled by SQLAlchemy, then given to SQLite's own connection
with its facts. On other databases it is run as usual: the way there takes far longer.
"""

from __future__ import annotations

import sqlite3
from collections import namedtuple
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Delete, Dialect, Insert, Select, Update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler

from bot.store.database import Transaction
from bot.store.sqlite import Statements

Facts = Mapping[str, Any]
Convert = Callable[[Any], Any]


class Change:
    """An INSERT, UPDATE or DELETE; columns that it does not name come with the facts."""

    def __init__(self, statement: Insert | Update | Delete) -> None:
        self._statement = statement
        self._compiled: _Compiled | None = None

    async def make(self, connection: Transaction, *facts: Facts) -> int:
        """Run it for each of these facts, which have the same names every time; the rows changed.

        More than one at a time may not tell how many that were.
        """
        if not isinstance(connection, Statements):
            given = facts[0] if len(facts) == 1 else facts
            return (await connection.execute(self._statement, given)).rowcount
        if (ready := self._compiled) is None:
            ready = self._compiled = _compiled(self._statement, connection.dialect, facts[0])
        values = list(map(ready.values, facts))
        try:
            if len(values) == 1:
                return connection.raw.execute(ready.sql, values[0]).rowcount
            return connection.raw.executemany(ready.sql, values).rowcount
        except sqlite3.IntegrityError as error:
            raise IntegrityError(ready.sql, values, error) from error


class Question:
    """A SELECT, whose rows have its columns by name."""

    def __init__(self, statement: Select[Any]) -> None:
        self.statement = statement
        self._compiled: _Compiled | None = None
        self._read: Callable[[Sequence[Any]], Any] = tuple

    async def ask(self, connection: Transaction, **facts: Any) -> Sequence[Any]:
        """The rows for these facts."""
        if not isinstance(connection, Statements):
            rows: Sequence[Any] = (await connection.execute(self.statement, facts)).all()
            return rows
        if (ready := self._compiled) is None:
            ready = self._compiled = _compiled(self.statement, connection.dialect, facts)
            self._read = _reader(self.statement, connection.dialect)
        found = connection.raw.execute(ready.sql, ready.values(facts)).fetchall()
        return [self._read(row) for row in found]


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement as SQLite takes it."""

    sql: str
    places: Sequence[str]
    """What to fill in, in order."""
    constants: Facts
    converted: Sequence[tuple[str, Convert]]
    """What SQLite does not take as it is."""

    def values(self, facts: Facts) -> list[Any]:
        """The facts in the order of their places."""
        known = {**self.constants, **facts}
        for name, convert in self.converted:
            known[name] = convert(known[name])
        return [known[place] for place in self.places]


def _compiled(
    statement: Insert | Update | Delete | Select[Any], dialect: Dialect, names: Collection[str]
) -> _Compiled:
    found = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(found, SQLCompiler), "it is no schema"
    places = found.positiontup or ()
    constants = {name: found.params[name] for name in places if name not in names}
    converted = []
    for name in dict.fromkeys(places):
        kind = found.binds[name].type.dialect_impl(dialect)
        if (convert := kind.bind_processor(dialect)) is not None:
            converted.append((name, convert))
    return _Compiled(found.string, places, constants, converted)


def _reader(statement: Select[Any], dialect: Dialect) -> Callable[[Sequence[Any]], Any]:
    """How to read a row of SQLite's: by name, and in Python's types."""
    columns = list(statement.selected_columns)
    named: Any = namedtuple("Row", [column.key for column in columns])  # type: ignore[misc] # by query
    kinds = enumerate(column.type.dialect_impl(dialect) for column in columns)
    converted = [
        (place, convert)
        for place, kind in kinds
        if (convert := kind.result_processor(dialect, None)) is not None
    ]

    def read(row: Sequence[Any]) -> Any:
        values = list(row)
        for place, convert in converted:
            values[place] = convert(values[place])
        return named._make(values)

    return read
