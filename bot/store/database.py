"""The connection: what each database needs to be safe, its schema, and its failures."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Table, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from bot.errors import ConflictError, StoreUnavailable
from bot.store.sqlite import SqliteEngine, Statements

_DUPLICATE: Final = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}
"""What SQLite and PostgreSQL (SQLSTATE unique_violation) call a key that is there already."""

_MIGRATION_LOCK: Final = 0x6B696E61726F77
"""The number of our advisory lock in PostgreSQL: "kinarow" in ASCII."""


Database = AsyncEngine | SqliteEngine
"""What transactions are made with."""
Transaction = AsyncConnection | Statements
"""What statements are made in."""


def connect(url: str | URL) -> Database:
    """A database, not opened yet; raises StoreUnavailable where its driver is missing.

    SQLite has one writer: here a turn is waited for in order, inside it by trying again.
    """
    url = make_url(url)
    if url.get_backend_name() != "sqlite":
        return _connect_server(url)
    return SqliteEngine(url, _prepare_sqlite)


def _connect_server(url: URL) -> AsyncEngine:
    try:
        return create_async_engine(url, pool_pre_ping=True)
    except ModuleNotFoundError as error:
        raise StoreUnavailable(f"{url} needs a package: pip install {error.name}") from error


def _prepare_sqlite(connection: sqlite3.Connection) -> None:
    """WAL lets others read while we write; FULL makes a commit outlive a loss of power."""
    connection.isolation_level = None  # leaves BEGIN to us
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


@asynccontextmanager
async def transaction(engine: Database) -> AsyncIterator[Transaction]:
    """Kept whole when the block ends, or not at all if it raises.

    Raises ConflictError where a unique key is taken, StoreUnavailable where the
    database fails. Any other broken constraint is a defect and stays an IntegrityError.
    """
    with _failures(engine):
        async with engine.begin() as connection:
            yield connection


@asynccontextmanager
async def reading(engine: Database) -> AsyncIterator[Transaction]:
    """What is kept, for a block that changes nothing; raises StoreUnavailable."""
    with _failures(engine):
        async with engine.read() if isinstance(engine, SqliteEngine) else engine.begin() as found:
            yield found


@contextmanager
def _failures(engine: Database) -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        if not _is_duplicate(error):
            raise
        raise ConflictError("another change was stored first") from error
    except (DBAPIError, sqlite3.Error, PoolTimeoutError, OSError) as error:
        reason = error.orig if isinstance(error, DBAPIError) else error
        raise StoreUnavailable(f"{engine.url} fails: {reason}") from error


async def insert_missing(connection: Transaction, table: Table, row: dict[str, Any]) -> bool:
    """Insert a row unless its key is there already, which is no conflict; whether it was not.

    Where another transaction is inserting the same key, its end is waited for.
    """
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    result = await connection.execute(insert(table).values(row).on_conflict_do_nothing())
    return result.rowcount > 0


def _is_duplicate(error: IntegrityError) -> bool:
    names = (getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate"))
    return not _DUPLICATE.isdisjoint(names)


@asynccontextmanager
async def open_database(url: str | URL) -> AsyncIterator[Database]:
    """A database whose schema has been brought up to date, closed at the end.

    Raises StoreUnavailable where the database fails or a later version has written it.
    """
    engine = connect(url)
    try:
        await _upgrade(engine)
        yield engine
    finally:
        await engine.dispose()


async def _upgrade(engine: Database) -> None:
    """All steps or none; of several processes one at a time."""
    async with transaction(engine) as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(
                text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
            )
        try:
            await connection.run_sync(_run_migrations)
        except CommandError as error:
            raise StoreUnavailable(f"{engine.url} is not of this version: {error}") from error


def _run_migrations(connection: Connection) -> None:
    command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> Config:
    """What Alembic's `command` functions need to work on a database of ours."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "bot:migrations")
    return config
