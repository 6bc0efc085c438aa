"""Stores how people do on puzzles of the collection: attempts, ratings, runs against the clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.features.puzzle.values import (
    NEWCOMER,
    OTHER_SIDE,
    Attempt,
    RatingChange,
    Run,
    RunRecord,
    calibrated,
    grades_of,
    letters,
)
from bot.match.rating import Rating, Value, rate
from bot.match.session import Person, ScopeId, UserId
from bot.store.columns import Snowflake, UtcDateTime, metadata
from bot.store.database import Step, TableStore, Transaction, insert_missing, nothing, transaction
from bot.store.deletion import OfServer, Own
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

_SOLVED: Final = "solved"
_GIVEN_UP: Final = "given up"


class TrialStore(TableStore):
    """The attempts of people at puzzles of the collection, in all servers together."""

    async def met(self, user: UserId) -> set[int]:
        """Return the numbers of the puzzles that a person has met."""
        query = sa.select(trials.c.number).where(trials.c.user_id == user)
        return set(await self._values(query))

    async def meet(self, user: UserId, number: int) -> None:
        """Note that a person is shown a puzzle."""
        async with transaction(self.database) as connection:
            await insert_missing(connection, trials, _fresh(user, number))

    async def attempt(self, person: Person, number: int) -> Attempt:
        """Return a person's attempt. It is empty if they have not tried."""
        row = await self._row(sa.select(trials).where(_is_trial(person.id, number)))
        return Attempt(person) if row is None else _read_trial(row, person)

    async def keep(
        self, number: int, before: Attempt, after: Attempt, also: Step = nothing
    ) -> Attempt | None:
        """Store an attempt. Returns None, and stores nothing, if it was changed since `before`.

        `also` runs in the same commit.
        """
        person = after.person
        where = _is_trial(person.id, number)
        async with transaction(self.database) as connection:
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
            await also(connection)
        return after


def _fresh(user: UserId, number: int) -> dict[str, Any]:
    start = {"found": 0, "misses": 0, "marks": "", "rated": False}
    return {"user_id": user, "number": number, **start}


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


class PuzzleRatings(TableStore):
    """The ratings of people, wherever they solve puzzles, and those of puzzles by number."""

    async def of(self, user: UserId) -> Rating:
        """Return a person's rating; that of a new player if they have none."""
        query = sa.select(puzzle_ratings).where(puzzle_ratings.c.user_id == user)
        row = await self._row(query)
        return NEWCOMER if row is None else _read_rating(row)

    async def strengths(self) -> dict[int, float]:
        """Return the strength of every puzzle that somebody has answered, by number."""
        query = sa.select(puzzle_strengths.c.number, puzzle_strengths.c.mu)
        return {row.number: row.mu for row in await self._rows(query)}


async def rated_in(
    connection: Transaction, user: UserId, rated: RatedPuzzle, value: Value
) -> RatingChange | None:
    """Rate a person and a puzzle by a first answer, in its commit; None if that was done before.

    Both are rated by what they were before.
    """
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
    await insert_missing(connection, trials, _fresh(user, number))
    this = sa.and_(_is_trial(user, number), trials.c.rated.is_(False))
    counted = await connection.execute(sa.update(trials).where(this).values(rated=True))
    return counted.rowcount == 1


async def _locked(
    connection: Transaction, table: sa.Table, key: Mapping[str, int], start: Rating
) -> Rating:
    """Return a rating, locked until the transaction ends."""
    row = {**key, "mu": start.mu, "sigma": start.sigma, "games": start.games}
    await insert_missing(connection, table, row)
    query = sa.select(table).filter_by(**key).with_for_update()
    return _read_rating((await connection.execute(query)).one())


async def _keep_rating(
    connection: Transaction, table: sa.Table, key: Mapping[str, int], rating: Rating
) -> None:
    values = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
    await connection.execute(sa.update(table).filter_by(**key).values(values))


def _read_rating(row: sa.Row[Any]) -> Rating:
    return Rating(row.mu, row.sigma, row.games)


runs: Final = sa.Table(
    "runs",
    metadata,
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("begun_at", UtcDateTime, nullable=False),
    sa.Column(
        "numbers", sa.Text, nullable=False
    ),  # the puzzles met, with dashes between, the last open
    sa.Column("found", sa.Integer, nullable=False),
    sa.Column("misses", sa.Integer, nullable=False),
    sa.Column("score", sa.Integer, nullable=False),
)
"""One row a person: the run against the clock that they began last."""

run_records: Final = sa.Table(
    "run_records",
    metadata,
    sa.Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("best", sa.Integer, nullable=False),
    sa.Column("reached_at", UtcDateTime, nullable=False),
)
"""One row a person in a scope: the best run."""

DELETIONS: Final = (
    Own(trials.c.user_id),
    Own(puzzle_ratings.c.user_id),
    Own(runs.c.user_id),
    Own(run_records.c.user_id),
    OfServer(run_records.c.scope_id),
)
"""What is deleted with a person, or with a server."""


class RunStore(TableStore):
    """One run for each person, the last one that they began."""

    async def begin(self, run: Run) -> None:
        """Store a new run in place of the person's last one."""
        async with transaction(self.database) as connection:
            await connection.execute(sa.delete(runs).where(runs.c.user_id == run.person.id))
            row = {"user_id": run.person.id, "begun_at": run.begun, **_columns(run)}
            await connection.execute(sa.insert(runs).values(row))

    async def find(self, person: Person) -> Run | None:
        """Return a person's last run."""
        query = sa.select(runs).where(runs.c.user_id == person.id)
        row = await self._row(query)
        return None if row is None else _read(row, person)

    async def keep(
        self, scope: ScopeId, before: Run, after: Run, now: datetime, also: Step = nothing
    ) -> bool:
        """Store a run after an answer, with its score if that is the person's best in a scope.

        Returns False, and stores nothing, if the run is no longer as it was `before`. `also` runs
        in the same commit.
        """
        person = after.person
        async with transaction(self.database) as connection:
            query = sa.select(runs).where(runs.c.user_id == person.id).with_for_update()
            row = (await connection.execute(query)).one_or_none()
            if row is None or _read(row, before.person) != before:
                return False
            mine = sa.update(runs).where(runs.c.user_id == person.id)
            await connection.execute(mine.values(_columns(after)))
            if after.score > before.score:
                await _keep_record(connection, scope, after, now)
            await also(connection)
        return True

    async def best(self, scope: ScopeId, user: UserId) -> int:
        """Return the score of a person's best run in a scope; 0 if they have none."""
        query = sa.select(run_records.c.best).where(
            run_records.c.scope_id == scope, run_records.c.user_id == user
        )
        return await self._value(query) or 0

    async def top(self, scope: ScopeId, limit: int) -> list[RunRecord]:
        """Return the best runs in a scope; among equals the earlier one first."""
        query = (
            sa.select(run_records)
            .where(run_records.c.scope_id == scope)
            .order_by(run_records.c.best.desc(), run_records.c.reached_at, run_records.c.user_id)
            .limit(limit)
        )
        rows = await self._rows(query)
        return [RunRecord(Person(UserId(row.user_id), row.name), row.best) for row in rows]


async def _keep_record(connection: Transaction, scope: ScopeId, run: Run, now: datetime) -> None:
    row = {
        "scope_id": scope,
        "user_id": run.person.id,
        "name": run.person.name,
        "best": 0,
        "reached_at": now,
    }
    await insert_missing(connection, run_records, row)
    await connection.execute(
        sa.update(run_records)
        .where(
            run_records.c.scope_id == scope,
            run_records.c.user_id == run.person.id,
            run_records.c.best < run.score,
        )
        .values(name=run.person.name, best=run.score, reached_at=now)
    )


def _columns(run: Run) -> dict[str, Any]:
    return {
        "numbers": "-".join(map(str, run.numbers)),
        "found": run.found,
        "misses": run.misses,
        "score": run.score,
    }


def _read(row: sa.Row[Any], person: Person) -> Run:
    numbers = tuple(map(int, row.numbers.split("-")))
    return Run(person, row.begun_at, numbers, row.found, row.misses, row.score)
