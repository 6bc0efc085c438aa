"""The service for the puzzle of the day: one puzzle for each scope and day."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import Problem, UserError
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.values import Attempt, DailyPuzzle, PuzzleAnswer, Solvers
from bot.match.session import Person, ScopeId, read_move
from bot.pool.thinker import Thinker
from engine import Position, Puzzle

WEEK: Final = (
    range(2, 3),
    range(1, 3),
    range(2, 4),
    range(1, 4),
    range(3, 4),
    range(3, 5),
    range(3, 6),
)
"""How many moves a puzzle may take, from Monday to Sunday: it gets harder each day."""
_GAMES: Final = 10
"""How many of the latest games are searched for a puzzle."""
_NAMED: Final = 10
"""The most solvers that are named."""


class Puzzles:
    """Makes the puzzle of the day, and takes answers."""

    def __init__(self, store: PuzzleStore, thinker: Thinker, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._thinker = thinker
        self._clock = clock
        self._locks: WeakValueDictionary[ScopeId, asyncio.Lock] = WeakValueDictionary()

    def next_at(self) -> datetime:
        """The time of the next puzzle: midnight in UTC."""
        return datetime.combine(self._day() + timedelta(days=1), time(), UTC)

    async def today(self, scope: ScopeId) -> DailyPuzzle:
        """Return today's puzzle. The first call of a day waits until it is made."""
        day = self._day()
        async with self._locks.setdefault(scope, asyncio.Lock()):
            found = await self._store.find(scope, day)
            return found or await self._store.keep(scope, await self._made(scope, day))

    async def attempt(self, scope: ScopeId, day: date, person: Person) -> Attempt:
        """Return how far a person is with a day's puzzle."""
        return await self._store.attempt(scope, day, person)

    async def solvers(self, scope: ScopeId, day: date) -> Solvers:
        """Return who has solved a day's puzzle."""
        return await self._store.solvers(scope, day, _NAMED)

    async def check(self, scope: ScopeId, day: date) -> DailyPuzzle:
        """Return today's puzzle. Raises UserError if `day` is not today."""
        if day != self._day():
            raise UserError(Problem.PUZZLE_OVER)
        return await self.today(scope)

    async def answer(
        self, scope: ScopeId, daily: DailyPuzzle, person: Person, word: str
    ) -> PuzzleAnswer:
        """Take an answer. Raises UserError if it is no legal move, or if the puzzle is solved."""
        puzzle = daily.puzzle
        given: list[tuple[Attempt, int]] = []

        def act(attempt: Attempt) -> Attempt:
            move = _move(puzzle, attempt, word)
            given.append((attempt, move))
            return attempt.answered(puzzle, move)

        now = self._clock()
        after = await self._store.answer(scope, daily.day, person, now, act, puzzle.moves)
        (before, move), *_ = given
        return PuzzleAnswer(puzzle, before, move, after)

    async def _made(self, scope: ScopeId, day: date) -> DailyPuzzle:
        """Make a puzzle from the latest games of the scope, or else from a game of the engine."""
        used = await self._store.starts(scope)
        games = await self._store.games(scope, _GAMES)
        fresh = [game for game in games if not any(_is_within(start, game) for start in used)]
        seed = f"{scope} {day.isoformat()}"
        puzzle = await self._thinker.compose(seed, WEEK[day.weekday()], fresh)
        return DailyPuzzle(day, puzzle, any(_is_within(puzzle.start, game) for game in fresh))

    def _day(self) -> date:
        return self._clock().astimezone(UTC).date()


def _move(puzzle: Puzzle, attempt: Attempt, word: str) -> int:
    """Read a legal move in the position that a person has reached. Raises UserError."""
    if attempt.solved:
        raise UserError(Problem.PUZZLE_SOLVED)
    move = read_move(puzzle.after(attempt.found), word)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=word)
    return move


def _is_within(start: Position, game: Position) -> bool:
    """Whether a game began with the moves of a position."""
    return start.rules == game.rules and start.moves == game.moves[: start.ply]
