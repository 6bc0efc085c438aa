"""Which coach each person has chosen, in the database."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.match.session import Coach, UserId
from bot.store.database import Database, reading, transaction
from bot.store.feature_tables import coaches


class CoachStore:
    """One row for each person who wants a coach. `bot.store.deletion` erases it with the person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def chosen(self, user: UserId) -> Coach:
        """Return the coach that a person has chosen; OFF if none was."""
        query = select(coaches.c.coach).where(coaches.c.user_id == user)
        async with reading(self._database) as connection:
            found = await connection.scalar(query)
        return Coach.OFF if found is None else Coach(found)

    async def choose(self, user: UserId, coach: Coach) -> None:
        """Store what a person has chosen now."""
        async with transaction(self._database) as connection:
            await connection.execute(delete(coaches).where(coaches.c.user_id == user))
            if coach is not Coach.OFF:
                await connection.execute(insert(coaches).values(user_id=user, coach=coach.value))
