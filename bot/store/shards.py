"""The shards of Discord that processes play: until when each was listening, and who holds it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime

from sqlalchemy import ColumnElement, func, insert, literal_column, select, true, update

from bot.match.shards import TIMESTAMP_BITS, Shards
from bot.store.claims import claim
from bot.store.database import Database, reading, transaction
from bot.store.tables import shards


def in_shards(guild: ColumnElement[int], wanted: Shards) -> ColumnElement[bool]:
    """The condition that these shards get the events of a server, as `Shards.holds` says."""
    if len(wanted.ids) == wanted.count:
        return true()
    first_bits = func.coalesce(guild, 0).bitwise_rshift(literal_column(str(TIMESTAMP_BITS)))
    shard = first_bits % wanted.count
    return shard.in_(sorted(wanted.ids))


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
