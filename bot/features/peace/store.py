"""Stores who may challenge each person, and whom they have blocked."""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa

from bot.features.peace.values import Welcome
from bot.match.players import Person, UserId
from bot.store.columns import Snowflake, choice_table, metadata
from bot.store.database import Database, TableStore, transaction
from bot.store.deletion import Own
from bot.store.guild_settings import Choices
from bot.store.tables import results

welcomes: Final = choice_table("welcomes", "welcome", 8)
"""One row a person whom not everybody may challenge."""

blocks: Final = sa.Table(
    "blocks",
    metadata,
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("blocked_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    sa.Column("blocked_name", sa.String(100), nullable=False),
)
"""One row for each person whom somebody has blocked."""

DELETIONS: Final = (
    Own(welcomes.c.user_id),
    Own(blocks.c.user_id),
    Own(blocks.c.blocked_id, of_others=True),
)
"""What is deleted with a person, or with a server."""


class Peace(TableStore):
    """Who may challenge each person."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self.welcomes: Final = Choices(database, welcomes.c.welcome, Welcome, Welcome.ANYONE)

    async def admits(self, person: UserId, asker: UserId) -> bool:
        """Whether somebody may challenge a person."""
        if await self.has_blocked(person, asker):
            return False
        welcome = await self.welcomes.chosen(person)
        if welcome is Welcome.FRIENDS:
            return await self._have_played(person, asker)
        return welcome is Welcome.ANYONE

    async def has_blocked(self, person: UserId, other: UserId) -> bool:
        """Whether a person has blocked somebody."""
        return (
            await self._value(sa.select(blocks.c.user_id).where(_pair(person, other))) is not None
        )

    async def block(self, person: UserId, other: Person) -> None:
        """Store that a person has blocked somebody."""
        row = {"user_id": person, "blocked_id": other.id, "blocked_name": other.name}
        async with transaction(self.database) as connection:
            await connection.execute(sa.delete(blocks).where(_pair(person, other.id)))
            await connection.execute(sa.insert(blocks).values(row))

    async def unblock(self, person: UserId, other: UserId) -> None:
        """Store that a person blocks somebody no longer."""
        await self._run(sa.delete(blocks).where(_pair(person, other)))

    async def blocked(self, person: UserId) -> list[Person]:
        """Return the people whom a person has blocked, by name."""
        query = sa.select(blocks).where(blocks.c.user_id == person)
        rows = await self._rows(query.order_by(blocks.c.blocked_name, blocks.c.blocked_id))
        return [Person(UserId(row.blocked_id), row.blocked_name) for row in rows]

    async def _have_played(self, person: UserId, other: UserId) -> bool:
        """Whether two people have finished a game with each other, anywhere."""
        both = results.c.user_id == person, results.c.opponent_id == other
        return await self._value(sa.select(results.c.game_id).where(*both).limit(1)) is not None


def _pair(person: UserId, other: UserId) -> sa.ColumnElement[bool]:
    return sa.and_(blocks.c.user_id == person, blocks.c.blocked_id == other)
