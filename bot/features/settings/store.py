"""Which permissions a channel has been told that the bot lacks, in the database."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

import sqlalchemy as sa

from bot.match.notes import Permission
from bot.match.session import ChannelId
from bot.store.columns import Snowflake, metadata
from bot.store.database import Database, transaction

told_permissions: Final = sa.Table(
    "told_permissions",
    metadata,
    sa.Column("channel_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("permission", sa.String(32), primary_key=True),
)
"""One row a permission that was mentioned in a channel."""


class ToldPermissions:
    """One row for each permission that was mentioned in a channel. None is about a person.

    Earlier requests are cached, since the bot asks for each board that lacks one.
    """

    def __init__(self, database: Database) -> None:
        self._database = database
        self._told: set[tuple[ChannelId, Permission]] = set()

    async def news(
        self, channel: ChannelId, lacking: Iterable[Permission]
    ) -> tuple[Permission, ...]:
        """Return the permissions that are mentioned in a channel for the first time now."""
        asked = [name for name in lacking if (channel, name) not in self._told]
        if not asked:
            return ()
        column = told_permissions.c
        query = sa.select(column.permission).where(column.channel_id == channel)
        async with transaction(self._database) as connection:
            told = frozenset(await connection.scalars(query))
            news = tuple(name for name in asked if name.value not in told)
            for name in news:
                row = {"channel_id": channel, "permission": name.value}
                await connection.execute(sa.insert(told_permissions).values(row))
        self._told.update((channel, name) for name in asked)
        return news
