"""Stores how far each game's notices have come.

The rows of `notices` are made in the commit of each move.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.features.notify.values import Notice, Posted
from bot.match.guilds import WHOLE, Shards
from bot.match.session import ChannelId, Ending, GameId, MessageId, Person, Session
from bot.match.timing import NoticeStep
from bot.store.columns import Snowflake, UtcDateTime, choice_table, metadata
from bot.store.database import TableStore, Transaction
from bot.store.deletion import Own
from bot.store.shards import in_shards
from bot.store.tables import games

notify_choices: Final = choice_table("notify_choices", "way", 8)
"""One row a person who wants to hear when it is their turn."""

notices: Final = sa.Table(
    "notices",
    metadata,
    sa.Column("game_id", sa.ForeignKey(games.c.id, ondelete="CASCADE"), primary_key=True),
    sa.Column("step", sa.String(8), nullable=False),
    sa.Column("due_at", UtcDateTime, nullable=False, index=True),
    sa.Column("begun_at", UtcDateTime),  # NULL until a process has claimed it
    # The one current message that says whose turn it is, and where; NULL if there is none.
    sa.Column("channel_id", Snowflake),
    sa.Column("message_id", Snowflake),
)
"""What is to be told next about a game whose players have a time for moves."""

DELETIONS: Final = (Own(notify_choices.c.user_id),)
"""What is deleted with a person, or with a server."""

_NOTICES: Final = sa.select(notices, games.c.channel_id.label("played_in")).join(
    games, notices.c.game_id == games.c.id
)


class NoticeStore(TableStore):
    """The notices that are to come."""

    async def due(self, now: datetime, most: int, shards: Shards = WHOLE) -> list[Notice]:
        """Return the notices of some shards that are due, the oldest first.

        They are found by an index: games with nothing due cost nothing.
        """
        due = notices.c.due_at <= now, in_shards(games.c.guild_id, shards)
        query = _NOTICES.where(*due).order_by(notices.c.due_at).limit(most)
        return [_read(row) for row in await self._rows(query)]

    async def find(self, game: GameId) -> Notice | None:
        """Return what is to be told next about a game, or None."""
        query = _NOTICES.where(notices.c.game_id == game)
        row = await self._row(query)
        return None if row is None else _read(row)

    async def begin(self, notice: Notice, now: datetime) -> None:
        """Store that a notice is claimed, before it is told."""
        await self._change(notice.game, begun_at=now)

    async def go_on(
        self, game: GameId, step: NoticeStep, due: datetime, standing: Posted | None
    ) -> None:
        """Store that a notice was told, what comes next, and the current message."""
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
        """Store that there is nothing more to tell about a game."""
        await self._run(sa.delete(notices).where(notices.c.game_id == game))

    async def _change(self, game: GameId, **changes: Any) -> None:
        await self._run(sa.update(notices).where(notices.c.game_id == game).values(changes))


def _read(row: sa.Row[Any]) -> Notice:
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


class NoticeKeeper:
    """Stores what is to be told next about each game, in the commit of each change."""

    async def keep(self, connection: Transaction, before: Session | None, after: Session) -> None:
        """Store what is to be told next, if a new turn has begun or the game has ended.

        It is stored with the move, so that a restart loses neither a ping nor the end on time.
        """
        if after.clock is None or (before is not None and _turn(before) == _turn(after)):
            return
        this = notices.c.game_id == after.game
        stands = await connection.scalar(sa.select(notices.c.message_id).where(this)) is not None
        step, due = NoticeStep.CLEAR, after.touched
        if after.ending is Ending.TIME:
            step = NoticeStep.OVER
        elif after.clock.reminds is not None:
            goes_on = before is not None and before.is_opening and before.to_move == after.to_move
            wanted = not goes_on and (stands or await _wants_notice(connection, after))
            step = NoticeStep.CALL if wanted else NoticeStep.REMIND
            due = after.touched if wanted else after.clock.reminds
        elif not stands:
            await connection.execute(sa.delete(notices).where(this))
            return
        changes = {"step": step.value, "due_at": due, "begun_at": None}
        if (await connection.execute(sa.update(notices).where(this).values(changes))).rowcount == 0:
            await connection.execute(sa.insert(notices).values(game_id=after.game, **changes))

    async def drop(self, connection: Transaction, game: GameId) -> None:
        """Delete what was to be told about a game."""
        await connection.execute(sa.delete(notices).where(notices.c.game_id == game))


def _turn(session: Session) -> tuple[object, ...]:
    """What differs between two turns of a game, and between the last one and the end."""
    timed = session.clock is not None and session.clock.ends is not None
    return session.position.ply, session.swapped, session.swap2, session.ending, timed


async def _wants_notice(connection: Transaction, session: Session) -> bool:
    """Whether the player to move wants to hear that it is their turn."""
    player = session.to_move
    if not isinstance(player, Person) or not session.between_people:
        return False  # the engine answers while the person is still there
    query = sa.select(notify_choices.c.user_id).where(notify_choices.c.user_id == player.id)
    return await connection.scalar(query) is not None
