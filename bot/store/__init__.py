"""Where games are kept: SQLite or PostgreSQL, by URL.

A change is committed when the call that makes it returns. Each starts from the
version of a session that was loaded; whoever comes second gets ConflictError.
Every call raises StoreUnavailable where the database fails.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from itertools import takewhile

from sqlalchemy import URL, ColumnElement, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from bot.errors import ConflictError
from bot.session import UNSTORED, ChannelId, Ending, GameId, MessageId, Session, UserId
from bot.store.database import open_database, transaction
from bot.store.rows import Result, game_columns, move_columns, read_result, read_sessions
from bot.store.tables import games, messages, moves

__all__ = ["Result", "Store", "migrate"]

_LIVE = games.c.ending.is_(None)
_DECIDED = [e.value for e in (Ending.LINE, Ending.FULL, Ending.RESIGNED, Ending.AGREED)]
"""The endings that leave a result."""


async def migrate(url: str | URL) -> None:
    """Bring the schema of a database up to date, making it where there is none."""
    async with open_database(url):
        pass


class Store:
    """Every game of every channel."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str | URL) -> AsyncIterator[Store]:
        """The store of a database whose schema has been brought up to date."""
        async with open_database(url) as engine:
            yield cls(engine)

    # Reading.

    async def load(self, channel: ChannelId) -> Session | None:
        """The live game of a channel."""
        return await self._one(_LIVE, games.c.channel_id == channel)

    async def last(self, channel: ChannelId) -> Session | None:
        """The newest game of a channel, live or ended."""
        newest = select(func.max(games.c.id)).where(games.c.channel_id == channel)
        return await self._one(games.c.id == newest.scalar_subquery())

    async def last_finished(self, channel: ChannelId) -> Session | None:
        """The newest game of a channel that has ended, among those with moves."""
        newest = select(func.max(games.c.id)).join_from(games, moves)
        here = newest.where(games.c.channel_id == channel, games.c.ending.is_not(None))
        return await self._one(games.c.id == here.scalar_subquery())

    async def find(self, game: GameId) -> Session | None:
        """A game by its number."""
        return await self._one(games.c.id == game)

    async def live(self) -> list[Session]:
        """Every live game, oldest first."""
        return await self._all(_LIVE)

    async def count_live(self) -> int:
        """How many games are live."""
        query = select(func.count()).select_from(games).where(_LIVE)
        async with transaction(self._engine) as connection:
            return int(await connection.scalar(query) or 0)

    async def unshown(self, *, ended_since: datetime | None = None) -> list[Session]:
        """The live games whose last version no message shows, oldest first.

        With `ended_since` also those whose last version is an end made later than that.
        """
        shown = func.coalesce(games.c.shown_version, -1)
        wanted = _LIVE if ended_since is None else or_(_LIVE, games.c.touched_at > ended_since)
        return await self._all(wanted, shown < games.c.version)

    async def board_message(self, game: GameId) -> MessageId | None:
        """The message that last showed a game."""
        query = select(games.c.board_message_id).where(games.c.id == game)
        async with transaction(self._engine) as connection:
            message = await connection.scalar(query)
        return None if message is None else MessageId(message)

    async def is_shown(self, session: Session) -> bool:
        """Whether a message shows this version of a game, or a later one."""
        query = select(games.c.id).where(
            games.c.id == session.game, games.c.shown_version >= session.version
        )
        async with transaction(self._engine) as connection:
            return await connection.scalar(query) is not None

    async def seen(self, message: MessageId) -> bool:
        """Whether a message has changed a game already, even if that was taken back since."""
        query = select(messages.c.message_id).where(messages.c.message_id == message)
        async with transaction(self._engine) as connection:
            return await connection.scalar(query) is not None

    async def results(self, user: UserId, limit: int) -> list[Result]:
        """A person's latest decided games against the bot, newest first, `limit` at most."""
        as_x = and_(games.c.x_user_id == user, games.c.o_user_id.is_(None))
        as_o = and_(games.c.o_user_id == user, games.c.x_user_id.is_(None))
        query = (
            select(games)
            .where(or_(as_x, as_o), games.c.ending.in_(_DECIDED))
            .order_by(games.c.touched_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with transaction(self._engine) as connection:
            return [read_result(row, user) for row in await connection.execute(query)]

    # Writing.

    async def create(self, session: Session) -> Session:
        """Number and keep a new game; raises ConflictError if its channel has a live one."""
        assert session.game == UNSTORED, "a game is created once"
        row = {**game_columns(session), "created_at": session.touched}
        async with transaction(self._engine) as connection:
            game = await connection.scalar(insert(games).values(row).returning(games.c.id))
            stored = replace(session, game=GameId(game))
            await _insert_moves(connection, stored, 1)
        return stored

    async def save(
        self, before: Session, after: Session, message: MessageId | None = None
    ) -> Session:
        """Keep what follows from `before`, and the message that asked for it; `after`, numbered.

        Raises ConflictError, and changes nothing, if `before` is no longer the stored
        version or the message has changed a game already.
        """
        assert before.game == after.game != UNSTORED, "one game, which was created"
        stored = replace(after, version=before.version + 1)
        async with transaction(self._engine) as connection:
            await _replace_game(connection, before, stored)
            await _replace_moves(connection, before, stored)
            if message is not None:
                row = {"message_id": message, "game_id": stored.game}
                await connection.execute(insert(messages).values(row))
        return stored

    async def shown(self, session: Session, message: MessageId) -> None:
        """Remember the message that shows this version, unless a later one is shown already."""
        earlier = func.coalesce(games.c.shown_version, -1) <= session.version
        async with transaction(self._engine) as connection:
            await connection.execute(
                update(games)
                .where(games.c.id == session.game, earlier)
                .values(board_message_id=message, shown_version=session.version)
            )

    async def _one(self, *where: ColumnElement[bool]) -> Session | None:
        sessions = await self._all(*where)
        return sessions[0] if sessions else None

    async def _all(self, *where: ColumnElement[bool]) -> list[Session]:
        """One statement reads games and moves, so that both are of the same version."""
        query = (
            select(games, moves.c.ply, moves.c.move)
            .outerjoin_from(games, moves)
            .where(*where)
            .order_by(games.c.id, moves.c.ply)
        )
        async with transaction(self._engine) as connection:
            return list(read_sessions(await connection.execute(query)))


async def _replace_game(connection: AsyncConnection, before: Session, after: Session) -> None:
    result = await connection.execute(
        update(games)
        .where(games.c.id == before.game, games.c.version == before.version)
        .values(game_columns(after))
    )
    if result.rowcount == 0:
        raise ConflictError(f"game {before.game} is past version {before.version}")


async def _replace_moves(connection: AsyncConnection, before: Session, after: Session) -> None:
    """Delete the plies that do not stand any more, insert those that are new."""
    first = _common(before.position.moves, after.position.moves) + 1
    if first <= before.position.ply:
        await connection.execute(
            delete(moves).where(moves.c.game_id == after.game, moves.c.ply >= first)
        )
    await _insert_moves(connection, after, first)


async def _insert_moves(connection: AsyncConnection, session: Session, first: int) -> None:
    if rows := move_columns(session, first):
        await connection.execute(insert(moves), rows)


def _common(left: tuple[int, ...], right: tuple[int, ...]) -> int:
    """How many moves two games share from the start."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
