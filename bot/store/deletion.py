"""Deletes a few rows in each transaction, so that play goes on in between.

A person is erased on request: their rows go, and in games with others they become nobody. Games
that nobody needs any more are pruned, and so is what is kept of servers that the bot has left. Each
step uses an index. After an interruption, ask again.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.errors import ConflictError
from bot.match.guilds import WHOLE, Shards
from bot.match.session import ERASED_USER, GuildId, UserId
from bot.store.database import (
    Database,
    SqliteEngine,
    Statements,
    TableStore,
    Transaction,
    insert_missing,
    reading,
    transaction,
)
from bot.store.remains import mark
from bot.store.shards import in_shards
from bot.store.tables import (
    OUTDATED,
    ballots,
    games,
    guilds,
    moves,
    polls,
    preferences,
    ratings,
    results,
    skills,
)

BATCH: Final = 200
"""How many rows one transaction changes: SQLite does it in the event loop."""
_GAMES: Final = 50
"""How many games one transaction deletes, with their moves and messages."""
_SEATS: Final = ((games.c.x_user_id, games.c.x_name), (games.c.o_user_id, games.c.o_name))


@dataclass(frozen=True, slots=True)
class Own:
    """Rows that are deleted with the person in one of their columns.

    They are `of_others` if somebody else has made them: then a copy of the person's data leaves
    them out.
    """

    column: sa.Column[int]
    of_others: bool = False


@dataclass(frozen=True, slots=True)
class Named:
    """Rows about others too: the person in one of their columns becomes nobody.

    `values` are what the other columns then hold. They may be `of_others` alone.
    """

    column: sa.Column[int]
    values: Mapping[str, Any] = field(default_factory=dict)
    of_others: bool = False


@dataclass(frozen=True, slots=True)
class OfServer:
    """Rows that are deleted with the server, or scope, in one of their columns."""

    column: sa.Column[int]


Deletion = Own | Named | OfServer
"""What is deleted from a table with a person, or with a server."""

_DELETIONS: Final[tuple[Deletion, ...]] = (
    Named(polls.c.leader_id, {"leader_name": ""}),
    Named(results.c.opponent_id, of_others=True),
    *(Own(table.c.user_id) for table in (results, ratings, skills, ballots, preferences)),
    OfServer(results.c.scope_id),
    OfServer(ratings.c.scope_id),
    OfServer(guilds.c.guild_id),
)
"""The deletions in the tables here; seats are vacated one by one, with the moves."""


def deletions_of_all(features: Iterable[Deletion]) -> tuple[Deletion, ...]:
    """What is deleted from all tables but that of games, with what features say of theirs."""
    return (*_DELETIONS, *features)


def plays(user: UserId) -> sa.ColumnElement[bool]:
    """The games in which a person plays or leads a crowd: each part uses an index."""
    seated = (sa.select(games.c.id).where(seat == user) for seat, _ in _SEATS)
    led = sa.select(polls.c.game_id).where(polls.c.leader_id == user)
    return games.c.id.in_(sa.union_all(*seated, led))


async def erase(database: Database, user: UserId, deletions: Iterable[Deletion]) -> None:
    """Erase a person from every table; raises ConflictError while a game of theirs is on.

    The features' tables come first, so that none of them begins a new game for the person, and last
    again: until the person has left a game, something may be kept beside it. A game that was begun
    and ended meanwhile is left, too.
    """
    deletions = tuple(deletions)
    await _is_seated(database, user)
    while True:
        for deletion in deletions:
            await _erase_from(database, user, deletion)
        for seat, name in _SEATS:
            await _leave_seat(database, user, seat, name)
        for deletion in deletions_of_all(deletions):
            await _erase_from(database, user, deletion)
        if not await _is_seated(database, user):
            break
    await _remove_remains(database)


@asynccontextmanager
async def _erasing(database: Database) -> AsyncIterator[Transaction]:
    """Begin a transaction after which nothing of what it deletes is to stay in a file."""
    async with transaction(database) as connection:
        if isinstance(connection, Statements):
            mark(connection.raw)
        yield connection


async def _remove_remains(database: Database) -> None:
    """Overwrite what SQLite has left of deleted rows in its files, now or soon.

    PostgreSQL does so by itself, later: its autovacuum.
    """
    if isinstance(database, SqliteEngine):
        await database.remains.remove_now()


async def _erase_from(database: Database, user: UserId, deletion: Deletion) -> None:
    """Delete a person's rows of a table, or their name in rows about others too."""
    if isinstance(deletion, OfServer):
        return
    table, theirs = deletion.column.table, deletion.column == user
    if isinstance(deletion, Own):
        await _delete_all(database, table, theirs)
        return
    gone = {deletion.column.name: ERASED_USER, **deletion.values}
    await _repeat(database, sa.update(table).where(_some(table, theirs)).values(gone))


async def _is_seated(database: Database, user: UserId) -> bool:
    """Whether a person is in a game. Raises ConflictError while one is on."""
    theirs = sa.select(games.c.id).where(plays(user)).limit(1)
    async with reading(database) as connection:
        if await connection.scalar(theirs.where(games.c.ending.is_(None))) is not None:
            raise ConflictError("a game of theirs is on")
        return await connection.scalar(theirs) is not None


async def _leave_seat(
    database: Database, user: UserId, seat: sa.Column[int], name: sa.Column[str]
) -> None:
    """Vacate a seat in games that have ended, and in their moves."""
    some = sa.select(games.c.id).where(seat == user, games.c.ending.is_not(None)).limit(BATCH)
    while True:
        async with _erasing(database) as connection:
            these = list(await connection.scalars(some))
            moved = moves.c.game_id.in_(these), moves.c.user_id == user
            await connection.execute(sa.update(moves).where(*moved).values(user_id=ERASED_USER))
            left = {seat.name: ERASED_USER, name.name: ""}
            await connection.execute(sa.update(games).where(games.c.id.in_(these)).values(left))
        if len(these) < BATCH:
            return


class Pruning(TableStore):
    """Deletes old games, and what is kept of servers that removed the bot long ago."""

    def __init__(self, database: Database, deletions: Iterable[Deletion] = ()) -> None:
        super().__init__(database)
        self._deletions = (*deletions, *_DELETIONS)

    async def delete_old_games(self, before: datetime) -> bool:
        """Delete a few games that ended before a time. Returns whether there may be more.

        Their results stay, and the ratings. Fixtures stay with their tournament.
        """
        old = OUTDATED, games.c.touched_at < before
        some = sa.select(games.c.id).where(*old).order_by(games.c.touched_at).limit(_GAMES)
        return await self._delete_games(games.c.id.in_(some))

    async def note_guilds(
        self, present: Collection[GuildId], now: datetime, shards: Shards = WHOLE
    ) -> None:
        """Store which servers of some shards have the bot, and since when others are missing."""
        ours = in_shards(guilds.c.guild_id, shards)
        known: dict[GuildId, datetime | None] = {}
        query = sa.select(guilds).where(ours).order_by(guilds.c.guild_id).limit(BATCH)
        while True:
            after = guilds.c.guild_id > max(known, default=0)
            page = await self._rows(query.where(after))
            known |= {GuildId(row.guild_id): row.missed_since for row in page}
            if len(page) < BATCH:
                break
        here = frozenset(present)
        gone = [guild for guild, missed in known.items() if missed is None and guild not in here]
        back = [guild for guild, missed in known.items() if missed is not None and guild in here]
        await self._note(gone, now)
        await self._note(back, None)
        for guild in here - known.keys():
            async with transaction(self.database) as connection:
                await insert_missing(connection, guilds, {"guild_id": guild})

    async def missed_guilds(self, before: datetime, shards: Shards = WHOLE) -> list[GuildId]:
        """Return servers of some shards that have been missing since before a time."""
        missed = guilds.c.missed_since < before, in_shards(guilds.c.guild_id, shards)
        query = sa.select(guilds.c.guild_id).where(*missed).order_by(guilds.c.missed_since)
        return [GuildId(guild) for guild in await self._values(query.limit(BATCH))]

    async def delete_guild_games(self, guild: GuildId) -> bool:
        """Delete a few games of a server. Returns whether there may be more."""
        some = sa.select(games.c.id).where(games.c.guild_id == guild).limit(_GAMES)
        return await self._delete_games(games.c.id.in_(some))

    async def delete_guild(self, guild: GuildId) -> None:
        """Delete what is kept of a server besides its games."""
        for deletion in self._deletions:
            if isinstance(deletion, OfServer):
                column = deletion.column
                await _delete_all(self.database, column.table, column == guild)
        await _remove_remains(self.database)

    async def _delete_games(self, where: sa.ColumnElement[bool]) -> bool:
        return await self._run(sa.delete(games).where(where)) == _GAMES

    async def _note(self, some: Collection[GuildId], missed_since: datetime | None) -> None:
        """Store since when some servers are missing; None if they are not."""
        numbers = sorted(some)
        for first in range(0, len(numbers), BATCH):
            these = guilds.c.guild_id.in_(numbers[first : first + BATCH])
            await self._run(sa.update(guilds).where(these).values(missed_since=missed_since))


async def _delete_all(database: Database, table: sa.Table, where: sa.ColumnElement[bool]) -> None:
    """Delete the rows for which a condition holds."""
    await _repeat(database, sa.delete(table).where(_some(table, where)))


def _some(table: sa.Table, where: sa.ColumnElement[bool]) -> sa.ColumnElement[bool]:
    """The condition for a few of the rows."""
    keys = list(table.primary_key)
    chosen = sa.select(*keys).where(where).limit(BATCH)
    return keys[0].in_(chosen) if len(keys) == 1 else sa.tuple_(*keys).in_(chosen)


async def _repeat(database: Database, statement: sa.Delete | sa.Update) -> None:
    while True:
        async with _erasing(database) as connection:
            if (await connection.execute(statement)).rowcount < BATCH:
                return
