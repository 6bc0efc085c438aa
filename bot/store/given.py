"""Answers that people have given and that a search has yet to judge.

Each is stored before it is acknowledged, and goes in the commit that stores what it was worth. What
a process has left behind at its end is judged by the next one.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NewType

import sqlalchemy as sa

from bot.errors import Problem, StoreUnavailable, UserError
from bot.match.session import ChannelId, Person, ScopeId, UserId
from bot.store.columns import GAME_NUMBER, Snowflake, UtcDateTime, metadata
from bot.store.database import Step, TableStore, Transaction, transaction
from bot.store.deletion import OfServer, Own

Stored = Callable[[], None]
"""Called once an answer is stored. Only then is a press acknowledged."""
GivenId = NewType("GivenId", int)
UNSTORED: Final = GivenId(0)
"""The number of an answer that the store has not numbered yet."""

given_answers: Final = sa.Table(
    "given_answers",
    metadata,
    sa.Column("id", GAME_NUMBER, primary_key=True, autoincrement=True),
    sa.Column("user_id", Snowflake, nullable=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("scope_id", Snowflake, nullable=False, index=True),
    sa.Column("channel_id", Snowflake, nullable=False),
    sa.Column("task", sa.String(64), nullable=False),  # what it answers, in a feature's words
    sa.Column("move", sa.Integer, nullable=False),
    sa.Column("given_at", UtcDateTime, nullable=False),
    sqlite_autoincrement=True,  # an answer must not be taken for another one
)
"""One row an answer that is not judged yet."""

DELETIONS: Final = (
    Own(given_answers.c.user_id),
    OfServer(given_answers.c.scope_id),
)
"""What is deleted with a person, or with a server."""


@dataclass(frozen=True, slots=True)
class Given:
    """An answer that is not judged yet: who has given it where, to what, and when.

    `task` is a word for each part that names what it answers: `day 2026-01-01 0`.
    """

    person: Person
    scope: ScopeId
    channel: ChannelId
    task: str
    move: int
    at: datetime
    number: GivenId = UNSTORED


class GivenAnswers(TableStore):
    """The answers that are not judged yet."""

    @asynccontextmanager
    async def kept(self, given: Given, stored: Stored) -> AsyncIterator[Step]:
        """Keep an answer while a block judges it.

        The block gets what takes it away in the commit that stores what it was worth; that raises
        UserError if it was taken away before. Where no such commit is made it goes too. After an
        error it stays only if it was kept before: a new one's person is told, and answers again.
        """
        if is_new := given.number is UNSTORED:
            given = await self.add(given)
        stored()
        this, taken = sa.delete(given_answers).where(given_answers.c.id == given.number), False

        async def take(connection: Transaction) -> None:
            nonlocal taken
            if (await connection.execute(this)).rowcount != 1:
                raise UserError(Problem.MOVED_ON)
            taken = True

        try:
            yield take
        except Exception:
            if is_new:
                with suppress(StoreUnavailable):  # then it is judged later
                    await self.drop(given)
            raise
        if not taken:
            await self.drop(given)

    async def add(self, given: Given) -> Given:
        """Store an answer with a number."""
        added = sa.insert(given_answers).values(_columns(given)).returning(given_answers.c.id)
        async with transaction(self.database) as connection:
            return replace(given, number=GivenId(await connection.scalar(added)))

    async def left(self, before: datetime) -> list[Given]:
        """Return the answers that were given before a time, oldest first."""
        query = sa.select(given_answers).where(given_answers.c.given_at < before)
        return [_read(row) for row in await self._rows(query.order_by(given_answers.c.id))]

    async def drop(self, given: Given) -> None:
        """Take away an answer that is worth nothing any more."""
        await self._run(sa.delete(given_answers).where(given_answers.c.id == given.number))


def _columns(given: Given) -> dict[str, Any]:
    return {
        "user_id": given.person.id,
        "name": given.person.name,
        "scope_id": given.scope,
        "channel_id": given.channel,
        "task": given.task,
        "move": given.move,
        "given_at": given.at,
    }


def _read(row: sa.Row[Any]) -> Given:
    return Given(
        Person(UserId(row.user_id), row.name),
        ScopeId(row.scope_id),
        ChannelId(row.channel_id),
        row.task,
        row.move,
        row.given_at,
        GivenId(row.id),
    )
