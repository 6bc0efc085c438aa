"""Stores the ratings of people in puzzles, and the strengths of the puzzles."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Row, Table, and_, select, update

from bot.features.puzzle.rated.values import NEWCOMER, OTHER_SIDE, RatingChange, calibrated
from bot.match.rating import Rating, Value, rate
from bot.match.session import UserId
from bot.store.database import Database, Transaction, insert_missing, transaction
from bot.store.tables import puzzle_ratings, puzzle_strengths, trials
from engine import RatedPuzzle


class PuzzleRatings:
    """The ratings of people, wherever they solve puzzles, and those of puzzles by number."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def of(self, user: UserId) -> Rating:
        """Return a person's rating; that of a new player if they have none."""
        query = select(puzzle_ratings).where(puzzle_ratings.c.user_id == user)
        async with transaction(self._database) as connection:
            return _read((await connection.execute(query)).one_or_none()) or NEWCOMER

    async def strengths(self) -> dict[int, float]:
        """Return the strength of every puzzle that somebody has answered, by number."""
        query = select(puzzle_strengths.c.number, puzzle_strengths.c.mu)
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
            await _keep(connection, puzzle_ratings, person_key, after)
            moved = rate(puzzle, person, OTHER_SIDE[value], drift=0.0)  # a puzzle stays what it is
            await _keep(connection, puzzle_strengths, puzzle_key, moved)
        return RatingChange(person, after)


async def _is_first(connection: Transaction, user: UserId, number: int) -> bool:
    """Note that a person's answer to a puzzle counts now; False if one has counted before."""
    row = {"user_id": user, "number": number, "found": 0, "misses": 0, "marks": "", "rated": False}
    await insert_missing(connection, trials, row)
    this = and_(trials.c.user_id == user, trials.c.number == number, trials.c.rated.is_(False))
    return (await connection.execute(update(trials).where(this).values(rated=True))).rowcount == 1


async def _locked(
    connection: Transaction, table: Table, key: Mapping[str, int], start: Rating
) -> Rating:
    """Return a rating that nobody else changes until the transaction ends."""
    row = {**key, "mu": start.mu, "sigma": start.sigma, "games": start.games}
    await insert_missing(connection, table, row)
    query = select(table).filter_by(**key).with_for_update()
    found = _read((await connection.execute(query)).one())
    assert found is not None, "the row was just inserted"
    return found


async def _keep(
    connection: Transaction, table: Table, key: Mapping[str, int], rating: Rating
) -> None:
    values = {"mu": rating.mu, "sigma": rating.sigma, "games": rating.games}
    await connection.execute(update(table).filter_by(**key).values(values))


def _read(row: Row[Any] | None) -> Rating | None:
    return None if row is None else Rating(row.mu, row.sigma, row.games)
