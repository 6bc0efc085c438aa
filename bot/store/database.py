"""The connection: what each database needs to be safe, its schema, and its failures."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import URL, Connection, event, make_url, text
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry

from bot.errors import ConflictError, StoreUnavailable

_DUPLICATE: Final = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}
"""What SQLite and PostgreSQL (SQLSTATE unique_violation) call a key that is there already."""

_MIGRATION_LOCK: Final = 0x6B696E61726F77
"""The number of our advisory lock in PostgreSQL: "kinarow" in ASCII."""


def connect(url: str | URL) -> AsyncEngine:
    """An engine for a database; nothing is opened before the first use."""
    url = make_url(url)
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url, pool_pre_ping=True)
    # One connection: SQLite has one writer, and those who wait here wait without a timeout.
    engine = create_async_engine(
        url, poolclass=AsyncAdaptedQueuePool, pool_size=1, max_overflow=0, pool_timeout=30
    )
    event.listen(engine.sync_engine, "connect", _prepare_sqlite)
    event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    """WAL lets others read while we write; FULL makes a commit outlive a loss of power."""
    connection.isolation_level = None  # leaves BEGIN to us
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    """Take the write lock at once, in place of the driver, which begins late and not for DDL.

    A transaction that reads first and asks for the lock later fails without waiting
    if another process has written in between.
    """
    connection.exec_driver_sql("BEGIN IMMEDIATE")


@asynccontextmanager
async def transaction(engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
    """Kept whole when the block ends, or not at all if it raises.

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
    except (DBAPIError, PoolTimeoutError, OSError) as error:
        raise StoreUnavailable(f"the database fails: {error}") from error


def _is_duplicate(error: IntegrityError) -> bool:
    names = (getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate"))
    return not _DUPLICATE.isdisjoint(names)


async def upgrade(engine: AsyncEngine) -> None:
    """Bring the schema up to date, all of it or nothing; of several processes one at a time.

    Raises StoreUnavailable where the database fails or a later version has written it.
    """
    async with transaction(engine) as connection:
        if connection.dialect.name == "postgresql":
            await connection.execute(
                text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
            )
        try:
            await connection.run_sync(_run_migrations)
        except CommandError as error:
            raise StoreUnavailable(f"the database is not one of this version: {error}") from error


def _run_migrations(connection: Connection) -> None:
    command.upgrade(alembic_config(connection), "head")


def alembic_config(connection: Connection) -> Config:
    """What Alembic's `command` functions need to work on a database of ours."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "bot:migrations")
    return config
