"""Stores which puzzles of the collection a person has met, and how far they are with each."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, and_, select, update

from bot.features.puzzle.values import Attempt, grades_of, letters
from bot.match.session import Person, UserId
from bot.store.database import Database, insert_missing, transaction
from bot.store.tables import trials

_SOLVED: Final = "solved"
_GIVEN_UP: Final = "given up"


class TrialStore:
    """The attempts of people at puzzles of the collection, in all servers together."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def met(self, user: UserId) -> set[int]:
        """Return the numbers of the puzzles that a person has met."""
        query = select(trials.c.number).where(trials.c.user_id == user)
        async with transaction(self._database) as connection:
            return set(await connection.scalars(query))

    async def meet(self, user: UserId, number: int) -> None:
        """Note that a person is shown a puzzle."""
        async with transaction(self._database) as connection:
            await insert_missing(connection, trials, _fresh(user, number))

    async def attempt(self, person: Person, number: int) -> Attempt:
        """Return a person's attempt. It is empty if they have not tried."""
        async with transaction(self._database) as connection:
            query = select(trials).where(_is_trial(person.id, number))
            row = (await connection.execute(query)).one_or_none()
        return Attempt(person) if row is None else _read(row, person)

    async def keep(self, number: int, before: Attempt, after: Attempt) -> Attempt | None:
        """Store an attempt. None, and nothing is stored, if it is not as it was `before`."""
        person = after.person
        where = _is_trial(person.id, number)
        async with transaction(self._database) as connection:
            await insert_missing(connection, trials, _fresh(person.id, number))
            query = select(trials).where(where).with_for_update()
            stored = _read((await connection.execute(query)).one(), person)
            if stored != replace(before, person=person):
                return None
            await connection.execute(
                update(trials)
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


def _is_trial(user: UserId, number: int) -> ColumnElement[bool]:
    return and_(trials.c.user_id == user, trials.c.number == number)


def _ending(attempt: Attempt) -> str | None:
    if attempt.solved:
        return _SOLVED
    return _GIVEN_UP if attempt.given_up else None


def _read(row: Row[Any], person: Person) -> Attempt:
    return Attempt(
        person,
        row.found,
        row.misses,
        grades_of(row.marks),
        solved=row.ending == _SOLVED,
        given_up=row.ending == _GIVEN_UP,
    )
