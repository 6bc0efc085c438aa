"""Keeps the clocks of games: what is to be told next about each, what is due, and what follows.

The rows of `notices` are made in the commit of each move. No Discord.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from bot.features.notify.values import Notice, NoticeWay, Posted
from bot.games.turns import Turns
from bot.match.guilds import WHOLE, Shards
from bot.match.session import ChannelId, Ending, GameId, MessageId, Person, Session, UserId
from bot.match.timing import NoticeStep
from bot.pool.bounds import BoundedDict
from bot.store import Store
from bot.store.columns import Snowflake, UtcDateTime, choice_table, metadata
from bot.store.database import Database, TableStore, Transaction
from bot.store.deletion import Own
from bot.store.guild_settings import Choices
from bot.store.shards import in_shards
from bot.store.tables import games

_FIRST_PAUSE: Final = timedelta(minutes=1)
_LONGEST_PAUSE: Final = timedelta(hours=1)
"""The pause after a refusal of Discord: as long as the tries so far, within these bounds."""
_LEFT_ALONE: Final = timedelta(days=7)
"""How long a person who accepts no direct messages gets none."""
_REMEMBERED: Final = 10_000
"""How many such people are remembered."""
_AT_ONCE: Final = 500
"""The most notices of one round; the rest come in the next one."""


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


def way_choices(database: Database) -> Choices[NoticeWay]:
    """How each person hears that it is their turn."""
    return Choices(database, notify_choices.c.way, NoticeWay, NoticeWay.OFF)


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
        assert after.clock is not None, "only games with a clock have notices"
        if before is not None and _turn(before) == _turn(after):
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


class Due(NamedTuple):
    """A notice that is due now, and its game as it stands."""

    notice: Notice
    session: Session


class Notices:
    """What is to be told about this process's games. Each call runs under the channel's lock."""

    def __init__(self, store: Store, turns: Turns, shards: Shards) -> None:
        self.clock = turns.clock
        self.choices = way_choices(store.database)
        self._store = store
        self._stored = NoticeStore(store.database)
        self._turns = turns
        self._shards = shards
        self._unreachable: BoundedDict[UserId, datetime] = BoundedDict(_REMEMBERED)
        """The people who accepted no direct message, and when."""

    def is_reachable(self, user: UserId) -> bool:
        """Whether a person may accept a direct message: they have not refused one recently."""
        refused = self._unreachable.get(user)
        return refused is None or self.clock() - refused > _LEFT_ALONE

    def note_unreachable(self, user: UserId) -> None:
        """Note that a person has accepted no direct message."""
        self._unreachable[user] = self.clock()

    def note_reachable(self, user: UserId) -> None:
        """Note that a person accepts direct messages, or says that they do."""
        self._unreachable.pop(user, None)

    async def due(self) -> list[Notice]:
        """Return what is due now in the games of this process."""
        return await self._stored.due(self.clock(), _AT_ONCE, self._shards)

    @asynccontextmanager
    async def taken(self, channel: ChannelId, game: GameId) -> AsyncIterator[Due | None]:
        """Claim what is due in a game; None if nothing is, or its board is not shown yet."""
        async with self._turns.lock(channel):
            yield await self._due(game)

    async def _due(self, game: GameId) -> Due | None:
        notice = await self._stored.find(game)
        if notice is None or notice.due > self.clock():
            return None
        session = await self._store.find(game)
        assert session is not None, "a notice is about a game"
        if await self._store.boards.is_shown(session):
            return Due(notice, session)
        # A ping before its board would link to the previous board.
        if session.ending is not None and self.clock() - session.touched > _LONGEST_PAUSE:
            await self._stored.remove(game)  # its end is no longer shown
        else:
            await self.put_off(notice)
        return None

    async def put_off(self, notice: Notice) -> None:
        """Try a notice again later."""
        now = self.clock()
        tried = now - (notice.begun or now)
        pause = min(max(tried, _FIRST_PAUSE), _LONGEST_PAUSE)
        await self._stored.postpone(notice, now + pause)

    async def board(self, session: Session) -> MessageId | None:
        """Return the message that shows the board of a game."""
        return await self._store.boards.newest(session.game)

    async def prepared(self, due: Due) -> Session:
        """Note that a notice is about to be told, and return its game.

        A reminder that is late, because the bot was away, leaves as much time as a punctual one.
        """
        session, now = due.session, self.clock()
        if due.notice.step is NoticeStep.REMIND and session.clock is not None:
            clock = session.clock.reminded(now)
            if clock != session.clock:
                session = await self._turns.save(
                    session, replace(session, clock=clock), same_board=True
                )
        await self._stored.begin(due.notice, now)
        return session

    async def mark_told(self, due: Due, session: Session, standing: Posted | None) -> None:
        """Note that a notice was told, and what comes next."""
        if standing is not None:
            self._turns.closures.forget(session.channel)
        clock, game = session.clock, session.game
        assert clock is not None, "only games with a clock have notices"
        match due.notice.step:
            case NoticeStep.CALL if clock.reminds is not None:
                await self._stored.go_on(game, NoticeStep.REMIND, clock.reminds, standing)
            case NoticeStep.REMIND if clock.ends is not None:
                await self._stored.go_on(game, NoticeStep.END, clock.ends, standing)
            case _:
                await self._stored.remove(game)
