"""Reads and writes games with their moves and votes.

Every function here works in a transaction of its caller.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import takewhile
from typing import Any, Final

from sqlalchemy import (
    ColumnElement,
    Row,
    Select,
    and_,
    bindparam,
    delete,
    func,
    insert,
    select,
    update,
)

from bot.errors import ConflictError, Problem, UnreadableGame, UserError
from bot.match.session import (
    ChallengeId,
    ChannelId,
    Ending,
    GameId,
    MessageId,
    Person,
    Session,
    UserId,
)
from bot.match.session.clock import NoticeStep
from bot.match.vote import Ballots
from bot.store.database import Transaction
from bot.store.feature_tables import challenges, notify_choices
from bot.store.rows import (
    LiveGame,
    WaitingGame,
    ballots_of,
    changed_columns,
    game_columns,
    move_columns,
    poll_columns,
    read_live_game,
    read_sessions,
    read_waiting_game,
)
from bot.store.tables import CLOSED, LIVE, ballots, games, messages, moves, notices, polls

_POLL: Final = [column for column in polls.c if column is not polls.c.game_id]
_SESSIONS: Final = (
    select(games, moves.c.ply, moves.c.move, *_POLL)
    .outerjoin_from(games, moves)
    .outerjoin(polls, polls.c.game_id == games.c.id)
    .order_by(games.c.id, moves.c.ply)
)
"""Games with their moves and votes, in one statement, so that all are of the same version."""

# Statements of every move are made once, since making one takes longer than running it.
_LIVE_IN_CHANNEL: Final = _SESSIONS.where(LIVE, games.c.channel_id == bindparam("channel"))
_PLACES: Final = select(
    games.c.id,
    games.c.channel_id,
    games.c.guild_id,
    games.c.x_level,
    games.c.o_level,
    and_(games.c.swap2_stones.is_not(None), ~games.c.swap2_settled).label("laying"),
    games.c.created_at,
    games.c.board_message_id.label("board"),
    select(func.max(messages.c.message_id))
    .where(messages.c.game_id == games.c.id)
    .scalar_subquery()
    .label("message"),
)
_WAITING: Final = select(
    games.c.id, games.c.channel_id, games.c.guild_id, games.c.touched_at, games.c.outside
)
_INSERT_GAME: Final = insert(games).returning(games.c.id)
_REPLACE_VERSION: Final = update(games).where(
    games.c.id == bindparam("game"), games.c.version == bindparam("past_version")
)
_INSERT_MOVES: Final = insert(moves)
_INSERT_MESSAGE: Final = insert(messages)


async def select_sessions(
    connection: Transaction,
    *where: ColumnElement[bool],
    unreadable: Callable[[UnreadableGame], None] | None = None,
) -> list[Session]:
    """Return the games for which all conditions hold, oldest first.

    Raises UnreadableGame for one that cannot be read, or leaves it out and calls `unreadable`.
    """
    return await _read(connection, _SESSIONS.where(*where), unreadable=unreadable)


async def select_live_session(connection: Transaction, channel: ChannelId) -> Session | None:
    """Return the live game of a channel, or None if there is none."""
    sessions = await _read(connection, _LIVE_IN_CHANNEL, {"channel": channel})
    return sessions[0] if sessions else None


async def select_live_games(
    connection: Transaction, *where: ColumnElement[bool], most: int
) -> list[LiveGame]:
    """Return where live games are played, by server and channel, without their moves."""
    places = _PLACES.where(LIVE, *where)
    query = places.order_by(games.c.guild_id, games.c.channel_id).limit(most)
    return [read_live_game(row) for row in await connection.execute(query)]


async def select_closed_games(
    connection: Transaction, *where: ColumnElement[bool]
) -> list[LiveGame]:
    """Return where games were played that ended because their channel was closed."""
    found = [read_live_game(row) for row in await connection.execute(_PLACES.where(CLOSED, *where))]
    return sorted(found, key=lambda closed: closed.game)


async def select_waiting_games(
    connection: Transaction, *where: ColumnElement[bool]
) -> list[WaitingGame]:
    """Return games for which all conditions hold, without their moves."""
    return [read_waiting_game(row) for row in await connection.execute(_WAITING.where(*where))]


async def _read(
    connection: Transaction,
    query: Select[Any],
    parameters: Mapping[str, int] | None = None,
    *,
    unreadable: Callable[[UnreadableGame], None] | None = None,
) -> list[Session]:
    """Return the games of a query made from `_SESSIONS`."""
    rows = (await connection.execute(query, parameters)).all()
    # Ballots may be of a later version than the game. Then saving this session is a conflict.
    ballots = await _read_ballots(connection, rows) if _has_polls(rows) else {}
    return list(read_sessions(rows, ballots, unreadable))


async def accept_challenge(connection: Transaction, challenge: ChallengeId) -> None:
    """Delete a challenge that waits. Raises UserError if it was answered before."""
    waiting = challenges.c.id == challenge, challenges.c.refusal.is_(None)
    if (await connection.execute(delete(challenges).where(*waiting))).rowcount != 1:
        raise UserError(Problem.CHALLENGE_GONE)


async def insert_session(connection: Transaction, session: Session) -> Session:
    """Insert a new game with its moves and its vote; return it with its number."""
    row = {**game_columns(session), "created_at": session.touched}
    number = await connection.scalar(_INSERT_GAME, row)
    stored = replace(session, game=GameId(number))
    await _insert_moves(connection, stored, 1)
    await _insert_poll(connection, stored)
    await keep_notice(connection, None, stored)
    return stored


async def keep_notice(connection: Transaction, before: Session | None, after: Session) -> None:
    """Keep what is to be told next of a game, where a new turn has begun or the game has ended.

    It is stored with the move, so that neither a ping nor the end by time is lost in a restart.
    """
    if after.clock is None or (before is not None and _turn(before) == _turn(after)):
        return
    this = notices.c.game_id == after.game
    stands = await connection.scalar(select(notices.c.message_id).where(this)) is not None
    step, due = NoticeStep.CLEAR, after.touched
    if after.ending is Ending.TIME:
        step = NoticeStep.OVER
    elif after.clock.reminds is not None:
        goes_on = before is not None and before.is_opening and before.to_move == after.to_move
        wanted = not goes_on and (stands or await _wants_notice(connection, after))
        step = NoticeStep.CALL if wanted else NoticeStep.REMIND
        due = after.touched if wanted else after.clock.reminds
    elif not stands:
        await connection.execute(delete(notices).where(this))
        return
    changes = {"step": step.value, "due_at": due, "begun_at": None}
    if (await connection.execute(update(notices).where(this).values(changes))).rowcount == 0:
        await connection.execute(insert(notices).values(game_id=after.game, **changes))


def _turn(session: Session) -> tuple[object, ...]:
    """What differs between two turns of a game, and between the last one and the end."""
    timed = session.clock is not None and session.clock.ends is not None
    return session.position.ply, session.swapped, session.swap2, session.ending, timed


async def _wants_notice(connection: Transaction, session: Session) -> bool:
    """Whether the player to move wants to hear that it is their turn."""
    player = session.to_move
    if not isinstance(player, Person) or not session.between_people:
        return False  # the engine answers while the person is still there
    query = select(notify_choices.c.user_id).where(notify_choices.c.user_id == player.id)
    return await connection.scalar(query) is not None


async def replace_session(connection: Transaction, before: Session, after: Session) -> None:
    """Replace a version of a game by the next. Raises ConflictError if `before` is not stored."""
    changes = changed_columns(before, after)
    this = {"game": before.game, "past_version": before.version}
    if (await connection.execute(_REPLACE_VERSION, {**this, **changes})).rowcount == 0:
        raise ConflictError(f"game {before.game} is past version {before.version}")
    await _replace_moves(connection, before, after)
    await _replace_poll(connection, before, after)
    await keep_notice(connection, before, after)


async def end_unreadable(connection: Transaction, game: GameId, now: datetime) -> None:
    """End a live game that cannot be read, without a result."""
    changes = {"ending": Ending.IDLE.value, "bot_to_move": False, "touched_at": now}
    this = update(games).where(games.c.id == game, LIVE)
    await connection.execute(this.values(**changes, version=games.c.version + 1))
    await connection.execute(delete(notices).where(notices.c.game_id == game))


async def insert_message(connection: Transaction, message: MessageId, game: GameId) -> None:
    """Insert a message that has changed a game; raises ConflictError if it has done so already."""
    await connection.execute(_INSERT_MESSAGE, {"message_id": message, "game_id": game})


async def _replace_moves(connection: Transaction, before: Session, after: Session) -> None:
    """Delete the plies that were taken back and insert the new ones."""
    first = _common(before.position.moves, after.position.moves) + 1
    if first <= before.position.ply:
        await connection.execute(
            delete(moves).where(moves.c.game_id == after.game, moves.c.ply >= first)
        )
    await _insert_moves(connection, after, first)


async def _insert_moves(connection: Transaction, session: Session, first: int) -> None:
    if rows := move_columns(session, first):
        await connection.execute(_INSERT_MOVES, rows)


def _common(left: tuple[int, ...], right: tuple[int, ...]) -> int:
    """Return how many moves two games share from the start."""
    pairs = zip(left, right, strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _has_polls(rows: Sequence[Row[Any]]) -> bool:
    """Whether any of these games is voted on."""
    return any(row.leader_id is not None for row in rows)


async def _read_ballots(connection: Transaction, rows: Sequence[Row[Any]]) -> Mapping[int, Ballots]:
    """The votes of the games in these rows, by game."""
    voted_on = {row.id for row in rows if row.leader_id is not None}
    query = select(ballots).where(ballots.c.game_id.in_(voted_on)).order_by(ballots.c.user_id)
    found: dict[int, Ballots] = {}
    for row in await connection.execute(query):
        found[row.game_id] = (*found.get(row.game_id, ()), (UserId(row.user_id), row.choice))
    return found


async def _insert_poll(connection: Transaction, session: Session) -> None:
    """Keep the vote of a new game, where it has one."""
    if (row := poll_columns(session)) is not None:
        await connection.execute(insert(polls).values(row))


async def _replace_poll(connection: Transaction, before: Session, after: Session) -> None:
    """Keep what has become of a vote, touching only the ballots that have changed."""
    row = poll_columns(after)
    if row is None or before.poll == after.poll:
        return
    await connection.execute(update(polls).where(polls.c.game_id == after.game).values(row))
    old, new = dict(ballots_of(before)), dict(ballots_of(after))
    changed = {user: move for user, move in new.items() if old.get(user) != move}
    if gone := [user for user in old if user in changed or user not in new]:
        await connection.execute(
            delete(ballots).where(ballots.c.game_id == after.game, ballots.c.user_id.in_(gone))
        )
    rows = [
        {"game_id": after.game, "user_id": user, "choice": move} for user, move in changed.items()
    ]
    if rows:
        await connection.execute(insert(ballots), rows)
