"""Pruning: games that nobody needs any more, a few in each transaction."""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime
from typing import Final

from sqlalchemy import ColumnElement, delete, select, update

from bot.match.session import GuildId
from bot.match.shards import WHOLE, Shards
from bot.store.database import Database, insert_missing, reading, transaction
from bot.store.deletion.batches import BATCH, delete_all
from bot.store.shards import in_shards
from bot.store.tables import (
    OUTDATED,
    challenges,
    games,
    guilds,
    puzzles,
    ratings,
    results,
    roles,
    run_records,
    tournaments,
)

_GAMES: Final = 50
"""How many games one transaction deletes, with their moves and messages."""


class Pruning:
    """Deletes old games, and what is kept of servers that removed the bot long ago."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def delete_old_games(self, before: datetime) -> bool:
        """Delete a few games that ended before a time. Returns whether there may be more.

        Their results stay, and the ratings. The games of tournaments stay with these.
        """
        old = OUTDATED, games.c.touched_at < before
        some = select(games.c.id).where(*old).order_by(games.c.touched_at).limit(_GAMES)
        return await self._delete_games(games.c.id.in_(some))

    async def note_guilds(
        self, present: Collection[GuildId], now: datetime, shards: Shards = WHOLE
    ) -> None:
        """Store which servers of some shards the bot is in now, and since when it misses others."""
        ours = in_shards(guilds.c.guild_id, shards)
        known: dict[GuildId, datetime | None] = {}
        query = select(guilds).where(ours).order_by(guilds.c.guild_id).limit(BATCH)
        while True:
            after = guilds.c.guild_id > max(known, default=0)
            async with reading(self._database) as connection:
                page = (await connection.execute(query.where(after))).all()
            known |= {GuildId(row.guild_id): row.missed_since for row in page}
            if len(page) < BATCH:
                break
        here = frozenset(present)
        gone = [guild for guild, missed in known.items() if missed is None and guild not in here]
        back = [guild for guild, missed in known.items() if missed is not None and guild in here]
        await self._note(gone, now)
        await self._note(back, None)
        for guild in here - known.keys():
            async with transaction(self._database) as connection:
                await insert_missing(connection, guilds, {"guild_id": guild})

    async def missed_guilds(self, before: datetime, shards: Shards = WHOLE) -> list[GuildId]:
        """Return servers of some shards that the bot has missed since before a time."""
        missed = guilds.c.missed_since < before, in_shards(guilds.c.guild_id, shards)
        query = select(guilds.c.guild_id).where(*missed).order_by(guilds.c.missed_since)
        async with reading(self._database) as connection:
            return [GuildId(guild) for guild in await connection.scalars(query.limit(BATCH))]

    async def delete_guild_games(self, guild: GuildId) -> bool:
        """Delete a few games of a server. Returns whether there may be more."""
        some = select(games.c.id).where(games.c.guild_id == guild).limit(_GAMES)
        return await self._delete_games(games.c.id.in_(some))

    async def delete_guild(self, guild: GuildId) -> None:
        """Delete what is kept of a server besides its games."""
        for table in (tournaments, challenges, roles):
            await delete_all(self._database, table, table.c.guild_id == guild)
        for table in (results, ratings, puzzles, run_records):
            await delete_all(self._database, table, table.c.scope_id == guild)
        await delete_all(self._database, guilds, guilds.c.guild_id == guild)

    async def _delete_games(self, where: ColumnElement[bool]) -> bool:
        async with transaction(self._database) as connection:
            return (await connection.execute(delete(games).where(where))).rowcount == _GAMES

    async def _note(self, some: Collection[GuildId], missed_since: datetime | None) -> None:
        """Store since when some servers are missed; None if they are not."""
        numbers = sorted(some)
        for first in range(0, len(numbers), BATCH):
            these = guilds.c.guild_id.in_(numbers[first : first + BATCH])
            async with transaction(self._database) as connection:
                await connection.execute(
                    update(guilds).where(these).values(missed_since=missed_since)
                )
