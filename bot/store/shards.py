"""The shards of Discord that processes play: what each has heard, and who holds it.

One process plays a shard, and all agree how many there are, by locks that end with their holder.
SQLite: a file beside the database, locked as SQLite locks its own; the system releases it when the
process dies. PostgreSQL: an advisory lock of one connection; the server releases it when the
connection dies. So a restart after `kill -9` need not wait, and a process that only hangs is never
taken for dead.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import ShardTaken
from bot.match.guilds import TIMESTAMP_BITS, Shards
from bot.match.session import MessageId
from bot.store.database import (
    Database,
    SqliteEngine,
    TableStore,
    insert_missing,
    make_private,
    transaction,
)
from bot.store.tables import identifies, shards

_LONGEST_QUEUE: Final = timedelta(minutes=10)
"""A moment that is further away was stored while a clock was wrong."""

log = logging.getLogger(__name__)

Check = Callable[[], Awaitable[None]]
"""Raises ShardTaken if a claim no longer holds."""

_PATIENCE: Final = 10.0
"""Seconds in which a process that was told to end should have ended."""
_RETRY: Final = 0.2
"""Seconds between two tries."""
_LOCKS: Final = 0x6B696E61
"""The first half of the number of our locks in PostgreSQL: "kina" in ASCII."""
_COUNTS: Final = 0x6B696E62
"""The first half of the number of PostgreSQL's locks that say how many shards there are."""


def in_shards(guild: sa.ColumnElement[int], wanted: Shards) -> sa.ColumnElement[bool]:
    """The condition that these shards get the events of a server, as `Shards.holds` says."""
    if len(wanted.ids) == wanted.count:
        return sa.true()
    first_bits = sa.func.coalesce(guild, 0).bitwise_rshift(sa.literal_column(str(TIMESTAMP_BITS)))
    shard = first_bits % wanted.count
    return shard.in_(sorted(wanted.ids))


class ShardRecords(TableStore):
    """One row for each shard, and one lock for each that a process plays."""

    async def heard_until(self, shard: int) -> MessageId | None:
        """Return up to which message a shard has heard everything; None if it was never up."""
        query = sa.select(shards.c.heard_until).where(shards.c.id == shard)
        heard = await self._value(query)
        return None if heard is None else MessageId(heard)

    async def mark_heard(self, heard: Mapping[int, MessageId]) -> None:
        """Store for each shard up to which message it has heard everything."""
        async with transaction(self.database) as connection:
            for shard, message in heard.items():
                mark = sa.update(shards).where(shards.c.id == shard).values(heard_until=message)
                if (await connection.execute(mark)).rowcount == 0:
                    row = {"id": shard, "heard_until": message}
                    await insert_missing(connection, shards, row)

    async def next_identify(self, bucket: int, now: datetime, pause: timedelta) -> datetime:
        """Return when a shard of a bucket may identify: one at a time over all processes.

        Each takes the next free moment and leaves a pause after it.
        """
        async with transaction(self.database) as connection:
            await insert_missing(connection, identifies, {"id": bucket, "free_at": now})
            row = identifies.c.id == bucket
            query = sa.select(identifies.c.free_at).where(row).with_for_update()
            free_at: datetime = await connection.scalar(query) or now
            taken = max(now, free_at) if free_at - now < _LONGEST_QUEUE else now
            await connection.execute(sa.update(identifies).where(row).values(free_at=taken + pause))
        return taken

    @asynccontextmanager
    async def claim(self, wanted: Shards) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """Be the only process of these shards in the block.

        Raises ShardTaken if another process holds one of them, or has another number of shards.
        Yields a check that the claim still holds, which raises ShardTaken if it does not.
        """
        async with AsyncExitStack() as stack:
            claims = [claim(self.database, shard) for shard in sorted(wanted.ids)]
            agreed = agree(self.database, wanted.count)
            checks = [await stack.enter_async_context(one) for one in (agreed, *claims)]
            await self._deal_out(wanted.count)

            async def check() -> None:
                for one in checks:
                    await one()

            yield check

    async def _deal_out(self, count: int) -> None:
        """After a change of their number, set each shard back to the one that had heard least.

        Its servers were in other shards, one of which may have stopped before the others. What is
        read back twice is recognised.
        """
        async with transaction(self.database) as connection:
            query = sa.select(sa.func.max(shards.c.id), sa.func.min(shards.c.heard_until))
            found: Any = await connection.execute(query)
            newest, heard = found.one()
            if newest is None or newest + 1 == count:
                return
            await connection.execute(sa.delete(shards).where(shards.c.id >= count))
            await connection.execute(sa.update(shards).values(heard_until=heard))


@asynccontextmanager
async def claim(engine: Database, shard: int) -> AsyncIterator[Check]:
    """Be the only process of a shard in the block; raises ShardTaken if another one stays.

    Yields a check that the claim still holds: it renews one that was lost with its connection, and
    raises ShardTaken if another process was faster.
    """
    taken = ShardTaken(
        f"another process plays shard {shard} with this database: end it before this one starts"
    )
    if isinstance(engine, SqliteEngine):
        taking = _take_file(engine, f"-shard{shard}", _take_alone, taken)
    else:
        taking = _take_lock(engine, partial(_lock_shard, shard=shard), taken)
    async with taking as check:
        yield check


@asynccontextmanager
async def agree(engine: Database, count: int) -> AsyncIterator[Check]:
    """Let every process in the block know how many shards there are.

    Raises ShardTaken if another one has another number: both would get the events of some servers,
    and nobody those of others. Yields a check as `claim` does.
    """
    taken = ShardTaken(
        f"another process plays with this database and another SHARD_COUNT than {count}: "
        "end all of them before the number changes"
    )
    if isinstance(engine, SqliteEngine):
        taking = _take_file(engine, "-shards", partial(_take_together, count=count), taken)
    else:
        taking = _take_lock(engine, partial(_lock_count, count=count), taken)
    async with taking as check:
        yield check


async def _persist(take: Callable[[], Awaitable[bool]], taken: ShardTaken) -> None:
    """Try until it succeeds: the holder may be about to end. Raises ShardTaken."""
    for tries in range(int(_PATIENCE / _RETRY)):
        if await take():
            return
        if tries == 0:
            log.warning("waiting for its end: %s", taken)
        await asyncio.sleep(_RETRY)
    raise taken


@asynccontextmanager
async def _take_file(
    engine: SqliteEngine,
    suffix: str,
    take: Callable[[sqlite3.Connection], bool],
    taken: ShardTaken,
) -> AsyncIterator[Check]:
    path = engine.url.database
    if not path or path == ":memory:":
        yield _stand  # which no other process can open
        return
    beside = f"{path}{suffix}"
    make_private(Path(beside))
    with closing(sqlite3.connect(beside, timeout=0, isolation_level=None)) as file:

        async def try_once() -> bool:
            try:
                return take(file)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                    raise
                return False

        await _persist(try_once, taken)
        yield _stand


def _take_alone(file: sqlite3.Connection) -> bool:
    file.execute("BEGIN EXCLUSIVE")
    return True


def _take_together(file: sqlite3.Connection, count: int) -> bool:
    """Whether the file says this number, and keeps it: a process that is alone may change it."""
    with suppress(sqlite3.OperationalError):  # others read it
        file.execute("BEGIN EXCLUSIVE")
        file.execute(f"PRAGMA user_version={count}")
        file.execute("COMMIT")
    file.execute("BEGIN")  # while it reads, nobody writes
    (found,) = file.execute("PRAGMA user_version").fetchone()
    if found != count:
        file.execute("ROLLBACK")
    return bool(found == count)


async def _stand() -> None:
    """A locked file stays locked."""


Locking = Callable[[AsyncConnection], Awaitable[bool]]
"""Takes a lock for a connection, if it is free."""


async def _lock_shard(connection: AsyncConnection, shard: int) -> bool:
    query = sa.text("SELECT pg_try_advisory_lock(:ours, :shard)")
    return bool(await connection.scalar(query, {"ours": _LOCKS, "shard": shard}))


async def _lock_count(connection: AsyncConnection, count: int) -> bool:
    """Take a lock of this number, which others may hold too, and none of another number."""
    numbers = {"ours": _COUNTS, "count": count}
    await connection.execute(sa.text("SELECT pg_advisory_lock_shared(:ours, :count)"), numbers)
    others = sa.text(
        "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 2 AND granted"
        " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
        " AND classid = :ours AND objid <> :count"
    )
    if not await connection.scalar(others, numbers):
        return True
    await connection.execute(sa.text("SELECT pg_advisory_unlock_shared(:ours, :count)"), numbers)
    return False


@asynccontextmanager
async def _take_lock(engine: AsyncEngine, take: Locking, taken: ShardTaken) -> AsyncIterator[Check]:
    async with AsyncExitStack() as stack:
        lock = _Lock(engine, take, taken, stack)
        await _persist(lock.take, taken)
        yield lock.check


class _Lock:
    """An advisory lock, and the connection that holds it."""

    def __init__(
        self, engine: AsyncEngine, take: Locking, taken: ShardTaken, stack: AsyncExitStack
    ) -> None:
        self._engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        self._take = take
        self._taken = taken
        self._stack = stack
        self._connection: AsyncConnection | None = None

    async def take(self) -> bool:
        """Whether the lock was free."""
        if self._connection is None:
            self._connection = await self._stack.enter_async_context(self._engine.connect())
            # The lock goes with the connection, which must not go back to the pool.
            self._stack.push_async_callback(self._connection.invalidate)
        return await self._take(self._connection)

    async def check(self) -> None:
        """Take the lock again if the server lost it with the connection."""
        try:
            if self._connection is not None:
                await self._connection.execute(sa.text("SELECT 1"))
                return
        except (DBAPIError, OSError):
            log.warning("a claim was lost with its connection, and is made again")
        await self._renew()

    async def _renew(self) -> None:
        """Take the lock with a new connection; while there is none, the next check tries again."""
        self._connection = None
        try:
            await self._stack.aclose()
            if not await self.take():
                raise self._taken
        except (DBAPIError, OSError) as error:
            log.warning("the database is away: %s", error)
