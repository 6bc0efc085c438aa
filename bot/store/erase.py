"""Erasing a person: their rows go, and in games with others they become nobody."""

from __future__ import annotations

from typing import Final

from sqlalchemy import ColumnElement, delete, or_, select, update

from bot.errors import ConflictError
from bot.match.session import ERASED_USER, UserId
from bot.store.database import Transaction
from bot.store.tables import (
    attempts,
    ballots,
    cards,
    challenges,
    coaches,
    entrants,
    games,
    moves,
    notify_choices,
    polls,
    preferences,
    puzzle_ratings,
    ratings,
    results,
    run_records,
    runs,
    skills,
    studies,
    styles,
    tournaments,
    trials,
    vote_scores,
)

_OWN: Final = (
    results,
    ratings,
    skills,
    attempts,
    trials,
    puzzle_ratings,
    runs,
    run_records,
    ballots,
    preferences,
    coaches,
    styles,
    vote_scores,
    notify_choices,
    cards,
    studies,
    skills,
)
"""What is about one person alone."""
_MENTIONS: Final = (results.c.opponent_id, moves.c.user_id)
"""Where a person stands in what is also about others."""
_SEATS: Final = (
    (games.c.x_user_id, games.c.x_name),
    (games.c.o_user_id, games.c.o_name),
    (polls.c.leader_id, polls.c.leader_name),
    (tournaments.c.leader_id, tournaments.c.leader_name),
    (entrants.c.user_id, entrants.c.name),
)
_ASKED: Final = (challenges.c.challenger_id, challenges.c.opponent_id)


def plays(user: UserId) -> ColumnElement[bool]:
    """Which games a person plays, or leads a crowd in."""
    led = select(polls.c.game_id).where(polls.c.leader_id == user)
    return or_(games.c.x_user_id == user, games.c.o_user_id == user, games.c.id.in_(led))


async def erase(connection: Transaction, user: UserId) -> None:
    """Erase a person from every table; raises ConflictError while a game of theirs is on."""
    live = select(games.c.id).where(plays(user), games.c.ending.is_(None)).limit(1)
    if await connection.scalar(live) is not None:
        raise ConflictError(f"a game of {user} is on")
    playing = entrants.c.user_id == user
    await connection.execute(update(entrants).where(playing).values({"left": True}))
    for seat, name in _SEATS:
        await connection.execute(
            update(seat.table).where(seat == user).values({seat.name: ERASED_USER, name.name: ""})
        )
    for column in _MENTIONS:
        await connection.execute(
            update(column.table).where(column == user).values({column.name: ERASED_USER})
        )
    await connection.execute(delete(challenges).where(or_(*(who == user for who in _ASKED))))
    for table in _OWN:
        await connection.execute(delete(table).where(table.c.user_id == user))
