"""The shards of Discord that processes play: until when each was listening, and who holds it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import insert, select, update

from bot.store.claims import claim
from bot.store.database import Database, insert_missing, reading, transaction
from bot.store.tables import identifies, shards

_LONGEST_QUEUE: Final = timedelta(minutes=10)
"""A moment that is further away was stored by a clock that was wrong."""


class ShardRecords:
    """One row for each shard, and one lock for each that a process plays."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def heard_until(self, ids: Iterable[int]) -> datetime | None:
        """Return until when all of these shards were listening, or None if one never was."""
        query = select(shards.c.heard_at).where(shards.c.id.in_(wanted := set(ids)))
        async with reading(self._database) as connection:
            times = (await connection.scalars(query)).all()
        return min(times) if len(times) == len(wanted) else None

    async def mark_heard(self, ids: Iterable[int], now: datetime) -> None:
        """Store that these shards are listening now."""
        async with transaction(self._database) as connection:
            for shard in ids:
                known = update(shards).where(shards.c.id == shard).values(heard_at=now)
                if (await connection.execute(known)).rowcount == 0:
                    await connection.execute(insert(shards).values(id=shard, heard_at=now))

    async def next_identify(self, bucket: int, now: datetime, pause: timedelta) -> datetime:
        """Return when a shard of a bucket may identify: one at a time over all processes.

        Each takes the next moment that is free and leaves a pause behind it.
        """
        async with transaction(self._database) as connection:
            await insert_missing(connection, identifies, {"id": bucket, "free_at": now})
            row = identifies.c.id == bucket
            query = select(identifies.c.free_at).where(row).with_for_update()
            free_at: datetime = await connection.scalar(query) or now
            taken = max(now, free_at) if free_at - now < _LONGEST_QUEUE else now
            await connection.execute(update(identifies).where(row).values(free_at=taken + pause))
        return taken

    @asynccontextmanager
    async def claim(self, ids: Iterable[int]) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """Be the only process of these shards in the block.

        Raises ShardTaken where another process holds one of them. Yields a check that the claim
        still holds, which raises ShardTaken when it does not.
        """
        async with AsyncExitStack() as stack:
            claims = [claim(self._database, shard) for shard in sorted(ids)]
            checks = [await stack.enter_async_context(one) for one in claims]

            async def check() -> None:
                for one in checks:
                    await one()

            yield check
