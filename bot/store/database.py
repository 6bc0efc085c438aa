"""Connects to a database: settings, transactions, errors, and the migration of its schema."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import URL, Connection, Table, make_url, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.errors import ConflictError, StoreUnavailable
from bot.store.sqlite import SqliteEngine, Statements

_DUPLICATE: Final = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}
"""The error names of SQLite and PostgreSQL (SQLSTATE unique_violation) for a duplicate key."""

_FAILURES: Final = (DBAPIError, sqlite3.Error, PoolTimeoutError, OSError)
"""The errors that are raised if a database fails."""

PATIENCE: Final = 10.0
"""Seconds for one statement on a server. A migration may take longer."""
CONTACT: Final = 5.0
"""Seconds to connect to a server."""

_LAST_PAUSE: Final = 0.01
"""Seconds between two checks, at the end, whether transactions have ended."""
_LAST_PAUSES: Final = 100
"""The most of these checks."""

_MIGRATION_LOCK: Final = 0x6B696E61726F77
"""The number of our advisory lock in PostgreSQL: "kinarow" in ASCII."""


LATER: Final = "was written by a later version of Kinarow: upgrade it, or restore an older backup"
"""What to say of a database with a revision that is not known here."""

Database = AsyncEngine | SqliteEngine
"""A database that transactions are begun in."""
Transaction = AsyncConnection | Statements
"""A connection in a transaction, which runs statements."""
Step = Callable[[Transaction], Awaitable[None]]
"""What is done in a transaction of somebody else."""


def connect(url: str | URL, *, hurried: bool = True) -> Database:
    """Return a database that is not opened yet; raises StoreUnavailable if its driver is missing.

    If `hurried`, a statement fails that takes a server longer than PATIENCE.
    """
    url = make_url(url)
    if url.get_backend_name() != "sqlite":
        return _connect_server(url, PATIENCE if hurried else None)
    return SqliteEngine(url, _prepare_sqlite)


def _connect_server(url: URL, patience: float | None) -> AsyncEngine:
    try:
        return create_async_engine(
            url,
            pool_pre_ping=True,
            pool_timeout=PATIENCE,
            connect_args={"timeout": CONTACT, "command_timeout": patience},
        )
    except ModuleNotFoundError as error:
        raise StoreUnavailable(f"{url} needs a package: pip install {error.name}") from error


def _prepare_sqlite(connection: sqlite3.Connection) -> None:
    """Set up a connection: WAL allows reads during writes, FULL survives a power cut."""
    connection.isolation_level = None  # Python sends no BEGIN by itself
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


@asynccontextmanager
async def transaction(engine: Database) -> AsyncIterator[Transaction]:
    """Begin a transaction: committed when the block ends, rolled back if that raises.

    Raises ConflictError where a unique key is taken, StoreUnavailable where the
    database fails. Any other broken constraint is a defect and stays an IntegrityError.
    """
    try:
        async with engine.begin() as connection:
            yield connection
    except IntegrityError as error:
        if not _is_duplicate(error):
            raise
        raise ConflictError("another change was stored first") from error
    except _FAILURES as error:
        raise _unavailable(engine, error) from error


@asynccontextmanager
async def reading(engine: Database) -> AsyncIterator[Transaction]:
    """Give a connection to a block that only reads; raises StoreUnavailable."""
    try:
        async with engine.read() if isinstance(engine, SqliteEngine) else engine.begin() as found:
            yield found
    except _FAILURES as error:
        raise _unavailable(engine, error) from error


async def insert_missing(connection: Transaction, table: Table, row: Mapping[str, Any]) -> None:
    """Insert a row, or leave the one that has the same key: INSERT ... ON CONFLICT DO NOTHING.

    Waits for another transaction that is inserting the same key.
    """
    dialect = sqlite if connection.dialect.name == "sqlite" else postgresql
    await connection.execute(dialect.insert(table).values(dict(row)).on_conflict_do_nothing())


def _unavailable(engine: Database, error: Exception) -> StoreUnavailable:
    reason = error.orig if isinstance(error, DBAPIError) else error
    return StoreUnavailable(f"{engine.url} fails: {reason}")


def _is_duplicate(error: IntegrityError) -> bool:
    names = (getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate"))
    return not _DUPLICATE.isdisjoint(names)


@asynccontextmanager
async def open_database(url: str | URL) -> AsyncIterator[Database]:
    """Open a database, bring its schema up to date, and close it at the end.

    Raises StoreUnavailable if the database fails, or if a later release of the bot has written it.
    """
    engine = connect(url)
    try:
        # SQLite is migrated on the open connection: no other sees a database in memory.
        await (_upgrade(engine) if isinstance(engine, SqliteEngine) else upgrade(url))
        yield engine
    finally:
        if isinstance(engine, AsyncEngine):
            await _last_transactions(engine)
        await engine.dispose()


async def _last_transactions(engine: AsyncEngine) -> None:
    """Wait for running transactions: a connection in use is not closed with the others."""
    pool = engine.pool
    assert isinstance(pool, AsyncAdaptedQueuePool), "the only kind that `connect` makes"
    for _ in range(_LAST_PAUSES):
        if not pool.checkedout():
            return
        await asyncio.sleep(_LAST_PAUSE)


async def upgrade(url: str | URL) -> None:
    """Bring the schema up to date, by all steps or none. Processes do this one at a time."""
    engine = connect(url, hurried=False)
    try:
        await _upgrade(engine)
    finally:
        await engine.dispose()


async def _upgrade(engine: Database) -> None:
    async with transaction(engine) as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(
                text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
            )
        try:
            await connection.run_sync(_run_migrations)
        except CommandError as error:
            raise StoreUnavailable(f"{engine.url} {LATER}") from error


def known_revisions() -> frozenset[str]:
    """Return every revision that a database may have for this version of the bot."""
    scripts = ScriptDirectory.from_config(_config())
    return frozenset(script.revision for script in scripts.walk_revisions())


async def revisions(url: str | URL) -> tuple[str | None, str | None]:
    """Return the revision of a database (None if it is empty), and the newest revision.

    Changes nothing and makes no file. Raises StoreUnavailable if the database fails.
    """
    if not _is_made(make_url(url)):
        return None, None
    engine = connect(url)
    try:
        async with transaction(engine) as connection:
            return await connection.run_sync(_revisions)
    finally:
        await engine.dispose()


def _is_made(url: URL) -> bool:
    """Whether the database exists. An SQLite file may not. Raises StoreUnavailable if it cannot."""
    if url.get_backend_name() != "sqlite" or not url.database:
        return True
    folder = Path(url.database).absolute().parent
    if not folder.is_dir():
        raise StoreUnavailable(f"{url} fails: there is no folder {folder}")
    return Path(url.database).exists()


def _revisions(connection: Connection) -> tuple[str | None, str | None]:
    return MigrationContext.configure(connection).get_current_revision(), _newest_revision()


@cache
def _newest_revision() -> str | None:
    """The revision of this version of the bot. All migrations are loaded to tell it."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def _run_migrations(connection: Connection) -> None:
    found, newest = _revisions(connection)
    if found != newest:
        command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> Config:
    """The configuration with which Alembic's `command` functions work on this connection."""
    return _config(connection=connection)


def _config(**attributes: Any) -> Config:
    config = Config(attributes=attributes)
    config.set_main_option("script_location", "bot:store")  # where `env.py` is
    config.set_main_option("version_locations", "bot.store:migrations")
    config.set_main_option("path_separator", "newline")
    return config
