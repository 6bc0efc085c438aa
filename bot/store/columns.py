"""The kinds of columns and indexes that tables are made of."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.types import TypeDecorator, TypeEngine

log = logging.getLogger(__name__)

metadata: Final = sa.MetaData()

Snowflake: Final = sa.BigInteger
"""A Discord id: 64 bits, whose sign bit stays free until the year 2084."""

_LONG_AGO: Final = datetime(2015, 1, 1, tzinfo=UTC)
"""The beginning of Discord."""

GAME_NUMBER: Final = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
"""SQLite numbers rows by itself only in a column of type INTEGER, which holds 64 bits."""


class _SqliteDateTime(sqlite.DATETIME):
    """A time in UTC as text without a zone, since SQLite has no type for times.

    An unreadable one counts as long ago, and does not spoil other rows.
    """

    def result_processor(self, dialect: sa.Dialect, coltype: object) -> Any:
        """Return the function that reads a value of the database."""
        read = super().result_processor(dialect, coltype)
        assert read is not None, "text is not a time yet"

        def read_or_pass(value: Any) -> datetime | None:
            try:
                found = read(value)
                return None if found is None else found.replace(tzinfo=UTC)
            except (ValueError, TypeError):
                log.error("a time in the database cannot be read: %r", value)
                return _LONG_AGO

        return read_or_pass


class UtcDateTime(TypeDecorator[datetime]):
    """A column of points in time, in UTC with a zone on the way in and out.

    For PostgreSQL asyncpg reads them so, for SQLite the type above.
    """

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def load_dialect_impl(self, dialect: sa.Dialect) -> TypeEngine[Any]:
        """Choose the type of the database."""
        return dialect.type_descriptor(
            _SqliteDateTime()  # type: ignore[no-untyped-call] # SQLAlchemy's own has no types
            if dialect.name == "sqlite"
            else sa.DateTime(timezone=True)
        )

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        """Convert a value to UTC for the database; raises ValueError if it has no zone."""
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError(f"a point in time needs a time zone: {value!r}")
        return value.astimezone(UTC)


def choice_table(name: str, word: str, longest: int) -> sa.Table:
    """A table of one choice that people make, as a word: one row for each who has made it."""
    return sa.Table(
        name,
        metadata,
        sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False),
        sa.Column(word, sa.String(longest), nullable=False),
    )


def partial_index(
    name: str, *columns: sa.Column[Any], where: sa.ColumnElement[bool], unique: bool = False
) -> None:
    """An index of only the rows for which a condition holds."""
    sa.Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)
