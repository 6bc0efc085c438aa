"""Stores the puzzles of the day, everybody's attempts, and how they are posted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from itertools import groupby
from typing import Any, Final

import sqlalchemy as sa

from bot.features.puzzle.values import Attempt, DailyPuzzle, PostClaim, Solvers, grades_of, letters
from bot.match.session import MessageId, Person, ScopeId, UserId
from bot.store.columns import Snowflake, UtcDateTime, metadata
from bot.store.database import Step, TableStore, insert_missing, nothing, transaction
from bot.store.deletion import OfServer, Own
from bot.store.tables import games, moves, results
from engine import Position, Puzzle, Rules, Task, decode_game, encode_game, puzzle_collection

puzzles: Final = sa.Table(
    "puzzles",
    metadata,
    sa.Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Date, primary_key=True),  # in UTC
    sa.Column("start", sa.Text, nullable=False),  # the code of the position
    sa.Column("task", sa.String(16), nullable=False),
    sa.Column("line", sa.Text, nullable=False),
    sa.Column("played", sa.Boolean, nullable=False),  # by people in this scope, not by the engine
    sa.Column("number", sa.Integer),  # in the collection; NULL where it comes from elsewhere
    # The daily post: its message, or until when a process has claimed it.
    sa.Column("message_id", Snowflake),
    sa.Column("claimed_until", UtcDateTime),
)
"""One row a day in a scope."""

attempts: Final = sa.Table(
    "attempts",
    metadata,
    sa.Column("scope_id", Snowflake, primary_key=True, autoincrement=False),
    sa.Column("day", sa.Date, primary_key=True),
    sa.Column("user_id", Snowflake, primary_key=True, autoincrement=False, index=True),
    sa.Column("name", sa.String(100), nullable=False),
    sa.Column("found", sa.Integer, nullable=False),
    sa.Column("misses", sa.Integer, nullable=False),
    # Both NULL until the puzzle is solved; the streak counts days, this one included.
    sa.Column("streak", sa.Integer),
    sa.Column("solved_at", UtcDateTime),
    sa.Column("marks", sa.Text, nullable=False, server_default=""),  # a letter for each answer
    sa.ForeignKeyConstraint(
        ["scope_id", "day"], [puzzles.c.scope_id, puzzles.c.day], ondelete="CASCADE"
    ),
)
"""One row a person who has tried the puzzle of a day."""

DELETIONS: Final = (
    Own(attempts.c.user_id),
    OfServer(puzzles.c.scope_id),
)
"""What is deleted with a person, or with a server."""

# Statements of every answer are made once, since making one takes longer than running it.
_THIS_PUZZLE: Final = sa.and_(
    puzzles.c.scope_id == sa.bindparam("in_scope"), puzzles.c.day == sa.bindparam("on_day")
)
_THIS_ATTEMPT: Final = sa.and_(
    attempts.c.scope_id == sa.bindparam("in_scope"),
    attempts.c.day == sa.bindparam("on_day"),
    attempts.c.user_id == sa.bindparam("of_user"),
)
_FIND: Final = sa.select(puzzles).where(_THIS_PUZZLE)
_ATTEMPT: Final = sa.select(attempts).where(_THIS_ATTEMPT)
_REPLACE_ATTEMPT: Final = sa.update(attempts).where(_THIS_ATTEMPT)
_STREAK: Final = sa.select(attempts.c.streak).where(_THIS_ATTEMPT)


class PuzzleStore(TableStore):
    """The stored puzzles: one for each scope and day. A stored puzzle never changes."""

    async def find(self, scope: ScopeId, day: date) -> DailyPuzzle | None:
        """Return the puzzle of a day, if it is stored."""
        row = await self._row(_FIND, {"in_scope": scope, "on_day": day})
        return None if row is None else _read_puzzle(row)

    async def keep(self, scope: ScopeId, made: DailyPuzzle) -> DailyPuzzle:
        """Store a day's puzzle and return it. If another process was faster, return that puzzle."""
        row = {
            "scope_id": scope,
            "day": made.day,
            "start": encode_game(made.puzzle.start),
            "task": made.puzzle.task.value,
            "line": "-".join(map(str, made.puzzle.line)),
            "played": made.played,
            "number": made.number,
        }
        async with transaction(self.database) as connection:
            await insert_missing(connection, puzzles, row)
        kept = await self.find(scope, made.day)
        assert kept is not None, "no puzzle is ever removed"
        return kept

    async def starts(self, scope: ScopeId) -> list[Position]:
        """Return the positions of earlier puzzles that come from games of this scope."""
        query = sa.select(puzzles.c.start).where(puzzles.c.scope_id == scope, puzzles.c.played)
        return [decode_game(code) for code in await self._values(query)]

    async def numbers(self, scope: ScopeId) -> set[int]:
        """Return the numbers of earlier puzzles that come from the engine's collection."""
        query = sa.select(puzzles.c.number).where(
            puzzles.c.scope_id == scope, puzzles.c.number.is_not(None)
        )
        return set(await self._values(query))

    async def attempt(self, scope: ScopeId, day: date, person: Person) -> Attempt:
        """Return a person's attempt. It is empty if they have not tried."""
        this = {"in_scope": scope, "on_day": day, "of_user": person.id}
        row = await self._row(_ATTEMPT, this)
        return Attempt(person) if row is None else _read_attempt(row)

    async def keep_answer(
        self,
        scope: ScopeId,
        day: date,
        before: Attempt,
        after: Attempt,
        now: datetime,
        also: Step = nothing,
    ) -> Attempt | None:
        """Store an attempt after an answer, with its streak if that has solved the puzzle.

        Returns None, and stores nothing, if the attempt is no longer as it was `before`. `also`
        runs in the same commit.
        """
        person = after.person
        this = {"in_scope": scope, "on_day": day, "of_user": person.id}
        async with transaction(self.database) as connection:
            fresh = {"scope_id": scope, "day": day, "user_id": person.id, "name": person.name}
            await insert_missing(connection, attempts, {**fresh, "found": 0, "misses": 0})
            query = _ATTEMPT.with_for_update()
            stored = _read_attempt((await connection.execute(query, this)).one())
            if replace(stored, person=person) != replace(before, person=person):
                return None
            if after.solved:
                yesterday = {**this, "on_day": day - timedelta(days=1)}
                streak = await connection.scalar(_STREAK, yesterday) or 0
                after = replace(after, streak=streak + 1)
            changes = {
                "name": person.name,
                "found": after.found,
                "misses": after.misses,
                "marks": letters(after.grades),
                "streak": after.streak if after.solved else None,
                "solved_at": now if after.solved else None,
            }
            await connection.execute(_REPLACE_ATTEMPT, {**this, **changes})
            await also(connection)
        return after

    async def solvers(self, scope: ScopeId, day: date, limit: int) -> Solvers:
        """Return who has solved a day's puzzle, with the names of the first `limit`."""
        solved = sa.and_(
            attempts.c.scope_id == scope, attempts.c.day == day, attempts.c.streak.is_not(None)
        )
        first = sa.select(attempts).where(solved).order_by(attempts.c.solved_at, attempts.c.user_id)
        async with transaction(self.database) as connection:
            rows = (await connection.execute(first.limit(limit))).all()
            count = await connection.scalar(sa.select(sa.func.count()).where(solved))
        return Solvers(tuple(map(_read_attempt, rows)), count or 0)

    async def games(self, scope: ScopeId, limit: int) -> list[Position]:
        """Return the last positions of the latest games with a result in a scope, newest first."""
        latest = (
            sa.select(results.c.game_id)
            .where(results.c.scope_id == scope)
            .distinct()
            .order_by(results.c.game_id.desc())
            .limit(limit)
        )
        query = (
            sa.select(games.c.id, games.c.rules, moves.c.move)
            .join_from(games, moves)
            .where(games.c.id.in_(latest))
            .order_by(games.c.id.desc(), moves.c.ply)
        )
        rows: Sequence[Any] = await self._rows(query)
        return [_read_game(list(plies)) for _, plies in groupby(rows, key=lambda row: row.id)]

    async def claim_post(
        self, scope: ScopeId, day: date, now: datetime, until: datetime
    ) -> PostClaim:
        """Claim the post of a stored puzzle until some time.

        Of several processes one gets it. After that time it can be claimed again, unless the
        message was noted.
        """
        this = {"in_scope": scope, "on_day": day}
        query = sa.select(puzzles.c.claimed_until, puzzles.c.message_id).where(_THIS_PUZZLE)
        async with transaction(self.database) as connection:
            row = (await connection.execute(query.with_for_update(), this)).one()
            taken = row.claimed_until is not None and row.claimed_until > now
            if row.message_id is not None or taken:
                return PostClaim.REFUSED
            claim = sa.update(puzzles).where(_THIS_PUZZLE)
            await connection.execute(claim, {**this, "claimed_until": until})
        return PostClaim.FIRST if row.claimed_until is None else PostClaim.AGAIN

    async def mark_posted(self, scope: ScopeId, day: date, message: MessageId) -> None:
        """Note the message with which a puzzle was posted."""
        this = puzzles.c.scope_id == scope, puzzles.c.day == day
        await self._run(sa.update(puzzles).where(*this).values(message_id=message))


def _read_attempt(row: sa.Row[Any]) -> Attempt:
    return Attempt(
        Person(UserId(row.user_id), row.name),
        row.found,
        row.misses,
        grades_of(row.marks),
        solved=row.streak is not None,
        streak=row.streak or 0,
    )


def _read_puzzle(row: sa.Row[Any]) -> DailyPuzzle:
    """A stored puzzle, with what else the engine's collection knows about it, such as its theme."""
    line = tuple(map(int, row.line.split("-")))
    puzzle = Puzzle(decode_game(row.start), Task(row.task), line)
    rated = None if row.number is None else puzzle_collection().get(row.number)
    if rated is not None and (rated.puzzle.start, rated.puzzle.line) == (puzzle.start, line):
        puzzle = rated.puzzle
    return DailyPuzzle(row.day, puzzle, row.played, row.number)


def _read_game(rows: Sequence[sa.Row[Any]]) -> Position:
    return Position.from_moves(Rules.parse(rows[0].rules), (row.move for row in rows))
