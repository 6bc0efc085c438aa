"""Stores the run against the clock of each person, and the best one of each in a scope."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import sqlalchemy as sa

from bot.features.puzzle.values import Run, RunRecord
from bot.match.session import Person, ScopeId, UserId
from bot.store.columns import Snowflake, UtcDateTime, metadata
from bot.store.database import Database, Transaction, insert_missing, transaction
from bot.store.deletion import OfServer, Own

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
    Own(runs.c.user_id),
    Own(run_records.c.user_id),
    OfServer(run_records.c.scope_id),
)
"""What is deleted with a person, or with a server."""


class RunStore:
    """One run for each person, the last one that they began."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def begin(self, run: Run) -> None:
        """Store a new run in place of the person's last one."""
        async with transaction(self._database) as connection:
            await connection.execute(sa.delete(runs).where(runs.c.user_id == run.person.id))
            row = {"user_id": run.person.id, "begun_at": run.begun, **_columns(run)}
            await connection.execute(sa.insert(runs).values(row))

    async def find(self, person: Person) -> Run | None:
        """Return a person's last run."""
        query = sa.select(runs).where(runs.c.user_id == person.id)
        async with transaction(self._database) as connection:
            row = (await connection.execute(query)).one_or_none()
        return None if row is None else _read(row, person)

    async def keep(self, scope: ScopeId, before: Run, after: Run, now: datetime) -> bool:
        """Store a run after an answer, with its score if that is the person's best in a scope.

        Returns False, and stores nothing, if the run is no longer as it was `before`.
        """
        person = after.person
        async with transaction(self._database) as connection:
            query = sa.select(runs).where(runs.c.user_id == person.id).with_for_update()
            row = (await connection.execute(query)).one_or_none()
            if row is None or _read(row, before.person) != before:
                return False
            mine = sa.update(runs).where(runs.c.user_id == person.id)
            await connection.execute(mine.values(_columns(after)))
            if after.score > before.score:
                await _keep_record(connection, scope, after, now)
        return True

    async def best(self, scope: ScopeId, user: UserId) -> int:
        """Return the score of a person's best run in a scope; 0 if they have none."""
        query = sa.select(run_records.c.best).where(
            run_records.c.scope_id == scope, run_records.c.user_id == user
        )
        async with transaction(self._database) as connection:
            return await connection.scalar(query) or 0

    async def top(self, scope: ScopeId, limit: int) -> list[RunRecord]:
        """Return the best runs in a scope; among equals the earlier one first."""
        query = (
            sa.select(run_records)
            .where(run_records.c.scope_id == scope)
            .order_by(run_records.c.best.desc(), run_records.c.reached_at, run_records.c.user_id)
            .limit(limit)
        )
        async with transaction(self._database) as connection:
            rows = (await connection.execute(query)).all()
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
