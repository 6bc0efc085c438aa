"""Reads and writes games with their moves and votes.

Every function here works in its caller's transaction.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby, takewhile
from typing import Any, Final

import sqlalchemy as sa

from bot.errors import ConflictError, UnreadableGame
from bot.match.session import Ending, GameId, Person, Session, UserId
from bot.match.timing import Ballots, Poll
from bot.store.database import (
    Database,
    TableStore,
    Transaction,
    insert_missing,
    reading,
    transaction,
)
from bot.store.rows import Columns, changed_columns, game_columns, read_sessions
from bot.store.tables import LIVE, ballots, games, messages, moves, named_moves, polls, skills
from engine import Position, Rules

_POLL: Final = [column for column in polls.c if column is not polls.c.game_id]
_PLY: Final = (
    sa.cast(moves.c.ply, sa.String) + sa.literal_column("':'") + sa.cast(moves.c.move, sa.String)
)
_PLIES: Final = sa.select(
    sa.func.aggregate_strings(
        _PLY,
        sa.literal_column("' '"),  # type: ignore[arg-type] # a str is filled in at each execution
    )
).where(moves.c.game_id == games.c.id)
"""The moves of a game as words such as `1:5 2:3`, in any order: a row for each costs far more."""
GAMES: Final = (
    sa.select(games, _PLIES.correlate(games).scalar_subquery().label("plies"), *_POLL)
    .outerjoin_from(games, polls, polls.c.game_id == games.c.id)
    .order_by(games.c.id)
)
"""Games with their moves and votes, in one statement, so that all are of the same version."""

# Statements of every move are made once, since making one takes longer than running it.
THIS_GAME: Final = GAMES.where(games.c.id == sa.bindparam("game"))
LIVE_IN_CHANNEL: Final = GAMES.where(LIVE, games.c.channel_id == sa.bindparam("channel"))
PLACES: Final = sa.select(
    games.c.id,
    games.c.channel_id,
    games.c.guild_id,
    games.c.x_level,
    games.c.o_level,
    sa.and_(games.c.swap2_stones.is_not(None), ~games.c.swap2_settled).label("laying"),
    games.c.created_at,
    games.c.board_message_id.label("board"),
    sa.select(sa.func.max(messages.c.message_id))
    .where(messages.c.game_id == games.c.id)
    .scalar_subquery()
    .label("message"),
)
VERSIONS: Final = sa.select(games.c.id, games.c.version).where(
    sa.or_(
        games.c.id.in_(sa.bindparam("games", expanding=True)),
        sa.and_(LIVE, games.c.channel_id.in_(sa.bindparam("channels", expanding=True))),
    )
)
"""The versions of some games, and of the live games of some channels. Indexes lead to both."""
WAITING_GAMES: Final = sa.select(
    games.c.id, games.c.channel_id, games.c.guild_id, games.c.touched_at, games.c.outside
)
_INSERT_GAME: Final = sa.insert(games).returning(games.c.id)
_REPLACE_VERSION: Final = sa.update(games).where(
    games.c.id == sa.bindparam("game"), games.c.version == sa.bindparam("past_version")
)
_INSERT_MOVES: Final = sa.insert(moves)
INSERT_MESSAGE: Final = sa.insert(messages)


async def read_games(
    connection: Transaction,
    query: sa.Select[Any],
    parameters: Mapping[str, int] | None = None,
    *,
    unreadable: Callable[[UnreadableGame], None] | None = None,
) -> list[Session]:
    """Return the games of a query made from `GAMES`, oldest first.

    For an unreadable one it raises UnreadableGame, or leaves it out and calls `unreadable`.
    """
    rows = (await connection.execute(query, parameters)).all()
    # Ballots may be of a later version than the game. Then saving this session is a conflict.
    voted_on = {row.id for row in rows if row.leader_id is not None}
    ballots = await _read_ballots(connection, voted_on) if voted_on else {}
    return list(read_sessions(rows, ballots, unreadable))


async def insert_session(
    connection: Transaction, session: Session, *, shown: bool = False
) -> Session:
    """Insert a new game with its moves and its vote; return it with its number.

    One that counts as `shown` waits for no board.
    """
    row = {**game_columns(session), "created_at": session.touched}
    if shown:
        row["shown_version"] = session.version
    number = await connection.scalar(_INSERT_GAME, row)
    stored = replace(session, game=GameId(number))
    await _insert_moves(connection, stored, 1)
    if stored.poll is not None:
        await connection.execute(sa.insert(polls).values(_poll_columns(stored, stored.poll)))
    return stored


async def replace_session(connection: Transaction, before: Session, after: Session) -> None:
    """Replace a version of a game by the next. Raises ConflictError if `before` is not stored."""
    changes = changed_columns(before, after)
    this = {"game": before.game, "past_version": before.version}
    if (await connection.execute(_REPLACE_VERSION, {**this, **changes})).rowcount == 0:
        raise ConflictError(f"game {before.game} is past version {before.version}")
    await _replace_moves(connection, before, after)
    if after.poll is not None and before.poll != after.poll:
        await _replace_poll(connection, after, before.poll, after.poll)


async def end_unreadable(connection: Transaction, game: GameId, now: datetime) -> None:
    """End a live game that cannot be read, without a result."""
    changes = {"ending": Ending.IDLE.value, "bot_to_move": False, "touched_at": now}
    this = sa.update(games).where(games.c.id == game, LIVE)
    await connection.execute(this.values(**changes, version=games.c.version + 1))


async def _replace_moves(connection: Transaction, before: Session, after: Session) -> None:
    """Delete the plies that were taken back and insert the new ones."""
    pairs = zip(before.position.moves, after.position.moves, strict=False)
    first = 1 + sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    if first <= before.position.ply:
        await connection.execute(
            sa.delete(moves).where(moves.c.game_id == after.game, moves.c.ply >= first)
        )
        gone = named_moves.c.game_id == after.game, named_moves.c.ply >= first
        await connection.execute(sa.delete(named_moves).where(*gone))
    await _insert_moves(connection, after, first)


async def _insert_moves(connection: Transaction, session: Session, first: int) -> None:
    """Insert the moves from ply `first` on; plies count from 1."""
    rows: list[Columns] = []
    for ply, move in enumerate(session.position.moves[first - 1 :], start=first):
        mover = session.seats[session.mover(ply)].player
        user = mover.id if isinstance(mover, Person) else None
        row = {"game_id": session.game, "ply": ply, "move": move, "user_id": user}
        rows.append({**row, "played_at": session.touched})
    if rows:
        await connection.execute(_INSERT_MOVES, rows)


async def _read_ballots(connection: Transaction, voted_on: set[int]) -> Mapping[int, Ballots]:
    """The votes of some games, by game."""
    query = sa.select(ballots).where(ballots.c.game_id.in_(voted_on)).order_by(ballots.c.user_id)
    found: dict[int, Ballots] = {}
    for row in await connection.execute(query):
        found[row.game_id] = (*found.get(row.game_id, ()), (UserId(row.user_id), row.choice))
    return found


def _poll_columns(session: Session, poll: Poll) -> Columns:
    """The row of `polls` for a game that is voted on."""
    assert session.leader is not None, "a crowd plays"
    return {
        "game_id": session.game,
        "leader_id": session.leader.id,
        "leader_name": session.leader.name,
        "seconds": poll.seconds,
        "turn": poll.turn,
        "closes_at": poll.closes,
        "silent": poll.silent,
    }


async def _replace_poll(
    connection: Transaction, after: Session, before: Poll | None, poll: Poll
) -> None:
    """Store a changed vote, touching only the ballots that have changed."""
    row = _poll_columns(after, poll)
    await connection.execute(sa.update(polls).where(polls.c.game_id == after.game).values(row))
    old, new = dict(before.ballots if before else ()), dict(poll.ballots)
    changed = {user: move for user, move in new.items() if old.get(user) != move}
    if gone := [user for user in old if user in changed or user not in new]:
        await connection.execute(
            sa.delete(ballots).where(ballots.c.game_id == after.game, ballots.c.user_id.in_(gone))
        )
    rows = [
        {"game_id": after.game, "user_id": user, "choice": move} for user, move in changed.items()
    ]
    if rows:
        await connection.execute(sa.insert(ballots), rows)


@dataclass(frozen=True, slots=True)
class Played:
    """The moves of a game from the empty board, whoever made each, None being the bot.

    `strengths` are those on the ladder of the people of whom one is known.
    """

    rules: Rules
    moves: tuple[int, ...]
    users: tuple[UserId | None, ...]
    strengths: Mapping[UserId | None, float]


_PLAYED: Final = (
    sa.select(games.c.id, games.c.rules, moves.c.move, moves.c.user_id, skills.c.mu)
    .join_from(games, moves)
    .outerjoin(
        skills, sa.and_(skills.c.user_id == moves.c.user_id, skills.c.rules == games.c.rules)
    )
    .where(~LIVE, ~games.c.assisted, games.c.begun == 0, games.c.swap2_stones.is_(None))
    .order_by(games.c.id, moves.c.ply)
)
"""The moves of all ended games from the empty board in which nobody had help."""


async def played_by_people(database: Database) -> list[Played]:
    """Return those games, the newest first."""
    async with reading(database) as connection:
        rows = (await connection.execute(_PLAYED)).all()
    found = []
    for _, group in groupby(rows, key=lambda row: row.id):
        made = list(group)
        found.append(
            Played(
                Rules.parse(made[0].rules),
                tuple(row.move for row in made),
                tuple(row.user_id for row in made),
                {row.user_id: row.mu for row in made if row.mu is not None},
            )
        )
    return found[::-1]


class NamedMoves(TableStore):
    """Which move was named as the best in a position of a game, to whoever asked first.

    A hint, the coach and a review are asked the same question with different time to think. What
    one has answered the others say too, before and after a restart, unless they prove more.
    """

    async def of(self, game: GameId) -> dict[int, int]:
        """Return the moves that were named in a game, by the plies made before each."""
        query = sa.select(named_moves.c.ply, named_moves.c.move)
        rows = await self._rows(query.where(named_moves.c.game_id == game))
        return {row.ply: row.move for row in rows}

    async def keep(self, game: GameId, position: Position, move: int) -> None:
        """Store the move that was named in a position, in place of an earlier one.

        Nothing is stored if the position does not stand in the game any more.
        """
        this = {"game_id": game, "ply": position.ply}
        row = named_moves.c.game_id == game, named_moves.c.ply == position.ply
        played = moves.c.game_id == game, moves.c.ply <= position.ply
        query = sa.select(moves.c.move).where(*played).order_by(moves.c.ply)
        async with transaction(self.database) as connection:
            known = await connection.scalar(sa.select(games.c.id).where(games.c.id == game))
            made = (await connection.scalars(query)).all()
            if known is None or tuple(made) != position.moves:
                return
            await insert_missing(connection, named_moves, {**this, "move": move})
            await connection.execute(sa.update(named_moves).where(*row).values(move=move))
