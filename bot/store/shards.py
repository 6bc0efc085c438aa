"""The shards of Discord that processes play: what each has heard, and who holds it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import ColumnElement, delete, func, literal_column, select, true, update

from bot.match.session import MessageId
from bot.match.shards import TIMESTAMP_BITS, Shards
from bot.store.claims import agree, claim
from bot.store.database import Database, insert_missing, reading, transaction
from bot.store.tables import identifies, shards

_LONGEST_QUEUE: Final = timedelta(minutes=10)
"""A moment that is further away was stored by a clock that was wrong."""


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

    async def heard_until(self, shard: int) -> MessageId | None:
        """Return up to which message a shard has heard everything; None if it was never up."""
        query = select(shards.c.heard_until).where(shards.c.id == shard)
        async with reading(self._database) as connection:
            heard = await connection.scalar(query)
        return None if heard is None else MessageId(heard)

    async def mark_heard(self, heard: Mapping[int, MessageId]) -> None:
        """Store for each shard up to which message it has heard everything."""
        async with transaction(self._database) as connection:
            for shard, message in heard.items():
                mark = update(shards).where(shards.c.id == shard).values(heard_until=message)
                if (await connection.execute(mark)).rowcount == 0:
                    row = {"id": shard, "heard_until": message}
                    await insert_missing(connection, shards, row)

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
    async def claim(self, wanted: Shards) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """Be the only process of these shards in the block.

        Raises ShardTaken where another process holds one of them, or counts them differently.
        Yields a check that the claim still holds, which raises ShardTaken when it does not.
        """
        async with AsyncExitStack() as stack:
            claims = [claim(self._database, shard) for shard in sorted(wanted.ids)]
            agreed = agree(self._database, wanted.count)
            checks = [await stack.enter_async_context(one) for one in (agreed, *claims)]
            await self._deal_out(wanted.count)

            async def check() -> None:
                for one in checks:
                    await one()

            yield check

    async def _deal_out(self, count: int) -> None:
        """After a change of their number, let each shard have heard as little as any before.

        Its servers were in other shards, of which one may have stopped before the others. What is
        read back twice is known.
        """
        async with transaction(self._database) as connection:
            query = select(func.max(shards.c.id), func.min(shards.c.heard_until))
            found: Any = await connection.execute(query)
            newest, heard = found.one()
            if newest is None or newest + 1 == count:
                return
            await connection.execute(delete(shards).where(shards.c.id >= count))
            await connection.execute(update(shards).values(heard_until=heard))
