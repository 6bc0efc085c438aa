"""The store of games. Each method is one transaction, or reads what is committed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Final

from sqlalchemy import URL, ColumnElement, and_, bindparam, func, or_, select

from bot.match.session import (
    UNSTORED,
    UNTOLD,
    ChannelId,
    Ending,
    GameId,
    MessageId,
    Session,
    UserId,
)
from bot.store.boards import Boards, keep_shown
from bot.store.database import Database, open_database, reading, transaction
from bot.store.erase import erase, plays
from bot.store.games import (
    LIVE,
    insert_message,
    insert_session,
    no_person_to_move,
    replace_session,
    select_live_games,
    select_live_session,
    select_sessions,
)
from bot.store.guild_settings import PreferenceStore
from bot.store.results import Results, keep_result
from bot.store.rows import LiveGame
from bot.store.shards import ShardRecords
from bot.store.skills import Skills, keep_skill, keep_step
from bot.store.tables import games, messages, moves, polls

_MESSAGE: Final = select(messages.c.game_id).where(messages.c.message_id == bindparam("message"))


async def migrate(url: str | URL) -> None:
    """Bring the schema of a database up to date, and make the database if there is none."""
    async with open_database(url):
        pass


class Store:
    """Stores the games of all channels, with their boards, results and preferences."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.boards = Boards(database)
        self.shards = ShardRecords(database)
        self.results = Results(database)
        self.skills = Skills(database)
        self.preferences = PreferenceStore(database)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str | URL) -> AsyncIterator[Store]:
        """Open a database, bring its schema up to date, and close it after the block."""
        async with open_database(url) as database:
            yield cls(database)

    # Reading.

    async def load(self, channel: ChannelId) -> Session | None:
        """Return the live game of a channel, or None if there is none."""
        async with reading(self.database) as connection:
            return await select_live_session(connection, channel)

    async def has_played(self, channel: ChannelId) -> bool:
        """Return whether a channel has ever had a game."""
        query = select(games.c.id).where(games.c.channel_id == channel).limit(1)
        async with reading(self.database) as connection:
            return await connection.scalar(query) is not None

    async def last(self, channel: ChannelId) -> Session | None:
        """Return the newest game of a channel, live or ended."""
        newest = select(func.max(games.c.id)).where(games.c.channel_id == channel)
        return await self._one(games.c.id == newest.scalar_subquery())

    async def last_finished(self, channel: ChannelId) -> Session | None:
        """Return the newest game of a channel that has ended, among those with moves."""
        newest = select(func.max(games.c.id)).join_from(games, moves)
        here = newest.where(games.c.channel_id == channel, games.c.ending.is_not(None))
        return await self._one(games.c.id == here.scalar_subquery())

    async def find(self, game: GameId) -> Session | None:
        """Return a game by its number."""
        return await self._one(games.c.id == game)

    async def live(self) -> list[Session]:
        """Return every live game, oldest first; one that cannot be read is logged and left out."""
        return await self._all(LIVE, skip_unreadable=True)

    async def live_games(self) -> list[LiveGame]:
        """Return where every live game is played, oldest first; cheaper than the games."""
        async with reading(self.database) as connection:
            return await select_live_games(connection)

    async def closed_games(self, *, since: datetime) -> list[LiveGame]:
        """Return where games were played that ended since then as their channel was closed."""
        closed = games.c.ending == Ending.CLOSED.value
        async with reading(self.database) as connection:
            return await select_live_games(connection, closed, games.c.touched_at > since)

    async def live_of(self, user: UserId) -> list[Session]:
        """Return the live games that a person plays or leads a crowd in, oldest first."""
        return await self._all(LIVE, plays(user))

    async def voted_on(self) -> list[Session]:
        """Return the live games that a crowd plays, oldest first.

        A game that cannot be read is logged and left out.
        """
        return await self._all(LIVE, polls.c.game_id.is_not(None), skip_unreadable=True)

    async def no_person_to_move(self) -> list[Session]:
        """Return the live games in which it is the bot's or a crowd's turn, oldest first.

        A game that cannot be read is logged and left out.
        """
        return await self._all(LIVE, no_person_to_move(), skip_unreadable=True)

    async def unshown(self, *, ended_since: datetime | None = None) -> list[Session]:
        """Return the live games whose last version no message shows, oldest first.

        With `ended_since` also games that ended after that time and whose end was not shown, except
        abandoned ones. A game that cannot be read is logged and left out.
        """
        shown = func.coalesce(games.c.shown_version, -1)
        wanted: ColumnElement[bool] = LIVE
        if ended_since is not None:
            ended = games.c.ending.not_in([ending.value for ending in UNTOLD])
            wanted = or_(LIVE, and_(games.c.touched_at > ended_since, ended))
        return await self._all(wanted, shown < games.c.version, skip_unreadable=True)

    async def count_live(self) -> int:
        """Return how many games are live."""
        query = select(func.count()).select_from(games).where(LIVE)
        async with transaction(self.database) as connection:
            return int(await connection.scalar(query) or 0)

    async def is_processed(self, message: MessageId) -> bool:
        """Return whether a message has changed a game, even if that was taken back since."""
        async with reading(self.database) as connection:
            return await connection.scalar(_MESSAGE, {"message": message}) is not None

    async def last_message(self, game: GameId) -> MessageId | None:
        """Return the newest message, or press, that has changed a game; None if none has."""
        newest = select(func.max(messages.c.message_id)).where(messages.c.game_id == game)
        async with reading(self.database) as connection:
            found = await connection.scalar(newest)
        return None if found is None else MessageId(found)

    # Writing.

    async def create(self, session: Session) -> Session:
        """Store a new game and return it with its number.

        Raises ConflictError if its channel has a live game.
        """
        assert session.game == UNSTORED, "a game is created once"
        async with transaction(self.database) as connection:
            return await insert_session(connection, session)

    async def save(
        self,
        before: Session,
        after: Session,
        message: MessageId | None = None,
        *,
        same_board: bool = False,
    ) -> Session:
        """Store a new version of a game, `after`, and the message that asked for it, if any.

        At the end of a game its result, the new ratings and the skill of its player are stored too,
        and during a game the step that its player has asked for. With `same_board` the
        message that shows `before` counts as showing `after` as well. Returns `after` with
        its version. Raises ConflictError, and changes nothing, if `before` is no longer the stored
        version or the message has changed a game already.
        """
        assert before.game == after.game != UNSTORED, "one game, which was created"
        stored = replace(after, version=before.version + 1)
        async with transaction(self.database) as connection:
            await replace_session(connection, before, stored)
            if same_board:
                await keep_shown(connection, before, stored)
            if before.ending is None and stored.ending is not None:
                await keep_result(connection, stored)
                await keep_skill(connection, stored)
            await keep_step(connection, before, stored)
            if message is not None:
                await insert_message(connection, message, stored.game)
        return stored

    async def forget(self, user: UserId) -> None:
        """Erase a person from every table. Games with others stay, without the name of the person.

        Raises ConflictError, and changes nothing, while a game of theirs is live.
        """
        async with transaction(self.database) as connection:
            await erase(connection, user)

    async def _one(self, *where: ColumnElement[bool]) -> Session | None:
        sessions = await self._all(*where)
        return sessions[0] if sessions else None

    async def _all(
        self, *where: ColumnElement[bool], skip_unreadable: bool = False
    ) -> list[Session]:
        async with reading(self.database) as connection:
            return await select_sessions(connection, *where, skip_unreadable=skip_unreadable)
