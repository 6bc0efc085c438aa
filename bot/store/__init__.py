"""Where games are kept: SQLite or PostgreSQL, by URL.

A change is committed when the call that makes it returns. Each starts from the
version of a session that was loaded; whoever comes second gets ConflictError.
Every call raises StoreUnavailable where the database fails.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any

from sqlalchemy import (
    URL,
    ColumnElement,
    and_,
    case,
    delete,
    func,
    insert,
    or_,
    select,
    update,
)

from bot.errors import ConflictError
from bot.match.session import (
    DECIDED,
    UNSTORED,
    ChannelId,
    Ending,
    GameId,
    MessageId,
    Session,
    UserId,
)
from bot.store.claims import claim
from bot.store.database import Database, Transaction, open_database, reading, transaction
from bot.store.erase import erase, plays
from bot.store.guild_settings import Chosen, PreferenceStore
from bot.store.results import Results, keep_result
from bot.store.rows import (
    LiveGame,
    OldBoard,
    Result,
    changed_columns,
    game_columns,
    move_columns,
    read_old_board,
    read_place,
    read_result,
    read_sessions,
)
from bot.store.tables import games, messages, moves, old_boards, polls, shards
from bot.store.votes import has_polls, insert_poll, read_ballots, replace_poll

__all__ = [
    "Chosen",
    "LiveGame",
    "OldBoard",
    "PreferenceStore",
    "Result",
    "Store",
    "migrate",
]

log = logging.getLogger(__name__)

_LIVE = games.c.ending.is_(None)
_POLL = [column for column in polls.c if column is not polls.c.game_id]

_SESSIONS = (
    select(games, moves.c.ply, moves.c.move, *_POLL)
    .outerjoin_from(games, moves)
    .outerjoin(polls, polls.c.game_id == games.c.id)
    .order_by(games.c.id, moves.c.ply)
)
"""Games with their moves and votes, in one statement, so that both are of the same version."""
_OLD_BOARDS = (
    select(old_boards, games.c.channel_id, games.c.guild_id)
    .join(games)
    .where(or_(games.c.shown_version >= games.c.version, games.c.ending == Ending.IDLE.value))
)
"""Only of games whose newest version is shown: else one of them may be found to show that."""


async def migrate(url: str | URL) -> None:
    """Bring the schema of a database up to date, making it where there is none."""
    async with open_database(url):
        pass


class Store:
    """Every game of every channel, and what is remembered of them."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._retired: set[MessageId] = set()
        """Old boards that have been retired, which is kept with the next board that is shown."""
        self.results = Results(database)
        self.preferences = PreferenceStore(database)

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str | URL) -> AsyncIterator[Store]:
        """The store of a database whose schema has been brought up to date."""
        async with open_database(url) as database:
            yield cls(database)

    # Reading.

    async def load(self, channel: ChannelId) -> Session | None:
        """The live game of a channel."""
        return await self._one(_LIVE, games.c.channel_id == channel)

    async def has_played(self, channel: ChannelId) -> bool:
        """Whether a channel has ever had a game."""
        query = select(games.c.id).where(games.c.channel_id == channel).limit(1)
        async with reading(self.database) as connection:
            return await connection.scalar(query) is not None

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
        """Every live game, oldest first; one that cannot be read is logged and passed over."""
        return await self._all(_LIVE, spoilt=_pass_over)

    async def places(self) -> list[LiveGame]:
        """Where every live game is played, oldest first; cheaper than the games themselves."""
        newest = select(func.max(messages.c.message_id)).where(messages.c.game_id == games.c.id)
        query = select(
            games.c.id,
            games.c.channel_id,
            games.c.guild_id,
            games.c.x_user_id,
            games.c.o_user_id,
            games.c.created_at,
            games.c.board_message_id.label("board"),
            newest.scalar_subquery().label("message"),
            polls.c.leader_id,
        ).outerjoin(polls, polls.c.game_id == games.c.id)
        async with reading(self.database) as connection:
            rows = await connection.execute(query.where(_LIVE).order_by(games.c.id))
            return [read_place(row) for row in rows]

    async def live_of(self, user: UserId) -> list[Session]:
        """The live games that a person plays or leads a crowd in, oldest first."""
        return await self._all(_LIVE, plays(user))

    async def voted_on(self) -> list[Session]:
        """The live games that a crowd plays, oldest first."""
        return await self._all(_LIVE, polls.c.game_id.is_not(None), spoilt=_pass_over)

    async def count_live(self) -> int:
        """How many games are live."""
        query = select(func.count()).select_from(games).where(_LIVE)
        async with transaction(self.database) as connection:
            return int(await connection.scalar(query) or 0)

    async def unshown(self, *, ended_since: datetime | None = None) -> list[Session]:
        """The live games whose last version no message shows, oldest first.

        With `ended_since` also those whose last version is an end made later than that; but
        games that were abandoned have nowhere to be shown, or nobody to look. A game that
        cannot be read is logged and passed over.
        """
        shown = func.coalesce(games.c.shown_version, -1)
        wanted: ColumnElement[bool] = _LIVE
        if ended_since is not None:
            ended = games.c.ending != Ending.IDLE.value
            wanted = or_(_LIVE, and_(games.c.touched_at > ended_since, ended))
        return await self._all(wanted, shown < games.c.version, spoilt=_pass_over)

    async def owed(self) -> list[Session]:
        """The live games in which the bot is to move, oldest first.

        A game that cannot be read is logged and passed over.
        """
        made = moves.alias()
        plies = select(func.count()).where(made.c.game_id == games.c.id).scalar_subquery()
        to_move = case((plies % 2 == 0, games.c.x_user_id), else_=games.c.o_user_id)
        return await self._all(_LIVE, to_move.is_(None), spoilt=_pass_over)

    async def board_message(self, game: GameId) -> MessageId | None:
        """The message that last showed a game."""
        query = select(games.c.board_message_id).where(games.c.id == game)
        async with reading(self.database) as connection:
            message = await connection.scalar(query)
        return None if message is None else MessageId(message)

    async def is_shown(self, session: Session) -> bool:
        """Whether a message shows this version of a game, or a later one."""
        query = select(games.c.id).where(
            games.c.id == session.game, games.c.shown_version >= session.version
        )
        async with reading(self.database) as connection:
            return await connection.scalar(query) is not None

    async def seen(self, message: MessageId) -> bool:
        """Whether a message has changed a game already, even if that was taken back since."""
        query = select(messages.c.game_id).where(messages.c.message_id == message)
        async with reading(self.database) as connection:
            return await connection.scalar(query) is not None

    async def latest_results(self, user: UserId, limit: int) -> list[Result]:
        """A person's latest decided games against the bot, newest first, `limit` at most."""
        as_x = and_(games.c.x_user_id == user, games.c.o_user_id.is_(None))
        as_o = and_(games.c.o_user_id == user, games.c.x_user_id.is_(None))
        query = (
            select(games)
            .where(or_(as_x, as_o), games.c.ending.in_([ending.value for ending in DECIDED]))
            .order_by(games.c.touched_at.desc(), games.c.id.desc())
            .limit(limit)
        )
        async with reading(self.database) as connection:
            return [read_result(row, user) for row in await connection.execute(query)]

    async def heard(self, ids: Iterable[int]) -> datetime | None:
        """Until when all of these shards were listening; None where one never was."""
        query = select(shards.c.heard_at).where(shards.c.id.in_(wanted := set(ids)))
        async with reading(self.database) as connection:
            moments = (await connection.scalars(query)).all()
        return min(moments) if len(moments) == len(wanted) else None

    # Writing.

    async def create(self, session: Session) -> Session:
        """Number and keep a new game; raises ConflictError if its channel has a live one."""
        assert session.game == UNSTORED, "a game is created once"
        row = {**game_columns(session), "created_at": session.touched}
        async with transaction(self.database) as connection:
            number = await connection.scalar(insert(games).values(row).returning(games.c.id))
            stored = replace(session, game=GameId(number))
            await _insert_moves(connection, stored, 1)
            await insert_poll(connection, stored)
        return stored

    async def save(
        self,
        before: Session,
        after: Session,
        message: MessageId | None = None,
        *,
        same_board: bool = False,
    ) -> Session:
        """Keep what follows from `before`, and the message that asked for it; `after`, numbered.

        With the end of a game its result and the ratings after it are kept. With `same_board`
        a message that shows `before` shows what follows as well.
        Raises ConflictError, and changes nothing, if `before` is no longer the stored
        version or the message has changed a game already.
        """
        assert before.game == after.game != UNSTORED, "one game, which was created"
        stored = replace(after, version=before.version + 1)
        async with transaction(self.database) as connection:
            await _replace_game(connection, before, stored)
            if same_board:
                await _keep_shown(connection, before, stored)
            await _replace_moves(connection, before, stored)
            await replace_poll(connection, before, stored)
            if before.ending is None and stored.ending is not None:
                await keep_result(connection, stored)
            if message is not None:
                row = {"message_id": message, "game_id": stored.game}
                await connection.execute(insert(messages).values(row))
        return stored

    async def shown(self, session: Session, message: MessageId) -> list[OldBoard]:
        """Remember the message that shows this version, unless a later one is shown already.

        Returns the boards of the game that are to be retired, since a newer one is shown.
        """
        self._retired.discard(message)
        done = frozenset(self._retired)
        async with transaction(self.database) as connection:
            old = await _show(connection, session, message)
            gone = old_boards.c.message_id.in_({message, *done})
            await connection.execute(delete(old_boards).where(gone))
            if old is not None:
                await connection.execute(insert(old_boards).values(old))
            query = _OLD_BOARDS.where(old_boards.c.game_id == session.game)
            left = [read_old_board(row) for row in await connection.execute(query)]
        self._retired -= done
        return [board for board in left if not self.is_retired(board.message)]

    async def found(self, board: OldBoard) -> None:
        """Remember a board of which it was not noted that it was shown, unless it is the newest."""
        this_game = games.c.id == board.game
        newest = select(games.c.board_message_id).where(this_game).with_for_update()
        row = {"message_id": board.message, "game_id": board.game, "ply": board.ply}
        async with transaction(self.database) as connection:
            if await connection.scalar(newest) == board.message:
                return
            this = old_boards.c.message_id == board.message
            await connection.execute(delete(old_boards).where(this))
            await connection.execute(insert(old_boards).values(row))

    async def old_boards(self) -> list[OldBoard]:
        """Every board that is still to be retired."""
        async with reading(self.database) as connection:
            found = [read_old_board(row) for row in await connection.execute(_OLD_BOARDS)]
        return [board for board in found if not self.is_retired(board.message)]

    def is_retired(self, message: MessageId) -> bool:
        """Whether an old board has been retired a moment ago, which is not stored yet."""
        return message in self._retired

    def retired(self, message: MessageId) -> None:
        """An old board has been retired; once more does no harm, should that be forgotten."""
        self._retired.add(message)

    async def hear(self, ids: Iterable[int], now: datetime) -> None:
        """Remember that these shards are listening."""
        async with transaction(self.database) as connection:
            for shard in ids:
                here = update(shards).where(shards.c.id == shard).values(heard_at=now)
                if (await connection.execute(here)).rowcount == 0:
                    await connection.execute(insert(shards).values(id=shard, heard_at=now))

    @asynccontextmanager
    async def claim(self, ids: Iterable[int]) -> AsyncIterator[Callable[[], Awaitable[None]]]:
        """Be the only process of these shards in the block; raises ShardTaken where one is not.

        Yields a check that this still holds, which raises ShardTaken when it does not.
        """
        async with AsyncExitStack() as stack:
            claims = [claim(self.database, shard) for shard in sorted(ids)]
            checks = [await stack.enter_async_context(one) for one in claims]

            async def check() -> None:
                for one in checks:
                    await one()

            yield check

    async def forget(self, user: UserId) -> None:
        """Erase a person from every table; games with others stay, and they become nobody there.

        Raises ConflictError, and changes nothing, while a game of theirs is on.
        """
        async with transaction(self.database) as connection:
            await erase(connection, user)

    async def _one(self, *where: ColumnElement[bool]) -> Session | None:
        sessions = await self._all(*where)
        return sessions[0] if sessions else None

    async def _all(
        self, *where: ColumnElement[bool], spoilt: Callable[[ValueError], None] | None = None
    ) -> list[Session]:
        async with reading(self.database) as connection:
            rows = (await connection.execute(_SESSIONS.where(*where))).all()
            return await _sessions(connection, rows, spoilt)


async def _sessions(
    connection: Transaction,
    rows: Sequence[Any],
    spoilt: Callable[[ValueError], None] | None = None,
) -> list[Session]:
    """The sessions of the rows of a query made from `_SESSIONS`.

    Ballots of a later version do no harm: who saves what was read with them fails.
    """
    ballots = await read_ballots(connection, rows) if has_polls(rows) else {}
    return list(read_sessions(rows, ballots, spoilt))


def _pass_over(error: ValueError) -> None:
    log.error("%s: %s; it is left alone", error.__notes__[-1], error)


async def _show(
    connection: Transaction, session: Session, message: MessageId
) -> dict[str, int | None] | None:
    """Note what a message shows; the row of the board that is an old one now, if any."""
    this = games.c.id == session.game
    query = select(games.c.board_message_id, games.c.shown_version, games.c.shown_ply).where(this)
    # two that note boards of one game take turns
    row = (await connection.execute(query.with_for_update())).one()
    board, version, ply = tuple(row)
    if version is not None and version > session.version:
        old, shown = message, session.position.ply
    else:
        old, shown = board, ply
        changes = {
            "board_message_id": message,
            "shown_version": session.version,
            "shown_ply": session.position.ply,
        }
        await connection.execute(update(games).where(this).values(changes))
    if old is None or board == message:
        return None
    return {"message_id": old, "game_id": session.game, "ply": shown}


async def _replace_game(connection: Transaction, before: Session, after: Session) -> None:
    unchanged = (games.c.id == before.game, games.c.version == before.version)
    query = update(games).where(*unchanged).values(changed_columns(before, after))
    if (await connection.execute(query)).rowcount == 0:
        raise ConflictError(f"game {before.game} is past version {before.version}")


async def _keep_shown(connection: Transaction, before: Session, after: Session) -> None:
    """Note that the board that shows one version of a game shows the next one as well."""
    showing = games.c.id == before.game, games.c.shown_version >= before.version
    await connection.execute(update(games).where(*showing).values(shown_version=after.version))


async def _replace_moves(connection: Transaction, before: Session, after: Session) -> None:
    """Delete the plies that do not stand any more, insert those that are new."""
    first = _common(before.position.moves, after.position.moves) + 1
    if first <= before.position.ply:
        await connection.execute(
            delete(moves).where(moves.c.game_id == after.game, moves.c.ply >= first)
        )
    await _insert_moves(connection, after, first)


async def _insert_moves(connection: Transaction, session: Session, first: int) -> None:
    if rows := move_columns(session, first):
        await connection.execute(insert(moves), rows)


def _common(left: tuple[int, ...], right: tuple[int, ...]) -> int:
    """How many moves two games share from the start."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
