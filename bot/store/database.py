"""Transactions of a database, PostgreSQL or SQLite, which gets a group commit.

A statement on a local file takes about ten microseconds, less than passing it to a thread. Only the
commit takes long, because it waits for the disk. So the commit runs in a thread, and transactions
that arrive meanwhile share the next commit:

    begin ─ savepoint A ─ savepoint B ─ savepoint C ─ commit, for A, B and C
            │             │             │ rolled back alone, if it raises
            └─────────────┴─────────────┴─ each returns when the commit has

Reads have their own connection, which sees what is committed and does not wait for writers.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from shutil import disk_usage
from time import monotonic, sleep
from typing import Any, Final, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine
from sqlalchemy.pool import NullPool

from bot.errors import ConflictError, StoreUnavailable
from bot.monitoring.metrics import InFlight
from bot.monitoring.reach import unreached
from bot.store.remains import Remains, Work

T = TypeVar("T")

_PATIENCE: Final = 10.0
"""Seconds to wait for a transaction of another process."""
_RETRY: Final = 0.01
"""Seconds between two tries to write while another process writes."""
_LEAST_SPACE: Final = 1 << 20
"""The disk counts as full with fewer free bytes: a commit of many moves may need that many."""
IN_MEMORY: Final = (None, "", ":memory:")
"""The names of databases without a file."""
_LOG: Final = "-wal"
"""What SQLite adds to the name of a database for the file with the newest commits."""
_OWNER: Final = 0o600
"""Only the owner may read or write."""
_LAST_TRANSACTIONS: Final = 1.0
"""Seconds that transactions have to end before the file is closed."""

_DUPLICATE: Final = {"SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE", "23505"}
"""The error names of SQLite and PostgreSQL (SQLSTATE unique_violation) for a duplicate key."""

_PORT: Final = 5432
"""Where PostgreSQL listens if an address does not say."""
_FAILURES: Final = (DBAPIError, sqlite3.Error, PoolTimeoutError, OSError)
"""The errors that are raised if a database fails."""


class Statements:
    """A connection with the methods of SQLAlchemy's AsyncConnection. They never wait."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection
        raw = connection.connection.driver_connection
        assert isinstance(raw, sqlite3.Connection), "it is open"
        self.raw = raw
        """The connection of Python's sqlite3, for BEGIN, SAVEPOINT and COMMIT."""
        self.dialect = connection.dialect
        """The dialect in which SQLAlchemy writes statements."""

    async def execute(
        self, statement: sa.Executable, parameters: Any = None
    ) -> sa.CursorResult[Any]:
        """Run a statement, as AsyncConnection.execute does."""
        return self._connection.execute(statement, parameters)

    async def scalar(self, statement: sa.Executable, parameters: Any = None) -> Any:
        """Return the first value that a statement yields, or None."""
        return self._connection.scalar(statement, parameters)

    async def scalars(
        self, statement: sa.Executable, parameters: Any = None
    ) -> sa.ScalarResult[Any]:
        """Return the first value of each row."""
        return self._connection.scalars(statement, parameters)

    def close(self) -> None:
        """Close the connection."""
        self._connection.close()

    async def run_sync(self, work: Callable[[sa.Connection], T]) -> T:
        """Call a function with the connection of SQLAlchemy, which migrations need."""
        return work(self._connection)


class SqliteEngine:
    """One SQLite file, with one connection for writing and one for reading."""

    def __init__(self, url: sa.URL, prepare: Callable[[Any], None]) -> None:
        self.url = url
        self._engine = sa.create_engine(
            url.set(drivername="sqlite"),
            poolclass=NullPool,
            hide_parameters=True,
            connect_args={"check_same_thread": False},
        )
        self._prepare = prepare
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="sqlite")
        self._turn = asyncio.Lock()
        self._opening = asyncio.Lock()
        self._writer: Statements | None = None
        self._reader: Statements | None = None
        self._group: asyncio.Future[None] | None = None
        """The result of the next commit, which all transactions since the last one wait for."""
        self._commits: set[asyncio.Task[None]] = set()
        self._in_flight = InFlight()
        self._files: dict[Path, os.stat_result] = {}
        """The files as they were when they were opened; none before, and none in memory."""
        self.remains = Remains(self._alone)

    @property
    def dialect(self) -> sa.Dialect:
        """The dialect in which SQLAlchemy writes statements."""
        return self._engine.dialect

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[Statements]:
        """Begin a transaction. It is on the disk when the block ends, or undone if that raises."""
        with self._in_flight:
            async with self._turn:
                writer, group = await self._begun()
                writer.raw.execute("SAVEPOINT act")
                try:
                    yield writer
                except BaseException:
                    writer.raw.execute("ROLLBACK TO act")
                    raise
                finally:
                    writer.raw.execute("RELEASE act")
            await asyncio.shield(group)

    @asynccontextmanager
    async def read(self) -> AsyncIterator[Statements]:
        """Give the connection for reading, which sees what is committed."""
        await asyncio.sleep(0)  # reads never wait: a loop of them would block the event loop
        if self.url.database in IN_MEMORY:
            async with self.begin() as connection:  # no other connection sees a database in memory
                yield connection
            return
        async with self._opening:  # several first reads open only one
            if self._reader is None:
                self._reader = await self._run(self._open)
            reader = self._reader
        yield reader

    def check_file(self) -> None:
        """Raise OSError if the file is not where it was opened, or the disk has no room for it."""
        self._check_files()
        folder = Path(self.url.database or "").absolute().parent
        if self._files and (free := disk_usage(folder).free) < _LEAST_SPACE:
            raise OSError(f"the disk is full: {free // 1024} kB are left")

    async def dispose(self) -> None:
        """Close the file after the last commit. A transaction that takes too long is cut off."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._in_flight.rest(), _LAST_TRANSACTIONS)
        await asyncio.gather(*self._commits)
        await self.remains.end()
        # With the locks, and not in the thread: SQLite crashes if a connection in use is closed.
        async with self._turn, self._opening:
            for connection in (self._reader, self._writer):
                if connection is not None:
                    connection.close()
            self._reader = self._writer = None
        self._thread.shutdown(wait=False)

    async def _begun(self) -> tuple[Statements, asyncio.Future[None]]:
        """Return the writing connection in a transaction, and the future of its commit."""
        writer = await self._writing()
        if self._group is None:
            await _begin(writer.raw)
            self._group = asyncio.get_running_loop().create_future()
            commit = asyncio.create_task(self._commit(writer.raw))
            self._commits.add(commit)
            commit.add_done_callback(self._commits.discard)
        return writer, self._group

    async def _writing(self) -> Statements:
        """Return the connection for writing."""
        if self._writer is None:
            self._writer = await self._run(self._open)
            self._writer.raw.execute("PRAGMA busy_timeout=0")  # it would block the event loop
        return self._writer

    async def _commit(self, raw: sqlite3.Connection) -> None:
        """Commit, after the transactions that are waiting for the lock now have written too."""
        async with self._turn:
            await self._end_group(raw)

    async def _end_group(self, raw: sqlite3.Connection) -> None:
        """Commit what was begun, unless that is done."""
        group, self._group = self._group, None
        if group is None:
            return
        try:
            self._check_files()
            await self._run(lambda: _with_retries(lambda: raw.execute("COMMIT")))
        except Exception as error:
            if raw.in_transaction:
                raw.execute("ROLLBACK")
            group.set_exception(error)
            group.exception()  # mark it as retrieved: those who waited may be cancelled
        else:
            self.remains.note_change()
            group.set_result(None)

    async def _alone(self, work: Work) -> bool:
        """Do something with the connection for writing, in the thread, between transactions."""
        async with self._turn:
            raw = (await self._writing()).raw
            await self._end_group(raw)
            self._check_files()
            working = asyncio.ensure_future(self._run(lambda: work(raw)))
            try:
                return await asyncio.shield(working)
            except asyncio.CancelledError:
                raw.interrupt()
                await asyncio.gather(working, return_exceptions=True)
                raise

    def _check_files(self) -> None:
        """Raise OSError if one of the files is gone, or another one is in its place.

        SQLite goes on writing to a moved or deleted file, and loses it when the process ends.
        """
        for path, opened in self._files.items():
            try:
                is_there = os.path.samestat(path.stat(), opened)
            except FileNotFoundError:
                is_there = False
            if not is_there:
                raise FileNotFoundError(
                    f"the file {path.name} was moved or deleted while the bot has it open"
                )

    def _open(self) -> Statements:
        self._check_files()
        if self.url.database not in IN_MEMORY:
            make_private(Path(self.url.database or ""))
        connection = self._engine.connect()
        statements = Statements(connection)
        _with_retries(lambda: self._prepare(statements.raw))
        if self.url.database not in IN_MEMORY and not self._files:
            statements.raw.execute("SELECT 1 FROM sqlite_master").close()  # makes the log
            paths = map(Path, (str(self.url.database), f"{self.url.database}{_LOG}"))
            # a file system may have no log
            self._files = {path: path.stat() for path in paths if path.exists()}
        connection.begin()  # sends nothing to SQLite; so migrations leave transactions to us
        return statements

    async def _run(self, work: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)


def make_private(path: Path) -> None:
    """Make an empty file that only its owner may read, unless there is one.

    That is a new database. SQLite gives the files beside it the same permissions, and would give
    this one those of the umask, which other threads share.
    """
    with suppress(OSError):  # it exists, or SQLite will give a better error
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, _OWNER))


def _with_retries(work: Callable[[], object]) -> None:
    """Do something with a connection, with retries while the file is busy. Called in a thread.

    SQLite does not wait if one process switches a new file to WAL while another begins to write,
    and without WAL a commit waits for those who read. Raises sqlite3.OperationalError if the file
    stays busy.
    """
    end = monotonic() + _PATIENCE
    while True:
        try:
            work()
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or monotonic() > end:
                raise
        sleep(_RETRY)


def _is_busy(error: sqlite3.OperationalError) -> bool:
    """Return whether another process holds a lock."""
    return error.sqlite_errorcode & 0xFF == sqlite3.SQLITE_BUSY


async def _begin(raw: sqlite3.Connection) -> None:
    """Begin a transaction for writing. Raises sqlite3.OperationalError if the file stays busy."""
    end = monotonic() + _PATIENCE
    while True:
        try:
            raw.execute("BEGIN IMMEDIATE")
            return
        except sqlite3.OperationalError as error:
            if not _is_busy(error) or monotonic() > end:
                raise
        await asyncio.sleep(_RETRY)


Database = AsyncEngine | SqliteEngine
"""A database in which transactions are begun."""
Transaction = AsyncConnection | Statements
"""A connection in a transaction, which runs statements."""
Step = Callable[[Transaction], Awaitable[None]]
"""Something done in the caller's transaction."""


async def nothing(_connection: Transaction) -> None:
    """The step that does nothing."""


@asynccontextmanager
async def transaction(engine: Database) -> AsyncIterator[Transaction]:
    """Begin a transaction: committed when the block ends, rolled back if that raises.

    Raises ConflictError if a unique key is taken, StoreUnavailable if the database fails. Any other
    broken constraint is a defect and stays an IntegrityError.
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


@dataclass(eq=False)
class TableStore:
    """A store of a few tables, with what takes it one statement."""

    database: Database

    async def _rows(self, query: sa.Executable, parameters: Any = None) -> Sequence[sa.Row[Any]]:
        """Read the rows of a query."""
        async with reading(self.database) as connection:
            return (await connection.execute(query, parameters)).all()

    async def _row(self, query: sa.Executable, parameters: Any = None) -> sa.Row[Any] | None:
        """Read the only row of a query, if there is one."""
        async with reading(self.database) as connection:
            return (await connection.execute(query, parameters)).one_or_none()

    async def _values(self, query: sa.Executable) -> Sequence[Any]:
        """Read the first value of each row."""
        async with reading(self.database) as connection:
            return (await connection.scalars(query)).all()

    async def _value(self, query: sa.Executable, parameters: Any = None) -> Any:
        """Read the first value of a query; None if it has no row."""
        async with reading(self.database) as connection:
            return await connection.scalar(query, parameters)

    async def _run(self, statement: sa.Executable) -> int:
        """Run a statement, and return how many rows it has changed."""
        async with transaction(self.database) as connection:
            return (await connection.execute(statement)).rowcount


async def insert_missing(connection: Transaction, table: sa.Table, row: Mapping[str, Any]) -> None:
    """Insert a row, or leave the one that has the same key, and wait for one that is inserted."""
    await connection.execute(_insert_missing(connection.dialect.name, table), dict(row))


@cache  # making a statement takes longer than running it
def _insert_missing(dialect: str, table: sa.Table) -> sa.Executable:
    insert = sqlite.insert if dialect == "sqlite" else postgresql.insert
    return insert(table).on_conflict_do_nothing()


def _unavailable(engine: Database, error: Exception) -> StoreUnavailable:
    reason = error.orig if isinstance(error, DBAPIError) else error
    place = "" if engine.url.host is None else f"{engine.url.host}:{engine.url.port or _PORT}"
    return StoreUnavailable(f"{engine.url} fails: {unreached(error, place) or reason}")


def _is_duplicate(error: IntegrityError) -> bool:
    names = (getattr(error.orig, name, None) for name in ("sqlite_errorname", "sqlstate"))
    return not _DUPLICATE.isdisjoint(names)
