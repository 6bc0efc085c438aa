"""The puzzle of the day: made once in a scope, and answered by each person on their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from weakref import WeakValueDictionary

from bot.errors import Problem, UserError
from bot.features.puzzle.store import PuzzleStore
from bot.features.puzzle.values import Answer, Attempt, DailyPuzzle, Solvers
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
"""How many moves there are to find, from Monday on: it gets harder towards the weekend."""
_GAMES: Final = 10
"""How many of the latest games here are searched for a puzzle."""
_NAMED: Final = 10
"""Solvers that are named."""


class PuzzleDesk:
    """Gives out the puzzle of the day, and takes the answers."""

    def __init__(self, store: PuzzleStore, thinker: Thinker, clock: Callable[[], datetime]) -> None:
        self._store = store
        self._thinker = thinker
        self._clock = clock
        self._locks: WeakValueDictionary[ScopeId, asyncio.Lock] = WeakValueDictionary()

    def next_at(self) -> datetime:
        """When the next puzzle comes: at midnight in UTC."""
        return datetime.combine(self._day() + timedelta(days=1), time(), UTC)

    async def today(self, scope: ScopeId) -> DailyPuzzle:
        """Today's puzzle; whoever asks first waits until it is made."""
        day = self._day()
        async with self._locks.setdefault(scope, asyncio.Lock()):
            found = await self._store.find(scope, day)
            return found or await self._store.keep(scope, await self._made(scope, day))

    async def attempt(self, scope: ScopeId, day: date, person: Person) -> Attempt:
        """How far a person is with a day's puzzle."""
        return await self._store.attempt(scope, day, person)

    async def solvers(self, scope: ScopeId, day: date) -> Solvers:
        """Who has solved a day's puzzle."""
        return await self._store.solvers(scope, day, _NAMED)

    async def check(self, scope: ScopeId, day: date) -> DailyPuzzle:
        """Today's puzzle, if that is what `day` means; raises UserError."""
        if day != self._day():
            raise UserError(Problem.PUZZLE_OVER)
        return await self.today(scope)

    async def answer(self, scope: ScopeId, daily: DailyPuzzle, person: Person, word: str) -> Answer:
        """Take an answer; raises UserError for what is no legal move, and once it is solved."""
        puzzle = daily.puzzle
        given: list[tuple[Attempt, int]] = []

        def act(attempt: Attempt) -> Attempt:
            move = _move(puzzle, attempt, word)
            given.append((attempt, move))
            return attempt.answered(puzzle, move)

        now = self._clock()
        after = await self._store.answer(scope, daily.day, person, now, act, puzzle.moves)
        (before, move), *_ = given
        return Answer(puzzle, before, move, after)

    async def _made(self, scope: ScopeId, day: date) -> DailyPuzzle:
        """A puzzle from the latest games here, if one of them has any, else the engine's own."""
        used = await self._store.starts(scope)
        games = await self._store.games(scope, _GAMES)
        fresh = [game for game in games if not any(_is_within(start, game) for start in used)]
        seed = f"{scope} {day.isoformat()}"
        puzzle = await self._thinker.compose(seed, WEEK[day.weekday()], fresh)
        return DailyPuzzle(day, puzzle, any(_is_within(puzzle.start, game) for game in fresh))

    def _day(self) -> date:
        return self._clock().astimezone(UTC).date()


def _move(puzzle: Puzzle, attempt: Attempt, word: str) -> int:
    """The legal move that a word names in the position a person has come to."""
    if attempt.solved:
        raise UserError(Problem.PUZZLE_SOLVED)
    move = read_move(puzzle.after(attempt.found), word)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=word)
    return move


def _is_within(start: Position, game: Position) -> bool:
    """Whether a game went through a position, move by move."""
    return start.rules == game.rules and start.moves == game.moves[: start.ply]
