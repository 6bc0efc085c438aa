"""Opens a database with its schema brought up to date."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import sqlalchemy as sa
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool

from bot.errors import StoreUnavailable
from bot.store.database import IN_MEMORY, Database, SqliteEngine, Statements, transaction
from bot.store.migrations import NEWEST, STEPS, UNFINISHED, revision_of, take_steps
from bot.store.remains import mark_as_new
from bot.store.schema.urls import arguments_of

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

PARTIAL: Final = "has a part of another database: run the same `kinarow copy` again for the rest"
"""What to say of a database into which another one was not copied whole."""


def connect(url: str | sa.URL, *, hurried: bool = True) -> Database:
    """Return a database that is not opened yet; raises StoreUnavailable if its driver is missing.

    If `hurried`, a statement that takes a server longer than PATIENCE fails.
    """
    url = sa.make_url(url)
    if url.get_backend_name() != "sqlite":
        return _connect_server(url, PATIENCE if hurried else None)
    return SqliteEngine(url, _prepare_sqlite)


def _connect_server(url: sa.URL, patience: float | None) -> AsyncEngine:
    url, arguments = arguments_of(url)
    try:
        return create_async_engine(
            url,
            hide_parameters=True,
            pool_pre_ping=True,
            pool_timeout=PATIENCE,
            connect_args={"timeout": CONTACT, "command_timeout": patience} | arguments,
        )
    except ModuleNotFoundError as error:
        raise StoreUnavailable(f"{url} needs a package: pip install {error.name}") from error


def _prepare_sqlite(connection: sqlite3.Connection) -> None:
    """Set up a connection: WAL allows reads during writes, FULL survives a power cut.

    What is deleted is overwritten: not every SQLite does that by itself.
    """
    connection.isolation_level = None  # Python sends no BEGIN by itself
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}").close()


@asynccontextmanager
async def open_database(url: str | sa.URL) -> AsyncIterator[Database]:
    """Open a database, bring its schema up to date, and close it at the end.

    Raises StoreUnavailable if the database fails, or if a later release of the bot has written it.
    """
    engine = connect(url)
    try:
        # SQLite is migrated on the open connection: no other sees a database in memory.
        await (_upgrade(engine) if isinstance(engine, SqliteEngine) else upgrade(url))
        if isinstance(engine, SqliteEngine):
            engine.remains.keep()
        yield engine
    finally:
        if isinstance(engine, AsyncEngine):
            await _last_transactions(engine)
        await engine.dispose()


async def migrate(url: str | sa.URL) -> None:
    """Bring the schema of a database up to date, and make the database if there is none."""
    async with open_database(url):
        pass


async def _last_transactions(engine: AsyncEngine) -> None:
    """Wait for running transactions: a connection in use is not closed with the others."""
    pool = engine.pool
    assert isinstance(pool, AsyncAdaptedQueuePool), "the only kind that `connect` makes"
    for _ in range(_LAST_PAUSES):
        if not pool.checkedout():
            return
        await asyncio.sleep(_LAST_PAUSE)


async def upgrade(url: str | sa.URL) -> None:
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
                sa.text("SELECT pg_advisory_xact_lock(:key)"), {"key": _MIGRATION_LOCK}
            )
        found = await connection.run_sync(revision_of)
        if found is not None and found not in STEPS:
            raise StoreUnavailable(f"{engine.url} {PARTIAL if found == UNFINISHED else LATER}")
        if found is None and isinstance(connection, Statements):
            mark_as_new(connection.raw)
        if found != NEWEST:
            await connection.run_sync(take_steps)


async def revision(url: str | sa.URL) -> str | None:
    """Return the revision of a database, None if it is empty.

    Changes nothing and makes no file. Raises StoreUnavailable if the database fails, or is a file
    that may not be written.
    """
    if not _is_made(sa.make_url(url)):
        return None
    engine = connect(url)
    try:
        async with transaction(engine) as connection:
            return await connection.run_sync(revision_of)
    finally:
        await engine.dispose()


def _is_made(url: sa.URL) -> bool:
    """Whether the database exists; an SQLite file may not.

    Raises StoreUnavailable if such a file may not be written or made.
    """
    if (lack := lack_of_place(url)) is not None:
        raise StoreUnavailable(f"{url} fails: {lack}")
    return url.get_backend_name() != "sqlite" or not url.database or Path(url.database).exists()


def lack_of_place(url: sa.URL) -> str | None:
    """What keeps an SQLite file from being written or made, if anything does."""
    if url.get_backend_name() != "sqlite" or url.database in IN_MEMORY:
        return None
    file = Path(url.database or "").absolute()
    if not file.parent.is_dir():
        return f"there is no folder {file.parent}"
    if file.is_dir():
        return f"{file} is a folder"
    for needed in (file.parent, file) if file.exists() else (file.parent,):
        if not os.access(needed, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            return f"{needed} may not be written"
    return None
