"""Stores who wants to hear when it is their turn, and how far each game's notices have come.

The rows of `notices` are made with each move, in `bot.store.games`.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Row, delete, insert, select, update

from bot.features.notify.values import Notice, NoticeWay, Posted
from bot.match.session import ChannelId, GameId, MessageId, UserId
from bot.match.session.clock import NoticeStep
from bot.match.shards import WHOLE, Shards
from bot.store.database import Database, reading, transaction
from bot.store.feature_tables import notify_choices
from bot.store.shards import in_shards
from bot.store.tables import games, notices

_NOTICES: Final = select(notices, games.c.channel_id.label("played_in")).join(
    games, notices.c.game_id == games.c.id
)


class NotifyStore:
    """The choices of people, and the notices that are to come."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def ways(self, people: Iterable[UserId]) -> dict[UserId, NoticeWay]:
        """Return how some people hear that it is their turn, without those who do not."""
        query = select(notify_choices).where(notify_choices.c.user_id.in_(list(people)))
        async with reading(self._database) as connection:
            return {
                UserId(row.user_id): NoticeWay(row.way) for row in await connection.execute(query)
            }

    async def choose(self, user: UserId, way: NoticeWay) -> None:
        """Store what a person has chosen now."""
        async with transaction(self._database) as connection:
            await connection.execute(delete(notify_choices).where(notify_choices.c.user_id == user))
            if way is not NoticeWay.OFF:
                await connection.execute(insert(notify_choices).values(user_id=user, way=way.value))

    async def due(self, now: datetime, most: int, shards: Shards = WHOLE) -> list[Notice]:
        """Return the notices of some shards that are due, the oldest first.

        An index leads to them: games in which nothing is due cost nothing.
        """
        due = notices.c.due_at <= now, in_shards(games.c.guild_id, shards)
        query = _NOTICES.where(*due).order_by(notices.c.due_at).limit(most)
        async with reading(self._database) as connection:
            return [_read(row) for row in await connection.execute(query)]

    async def find(self, game: GameId) -> Notice | None:
        """Return what is to be told next of a game, or None."""
        query = _NOTICES.where(notices.c.game_id == game)
        async with reading(self._database) as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _read(row)

    async def begin(self, notice: Notice, now: datetime) -> None:
        """Store that a notice is in hand, before it is told."""
        await self._change(notice.game, begun_at=now)

    async def go_on(
        self, game: GameId, step: NoticeStep, due: datetime, standing: Posted | None
    ) -> None:
        """Store that a notice was told: what comes next, and the message that stands now."""
        await self._change(
            game,
            step=step.value,
            due_at=due,
            begun_at=None,
            channel_id=standing.channel if standing else None,
            message_id=standing.message if standing else None,
        )

    async def postpone(self, notice: Notice, until: datetime) -> None:
        """Store that a notice could not be told, and when to try again."""
        await self._change(notice.game, due_at=until)

    async def remove(self, game: GameId) -> None:
        """Store that there is nothing more to tell of a game."""
        async with transaction(self._database) as connection:
            await connection.execute(delete(notices).where(notices.c.game_id == game))

    async def _change(self, game: GameId, **changes: Any) -> None:
        async with transaction(self._database) as connection:
            await connection.execute(
                update(notices).where(notices.c.game_id == game).values(changes)
            )


def _read(row: Row[Any]) -> Notice:
    standing = None
    if row.message_id is not None:
        standing = Posted(ChannelId(row.channel_id), MessageId(row.message_id))
    return Notice(
        GameId(row.game_id),
        ChannelId(row.played_in),
        NoticeStep(row.step),
        row.due_at,
        row.begun_at,
        standing,
    )
