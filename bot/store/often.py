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

from sqlalchemy import Delete, Dialect, Insert, Select, Table, Update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import IntegrityError
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.dml import ReturningInsert

from bot.store.database import Transaction
from bot.store.sqlite import Statements

Facts = Mapping[str, Any]
Convert = Callable[[Any], Any]
Query = Select[Any] | ReturningInsert[Any]


class Change:
    """An INSERT, UPDATE or DELETE; columns that it does not name come with the facts.

    `elsewhere` says the same to a server, where it has words of its own for that.
    """

    def __init__(
        self, statement: Insert | Update | Delete, elsewhere: Insert | None = None
    ) -> None:
        self._statement = statement
        self._elsewhere = statement if elsewhere is None else elsewhere
        self._compiled: dict[tuple[str, ...], _Compiled] = {}
        """By the names of the facts."""

    async def make(self, connection: Transaction, *facts: Facts) -> int:
        """Run it for each of these facts, which all have the same names; the rows changed.

        More than one at a time may not tell how many that were.
        """
        if not isinstance(connection, Statements):
            given = facts[0] if len(facts) == 1 else facts
            return (await connection.execute(self._elsewhere, given)).rowcount
        names = tuple(facts[0])
        if (ready := self._compiled.get(names)) is None:
            ready = self._compiled[names] = _compiled(self._statement, connection.dialect, names)
        values = list(map(ready.values, facts))
        try:
            if len(values) == 1:
                return connection.raw.execute(ready.sql, values[0]).rowcount
            return connection.raw.executemany(ready.sql, values).rowcount
        except sqlite3.IntegrityError as error:
            raise IntegrityError(ready.sql, values, error) from error


def insert_missing(table: Table) -> Change:
    """An INSERT of what is not there already by its key, which is no conflict.

    Where another transaction is inserting the same key, its end is waited for.
    """
    return Change(
        sqlite.insert(table).on_conflict_do_nothing(),
        postgresql.insert(table).on_conflict_do_nothing(),
    )


class Question:
    """A SELECT, or an INSERT with RETURNING, whose rows have its columns by name."""

    def __init__(self, statement: Query) -> None:
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
        values = ready.values(facts)
        try:
            found = connection.raw.execute(ready.sql, values).fetchall()
        except sqlite3.IntegrityError as error:
            raise IntegrityError(ready.sql, values, error) from error
        return [self._read(row) for row in found]


@dataclass(frozen=True, slots=True)
class _Compiled:
    """A statement as SQLite takes it."""

    sql: str
    places: Sequence[str]
    """What to fill in, in order."""
    constants: Facts
    converted: Sequence[tuple[int, Convert]]
    """The places of what SQLite does not take as it is."""

    def values(self, facts: Facts) -> list[Any]:
        """The facts in the order of their places."""
        known = {**self.constants, **facts} if self.constants else facts
        values = [known[name] for name in self.places]
        for place, convert in self.converted:
            values[place] = convert(values[place])
        return values


def _compiled(
    statement: Insert | Update | Delete | Query, dialect: Dialect, names: Collection[str]
) -> _Compiled:
    found = statement.compile(dialect=dialect, column_keys=list(names))
    assert isinstance(found, SQLCompiler), "it is no schema"
    places = found.positiontup or ()
    constants = {name: found.params[name] for name in places if name not in names}
    kinds = enumerate(found.binds[name].type.dialect_impl(dialect) for name in places)
    converted = [
        (place, convert)
        for place, kind in kinds
        if (convert := kind.bind_processor(dialect)) is not None
    ]
    return _Compiled(found.string, places, constants, converted)


def _reader(statement: Query, dialect: Dialect) -> Callable[[Sequence[Any]], Any]:
    """How to read a row of SQLite's: by name, and in Python's types."""
    columns = list(statement.exported_columns)
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
