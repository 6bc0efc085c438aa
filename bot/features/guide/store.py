"""Which servers the bot has greeted, in the database."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from bot.match.session import GuildId
from bot.store.columns import Snowflake, metadata
from bot.store.database import TableStore, insert_missing, transaction

greeted: Final = sa.Table(
    "greeted",
    metadata,
    sa.Column("guild_id", Snowflake, primary_key=True, autoincrement=False),
)
"""One row a server that was greeted. It stays when the bot is removed: nobody is greeted twice."""


class Greetings(TableStore):
    """Notes who was greeted."""

    async def note(self, guild: GuildId) -> bool:
        """Note that a server is greeted. False if it was greeted before, by whichever process."""
        known = sa.select(greeted.c.guild_id).where(greeted.c.guild_id == guild)
        async with transaction(self.database) as connection:
            if await connection.scalar(known) is not None:
                return False
            await insert_missing(connection, greeted, {"guild_id": guild})
            return True
