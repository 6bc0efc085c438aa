"""One process a shard: a lock that ends with its holder, however that ends.

SQLite: a file beside the database, locked as SQLite locks its own; the system lets go
of it when the process dies. PostgreSQL: an advisory lock of one connection; the server
lets go of it when the connection dies. So whoever starts again after `kill -9` has not
to wait, and a process that only hangs is never taken for dead.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, closing
from typing import Final

from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import ShardTaken
from bot.store.database import Database
from bot.store.sqlite import SqliteEngine

log = logging.getLogger(__name__)

Check = Callable[[], Awaitable[None]]
"""Raises ShardTaken where a claim does not stand any more."""

_PATIENCE: Final = 10.0
"""Seconds in which a process that was told to end should have ended."""
_RETRY: Final = 0.2
"""Seconds between two tries."""
_LOCKS: Final = 0x6B696E61
"""The first half of the number of our locks in PostgreSQL: "kina" in ASCII."""


@asynccontextmanager
async def claim(engine: Database, shard: int) -> AsyncIterator[Check]:
    """Be the only process of a shard in the block; raises ShardTaken where another stays.

    Yields a check that the claim still stands: it renews one that was lost with its
    connection, and raises ShardTaken where another process was faster.
    """
    if isinstance(engine, SqliteEngine):
        taking = _take_file(engine, shard)
    else:
        taking = _take_lock(engine, shard)
    async with taking as check:
        yield check


def _taken(shard: int) -> ShardTaken:
    return ShardTaken(
        f"another process plays shard {shard} with this database: end it before this one starts"
    )


async def _persist(shard: int, take: Callable[[], Awaitable[bool]]) -> None:
    """Try until it succeeds: the holder may be about to end. Raises ShardTaken."""
    for tries in range(int(_PATIENCE / _RETRY)):
        if await take():
            return
        if tries == 0:
            log.warning("another process plays shard %s: waiting for its end", shard)
        await asyncio.sleep(_RETRY)
    raise _taken(shard)


@asynccontextmanager
async def _take_file(engine: SqliteEngine, shard: int) -> AsyncIterator[Check]:
    path = engine.url.database
    if not path or path == ":memory:":
        yield _stand  # which no other process can open
        return
    with closing(sqlite3.connect(f"{path}-shard{shard}", timeout=0, isolation_level=None)) as file:

        async def take() -> bool:
            try:
                file.execute("BEGIN EXCLUSIVE")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                return False
            return True

        await _persist(shard, take)
        yield _stand


async def _stand() -> None:
    """A locked file stays locked."""


@asynccontextmanager
async def _take_lock(engine: AsyncEngine, shard: int) -> AsyncIterator[Check]:
    async with AsyncExitStack() as stack:
        lock = _Lock(engine, shard, stack)
        await _persist(shard, lock.take)
        yield lock.check


class _Lock:
    """An advisory lock, and the connection that holds it."""

    def __init__(self, engine: AsyncEngine, shard: int, stack: AsyncExitStack) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._shard = shard
        self._stack = stack
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        """Whether the lock could be had."""
        if self._connection is None:
            self._connection = await self._stack.enter_async_context(self._engine.connect())
            # The lock goes with the connection, which must not go back to the pool.
            self._stack.push_async_callback(self._connection.invalidate)
        query = text("SELECT pg_try_advisory_lock(:ours, :shard)")
        found = await self._connection.scalar(query, {"ours": _LOCKS, "shard": self._shard})
        return bool(found)

    async def check(self) -> None:
        """Take the lock again where the server lost it with the connection."""
        try:
            if self._connection is not None:
                await self._connection.execute(text("SELECT 1"))
                return
        except (DBAPIError, OSError):
            log.warning("the claim to shard %s was lost with its connection", self._shard)
        await self._renew()

    async def _renew(self) -> None:
        """Take the lock with a new connection; while there is none, the next check tries again."""
        self._connection = None
        try:
            await self._stack.aclose()
            if not await self.take():
                raise _taken(self._shard)
        except (DBAPIError, OSError) as error:
            log.warning("the database is away: %s", error)
