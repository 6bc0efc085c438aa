"""The store of games. Each method is one transaction, or reads what is committed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime
from typing import Any, Final, Protocol

import sqlalchemy as sa

from bot.errors import UnreadableGame
from bot.match.guilds import WHOLE, Shards
from bot.match.session import UNSTORED, ChannelId, GameId, GuildId, MessageId, Session, UserId
from bot.store.boards import BoardMessages
from bot.store.database import (
    Database,
    SqliteEngine,
    Step,
    TableStore,
    Transaction,
    insert_missing,
    reading,
    transaction,
)
from bot.store.deletion import Deletion, Pruning, erase, plays
from bot.store.games import (
    GAMES,
    INSERT_MESSAGE,
    LIVE_IN_CHANNEL,
    PLACES,
    THIS_GAME,
    VERSIONS,
    WAITING_GAMES,
    NamedMoves,
    end_unreadable,
    insert_session,
    read_games,
    replace_session,
)
from bot.store.guild_settings import PreferenceStore
from bot.store.results import Results, Skills, keep_result, keep_skill, keep_step
from bot.store.rows import LiveGame, WaitingGame, read_live_game, read_waiting_game
from bot.store.schema.opening import open_database
from bot.store.shards import ShardRecords, in_shards
from bot.store.tables import (
    CLOSED,
    END_UNSHOWN,
    LIVE,
    PLAYED_HERE,
    VOTED_ON,
    WAITING,
    games,
    messages,
    moves,
    probes,
    results,
)

_PAGE: Final = 200
"""How many rows one statement reads: SQLite runs it in the event loop, so it has to be short."""
_MESSAGE: Final = sa.select(messages.c.game_id).where(
    messages.c.message_id == sa.bindparam("message")
)


class Companion(Protocol):
    """Keeps rows of a feature beside those of a game with a clock, in the same commit."""

    async def keep(self, connection: Transaction, before: Session | None, after: Session) -> None:
        """Store what a change of a game requires; without `before` the game is new."""

    async def drop(self, connection: Transaction, game: GameId) -> None:
        """Delete what is kept of a game that has ended because it cannot be read."""


class Store(TableStore):
    """Stores the games of all channels, with their boards, results and preferences."""

    def __init__(
        self,
        database: Database,
        deletions: Iterable[Deletion] = (),
        companions: Iterable[Companion] = (),
    ) -> None:
        super().__init__(database)
        self.boards = BoardMessages(database)
        self.shards = ShardRecords(database)
        self.results = Results(database)
        self.skills = Skills(database)
        self.named = NamedMoves(database)
        self.preferences = PreferenceStore(database)
        self.pruning = Pruning(database, deletions)
        self._deletions = tuple(deletions)
        self._companions = tuple(companions)

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        url: str | sa.URL,
        deletions: Iterable[Deletion] = (),
        companions: Iterable[Companion] = (),
    ) -> AsyncIterator[Store]:
        """Open a database, bring its schema up to date, and close it after the block.

        `deletions` say what is deleted from the features' tables with a person or a server, and
        `companions` store their rows in the commits of games with a clock.
        """
        async with open_database(url) as database:
            yield cls(database, deletions, companions)

    # Reading.

    async def load(self, channel: ChannelId) -> Session | None:
        """Return the live game of a channel, or None. Raises UnreadableGame."""
        return await self._one(LIVE_IN_CHANNEL, channel=channel)

    async def has_won_once(self, user: UserId) -> bool:
        """Return whether a person has beaten the bot, and only once."""
        won = (results.c.user_id == user, results.c.opponent_id.is_(None), results.c.value == "win")
        query = sa.select(results.c.game_id).where(*won).limit(2)
        return len(await self._values(query)) == 1

    async def last(self, channel: ChannelId) -> Session | None:
        """Return the newest game of a channel, live or ended."""
        here = games.c.channel_id == channel, PLAYED_HERE
        newest = sa.select(sa.func.max(games.c.id)).where(*here)
        return await self._one(GAMES.where(games.c.id == newest.scalar_subquery()))

    async def last_finished(self, channel: ChannelId) -> Session | None:
        """Return the newest ended game of a channel, among those with moves."""
        has_moves = sa.exists().where(moves.c.game_id == games.c.id)
        here = games.c.channel_id == channel, games.c.ending.is_not(None), has_moves, PLAYED_HERE
        newest = sa.select(games.c.id).where(*here).order_by(games.c.id.desc()).limit(1)
        return await self._one(GAMES.where(games.c.id == newest.scalar_subquery()))

    async def last_between(
        self, guild: GuildId | None, channel: ChannelId, user: UserId, other: UserId
    ) -> Session | None:
        """Return the newest finished game of two people in a server, or in a chat without one."""
        here = games.c.guild_id == guild if guild is not None else games.c.channel_id == channel
        first = games.c.x_user_id == user, games.c.o_user_id == other
        second = games.c.x_user_id == other, games.c.o_user_id == user
        ended = games.c.ending.is_not(None), here
        both = (
            sa.select(sa.func.max(games.c.id)).where(*seats, *ended) for seats in (first, second)
        )
        numbers = [number for one in both if (number := await self._value(one)) is not None]
        return await self.find(GameId(max(numbers))) if numbers else None

    async def is_followed(self, game: GameId) -> bool:
        """Return whether a game of a series has a next one."""
        query = sa.select(games.c.id).where(games.c.follows_id == game)
        return await self._value(query) is not None

    async def find(self, game: GameId) -> Session | None:
        """Return a game by its number."""
        return await self._one(THIS_GAME, game=game)

    async def versions(
        self, shown: Iterable[GameId], channels: Iterable[ChannelId]
    ) -> list[tuple[GameId, int]]:
        """Return the versions of these games, and of the live games of these channels."""
        these = {"games": list(shown), "channels": list(channels)}
        rows = await self._rows(VERSIONS, these)
        return [(GameId(row.id), row.version) for row in rows]

    async def live(self) -> list[Session]:
        """Return every live game, oldest first; one that cannot be read is logged and left out."""
        return await self._all(LIVE)

    async def live_numbers(self) -> list[GameId]:
        """Return the number of every live game, whether it can be read or not, oldest first."""
        query = sa.select(games.c.id).where(LIVE).order_by(games.c.id)
        return [GameId(number) for number in await self._values(query)]

    async def live_games(self, shards: Shards = WHOLE) -> list[LiveGame]:
        """Return where the live games of some shards are played, oldest first."""
        guild = games.c.guild_id
        found = await self._live_games(guild.is_not(None), in_shards(guild, shards))
        if shards.holds(None):
            found += await self._live_games(guild.is_(None))
        return sorted(found, key=lambda live: live.game)

    async def live_in(self, guild: GuildId) -> list[LiveGame]:
        """Return where games are live in a server."""
        return await self._live_games(games.c.guild_id == guild)

    async def _live_games(self, *where: sa.ColumnElement[bool]) -> list[LiveGame]:
        """Read the live games that the bot can look after, in pages, so others get their turn."""
        inside = games.c.outside.is_(False)
        query = PLACES.where(LIVE, inside, *where)
        query = query.order_by(games.c.guild_id, games.c.channel_id).limit(_PAGE)
        found, after = list[LiveGame](), list[sa.ColumnElement[bool]]()
        while True:
            page = [read_live_game(row) for row in await self._rows(query.where(*after))]
            found += page
            if len(page) < _PAGE:
                return found
            last, place = page[-1], sa.tuple_(games.c.guild_id, games.c.channel_id)
            after = [
                games.c.channel_id > last.channel
                if last.guild is None
                else place > sa.tuple_(last.guild, last.channel)
            ]

    async def closed_games(self, *, since: datetime, shards: Shards = WHOLE) -> list[LiveGame]:
        """Return where games were played that ended since then because their channel was closed."""
        ours, inside = in_shards(games.c.guild_id, shards), games.c.outside.is_(False)
        query = PLACES.where(CLOSED, games.c.touched_at > since, ours, inside)
        found = map(read_live_game, await self._rows(query))
        return sorted(found, key=lambda closed: closed.game)

    async def live_of(self, user: UserId) -> list[Session]:
        """Return the live games that a person plays or leads a crowd in, oldest first.

        A game that cannot be read is logged and left out.
        """
        return await self._all(LIVE, plays(user))

    async def voted_on(self, shards: Shards = WHOLE) -> list[Session]:
        """Return the live games of some shards that a crowd plays in channels of the bot.

        They come oldest first. A game that cannot be read is logged and left out.
        """
        inside = games.c.outside.is_(False)
        return await self._all(VOTED_ON, inside, in_shards(games.c.guild_id, shards))

    async def waiting(
        self, *, ended_since: datetime | None = None, shards: Shards = WHOLE
    ) -> list[WaitingGame]:
        """Return the live games in which the engine is to move, or whose last version is not shown.

        With `ended_since` also games that ended after that time and whose end was not shown, except
        abandoned ones. They come oldest first, found by indexes of what waits.
        """
        ours = in_shards(games.c.guild_id, shards)
        queries = [WAITING_GAMES.where(WAITING, ours)]
        if ended_since is not None:
            since = games.c.touched_at > ended_since
            queries.append(WAITING_GAMES.where(END_UNSHOWN, since, ours))
        async with reading(self.database) as connection:
            rows = [row for query in queries for row in await connection.execute(query)]
        return sorted(map(read_waiting_game, rows), key=lambda waiting: waiting.game)

    async def count_live(self) -> int:
        """Return how many games are live."""
        query = sa.select(sa.func.count()).select_from(games).where(LIVE)
        return int(await self._value(query) or 0)

    async def probe(self, now: datetime) -> None:
        """Write a row, to check that the next move can be stored. Raises StoreUnavailable."""
        async with transaction(self.database) as connection:
            if isinstance(self.database, SqliteEngine):
                self.database.check_file()
            written = await connection.execute(sa.update(probes).values(written_at=now))
            if written.rowcount == 0:
                await insert_missing(connection, probes, {"id": 0, "written_at": now})

    async def is_processed(self, message: MessageId) -> bool:
        """Return whether a message has changed a game, even if that was taken back since."""
        return await self._value(_MESSAGE, {"message": message}) is not None

    async def newest_message(self, game: GameId, message: MessageId) -> MessageId:
        """Return the newest message, or press, that has changed a game; 0 if none has.

        One `message` counts whichever game it has changed.
        """
        found = sa.or_(messages.c.game_id == game, messages.c.message_id == message)
        newest = await self._value(sa.select(sa.func.max(messages.c.message_id)).where(found))
        return MessageId(newest or 0)

    # Writing.

    async def create(self, session: Session, also: Step | None = None) -> Session:
        """Store a new game, run `also` in that commit, and return it with its number.

        Raises ConflictError if its channel has a live game, and whatever `also` raises.
        """
        assert session.game == UNSTORED, "a game is created once"
        async with transaction(self.database) as connection:
            if also is not None:
                await also(connection)
            stored = await insert_session(connection, session)
            if stored.clock is not None:
                for companion in self._companions:
                    await companion.keep(connection, None, stored)
        return stored

    async def keep(self, loaded: Session) -> Session:
        """Store a game from elsewhere, which nobody is to be shown, and return it with its number.

        It ends no game of its channel, and counts for nobody.
        """
        assert loaded.is_loaded, "others are created"
        assert loaded.ending is not None, "it is looked at, not played"
        async with transaction(self.database) as connection:
            return await insert_session(connection, loaded, shown=True)

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
                shown = games.c.id == before.game, games.c.shown_version >= before.version
                this = sa.update(games).where(*shown).values(shown_version=stored.version)
                await connection.execute(this)
            elif stored.clock is not None:  # a new turn may have begun
                for companion in self._companions:
                    await companion.keep(connection, before, stored)
            if before.ending is None and stored.ending is not None:
                await keep_result(connection, stored)
                await keep_skill(connection, stored)
            elif before.bot != stored.bot:
                await keep_step(connection, before, stored)
            if message is not None:
                row = {"message_id": message, "game_id": stored.game}
                await connection.execute(INSERT_MESSAGE, row)  # a conflict if it has done so before
        return stored

    async def end_unreadable(self, game: GameId, now: datetime) -> None:
        """End a live game that cannot be read, without a result."""
        async with transaction(self.database) as connection:
            await end_unreadable(connection, game, now)
            for companion in self._companions:
                await companion.drop(connection, game)

    async def end_unreadable_of(self, user: UserId, now: datetime) -> None:
        """End the live games of a person that cannot be read, without a result."""
        found: list[UnreadableGame] = []
        await self._all(LIVE, plays(user), unreadable=found.append)
        for error in found:
            await self.end_unreadable(GameId(error.game), now)

    async def forget(self, user: UserId) -> None:
        """Erase a person from every table. Games with others stay, without the name of the person.

        Raises ConflictError, and changes nothing, while a game of theirs is live. It is done a few
        rows at a time. After an interruption, call it again.
        """
        await erase(self.database, user, self._deletions)

    async def _one(self, query: sa.Select[Any], **parameters: int) -> Session | None:
        async with reading(self.database) as connection:
            found = await read_games(connection, query, parameters)
        return found[0] if found else None

    async def _all(
        self,
        *where: sa.ColumnElement[bool],
        unreadable: Callable[[UnreadableGame], None] = lambda _logged: None,
    ) -> list[Session]:
        async with reading(self.database) as connection:
            return await read_games(connection, GAMES.where(*where), unreadable=unreadable)
