"""Which style each person has chosen, in the database."""

from __future__ import annotations

from sqlalchemy import delete, insert, select

from bot.match.session import BoardStyle, UserId
from bot.store.database import Database, reading, transaction
from bot.store.feature_tables import styles


class StyleStore:
    """One row for each person who has chosen. `bot.store.deletion` erases it with the person."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def chosen(self, user: UserId) -> BoardStyle | None:
        """Return the style that a person has chosen; None if they see what their server shows."""
        query = select(styles.c.style).where(styles.c.user_id == user)
        async with reading(self._database) as connection:
            found = await connection.scalar(query)
        return None if found is None else BoardStyle(found)

    async def choose(self, user: UserId, style: BoardStyle | None) -> None:
        """Store what a person has chosen now; None forgets it."""
        async with transaction(self._database) as connection:
            await connection.execute(delete(styles).where(styles.c.user_id == user))
            if style is not None:
                await connection.execute(insert(styles).values(user_id=user, style=style.value))
