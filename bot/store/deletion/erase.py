"""Erasing a person: their rows go, and in games with others they become nobody.

Each step follows an index to rows of that person alone, and changes a few in each transaction. One
that was interrupted is done by asking again.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy import Column, ColumnElement, or_, select, union_all, update

from bot.errors import ConflictError
from bot.match.session import ERASED_USER, UserId
from bot.store.database import Database, reading, transaction
from bot.store.deletion.batches import BATCH, delete_all, update_all
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
)
"""What is about one person alone."""
_SEATS: Final = ((games.c.x_user_id, games.c.x_name), (games.c.o_user_id, games.c.o_name))
_NAMED: Final = (
    (polls.c.leader_id, polls.c.leader_name),
    (tournaments.c.leader_id, tournaments.c.leader_name),
    (entrants.c.user_id, entrants.c.name),
)
"""Where else a person stands in what is also about others."""


def plays(user: UserId) -> ColumnElement[bool]:
    """Which games a person plays, or leads a crowd in: each part of it follows an index."""
    seated = (select(games.c.id).where(seat == user) for seat, _ in _SEATS)
    led = select(polls.c.game_id).where(polls.c.leader_id == user)
    return games.c.id.in_(union_all(*seated, led))


async def erase(database: Database, user: UserId) -> None:
    """Erase a person from every table; raises ConflictError while a game of theirs is on."""
    await _check_over(database, user)
    await update_all(
        database, entrants, (entrants.c.user_id == user) & ~entrants.c.left, {"left": True}
    )
    for seat, name in _SEATS:
        await _leave_seat(database, user, seat, name)
    for who, name in _NAMED:
        gone = {who.name: ERASED_USER, name.name: ""}
        await update_all(database, who.table, who == user, gone)
    opponent = results.c.opponent_id
    await update_all(database, results, opponent == user, {opponent.name: ERASED_USER})
    asked = or_(challenges.c.challenger_id == user, challenges.c.opponent_id == user)
    await delete_all(database, challenges, asked)
    for table in _OWN:
        await delete_all(database, table, table.c.user_id == user)
    await _check_over(database, user)


async def _check_over(database: Database, user: UserId) -> None:
    """Raise ConflictError while a game of a person is on."""
    live = select(games.c.id).where(plays(user), games.c.ending.is_(None)).limit(1)
    async with reading(database) as connection:
        if await connection.scalar(live) is not None:
            raise ConflictError(f"a game of {user} is on")


async def _leave_seat(
    database: Database, user: UserId, seat: Column[int], name: Column[str]
) -> None:
    """Leave a seat of games that have ended, and their moves with it."""
    some = select(games.c.id).where(seat == user, games.c.ending.is_not(None)).limit(BATCH)
    while True:
        async with transaction(database) as connection:
            these = list(await connection.scalars(some))
            moved = moves.c.game_id.in_(these), moves.c.user_id == user
            await connection.execute(update(moves).where(*moved).values(user_id=ERASED_USER))
            left = {seat.name: ERASED_USER, name.name: ""}
            await connection.execute(update(games).where(games.c.id.in_(these)).values(left))
        if len(these) < BATCH:
            return
