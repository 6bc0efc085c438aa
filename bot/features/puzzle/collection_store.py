"""Stores how people do on puzzles of the collection: their attempts, and ratings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

import sqlalchemy as sa

from bot.features.puzzle.values import (
    NEWCOMER,
    OTHER_SIDE,
    Attempt,
    RatingChange,
    calibrated,
    grades_of,
    letters,
)
from bot.match.rating import Rating, Value, rate
from bot.match.session import Person, UserId
from bot.store.columns import Snowflake, metadata
from bot.store.database import Database, Transaction, insert_missing, transaction
from bot.store.deletion import Own
from engine import RatedPuzzle

trials: Final = sa.Table(
    "trials",
    metadata,
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("found", sa.Integer, nullable=False),
    sa.Column("misses", sa.Integer, nullable=False),
    sa.Column("marks", sa.Text, nullable=False),
    sa.Column("ending", sa.String(16)),  # "solved" or "given up"; NULL while it is open
    sa.Column("rated", sa.Boolean, nullable=False),
)
"""One row a person and puzzle of the collection that they have met."""

puzzle_ratings: Final = sa.Table(
    "puzzle_ratings",
    metadata,
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
"""One row a person who has answered puzzles of the collection."""

puzzle_strengths: Final = sa.Table(
    "puzzle_strengths",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("mu", sa.Float, nullable=False),
    sa.Column("sigma", sa.Float, nullable=False),
    sa.Column("games", sa.Integer, nullable=False),
)
"""One row a puzzle of the collection that somebody has answered."""

DELETIONS: Final = (
    Own(trials.c.user_id),
    Own(puzzle_ratings.c.user_id),
)
"""What is deleted with a person."""

_SOLVED: Final = "solved"
_GIVEN_UP: Final = "given up"


class TrialStore:
    """The attempts of people at puzzles of the collection, in all servers together."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def met(self, user: UserId) -> set[int]:
        """Return the numbers of the puzzles that a person has met."""
        query = sa.select(trials.c.number).where(trials.c.user_id == user)
        async with transaction(self._database) as connection:
            return set(await connection.scalars(query))

    async def meet(self, user: UserId, number: int) -> None:
        """Note that a person is shown a puzzle."""
        async with transaction(self._database) as connection:
            await insert_missing(connection, trials, _fresh(user, number))

    async def attempt(self, person: Person, number: int) -> Attempt:
        """Return a person's attempt. It is empty if they have not tried."""
        async with transaction(self._database) as connection:
            query = sa.select(trials).where(_is_trial(person.id, number))
            row = (await connection.execute(query)).one_or_none()
        return Attempt(person) if row is None else _read_trial(row, person)

    async def keep(self, number: int, before: Attempt, after: Attempt) -> Attempt | None:
        """Store an attempt. Returns None, and stores nothing, if it was changed since `before`."""
        person = after.person
        where = _is_trial(person.id, number)
        async with transaction(self._database) as connection:
            await insert_missing(connection, trials, _fresh(person.id, number))
            query = sa.select(trials).where(where).with_for_update()
            stored = _read_trial((await connection.execute(query)).one(), person)
            if stored != replace(before, person=person):
                return None
            await connection.execute(
                sa.update(trials)
                .where(where)
                .values(
                    found=after.found,
                    misses=after.misses,
                    marks=letters(after.grades),
                    ending=_ending(after),
                )
            )
        return after


def _fresh(user: UserId, number: int) -> dict[str, Any]:
    return {
        "user_id": user,
        "number": number,
        "found": 0,
        "misses": 0,
        "marks": "",
        "rated": False,
    }


def _is_trial(user: UserId, number: int) -> sa.ColumnElement[bool]:
    return sa.and_(trials.c.user_id == user, trials.c.number == number)


def _ending(attempt: Attempt) -> str | None:
    if attempt.solved:
        return _SOLVED
    return _GIVEN_UP if attempt.given_up else None


def _read_trial(row: sa.Row[Any], person: Person) -> Attempt:
    return Attempt(
        person,
        row.found,
        row.misses,
        grades_of(row.marks),
        solved=row.ending == _SOLVED,
        given_up=row.ending == _GIVEN_UP,
    )


class PuzzleRatings:
    """The ratings of people, wherever they solve puzzles, and those of puzzles by number."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId) -> Rating:
        """Return a person's rating; that of a new player if they have none."""
        query = sa.select(puzzle_ratings).where(puzzle_ratings.c.user_id == user)
        async with transaction(self._database) as connection:
            return _read_rating((await connection.execute(query)).one_or_none()) or NEWCOMER

    async def strengths(self) -> dict[int, float]:
        """Return the strength of every puzzle that somebody has answered, by number."""
        query = sa.select(puzzle_strengths.c.number, puzzle_strengths.c.mu)
        async with transaction(self._database) as connection:
            return {row.number: row.mu for row in await connection.execute(query)}

    async def settle(self, user: UserId, rated: RatedPuzzle, value: Value) -> RatingChange | None:
        """Rate a person and a puzzle by a first answer; None if that has been done before.

        Both are rated by what they were before, in one transaction.
        """
        async with transaction(self._database) as connection:
            if not await _is_first(connection, user, rated.number):
                return None
            person_key, puzzle_key = {"user_id": user}, {"number": rated.number}
            person = await _locked(connection, puzzle_ratings, person_key, NEWCOMER)
            start = calibrated(rated.strength)
            puzzle = await _locked(connection, puzzle_strengths, puzzle_key, start)
            after = rate(person, puzzle, value)
            await _keep_rating(connection, puzzle_ratings, person_key, after)
            moved = rate(puzzle, person, OTHER_SIDE[value], drift=0.0)  # a puzzle stays what it is
            await _keep_rating(connection, puzzle_strengths, puzzle_key, moved)
        return RatingChange(person, after, puzzle)


async def _is_first(connection: Transaction, user: UserId, number: int) -> bool:
    """Note that a person's answer to a puzzle counts now; False if one has counted before."""
    row = {"user_id": user, "number": number, "found": 0, "misses": 0, "marks": "", "rated": False}
    await insert_missing(connection, trials, row)
    this = sa.and_(trials.c.user_id == user, trials.c.number == number, trials.c.rated.is_(False))
    return (
        await connection.execute(sa.update(trials).where(this).values(rated=True))
    ).rowcount == 1


async def _locked(
    connection: Transaction, table: sa.Table, key: Mapping[str, int], start: Rating
) -> Rating:
    """Return a rating, locked until the transaction ends."""
    row = {**key, "mu": start.mu, "sigma": start.sigma, "games": start.games}
    await insert_missing(connection, table, row)
    query = sa.select(table).filter_by(**key).with_for_update()
    found = _read_rating((await connection.execute(query)).one())
    assert found is not None, "the row was just inserted"
    return found


async def _keep_rating(
    connection: Transaction, table: sa.Table, key: Mapping[str, int], rating: Rating
) -> None:
    values = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
    await connection.execute(sa.update(table).filter_by(**key).values(values))


def _read_rating(row: sa.Row[Any] | None) -> Rating | None:
    return None if row is None else Rating(row.mu, row.sigma, row.games)
