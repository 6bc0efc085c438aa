"""Puzzles for the tests of the bot, one of each kind."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from bot.features.puzzle.collection_store import rated_in
from bot.features.puzzle.values import Attempt, DailyPuzzle, PuzzleAnswer, RatingChange
from bot.match.rating import Value
from bot.match.session import UserId
from bot.store import Store
from bot.store.database import transaction
from engine import Grade, Puzzle, RatedPuzzle, Task, decode_game

TODAY: Final = date(2026, 1, 1)
"""The day in the simulated Discord."""

DISCS: Final = Puzzle(decode_game("6x7x4g:5-5-4-6-5-2-5-5-6-2-2-4-4"), Task.WIN, (4, 4, 3, 3, 3))
"""Connect Four: O wins with the third move, 3 in the end."""
GOMOKU: Final = Puzzle(
    decode_game("15x15x5:113-127-140-110-98-157-68-112"), Task.WIN, (83, 53, 128)
)
"""X plays h6, and then d9 or h4, i.e. whichever end is left."""
HOLD: Final = Puzzle(decode_game("5x5x4g:1-2-2"), Task.HOLD, (2,))
"""O must play column 2."""


def daily(puzzle: Puzzle = DISCS, day: date = TODAY, *, played: bool = False) -> DailyPuzzle:
    """The puzzle of a day."""
    return DailyPuzzle(day, puzzle, played)


def answered(
    puzzle: Puzzle, before: Attempt, move: int, grade: Grade = Grade.BEST, *, streak: int = 0
) -> PuzzleAnswer:
    """An answer, with the streak that it has made if it has solved the puzzle."""
    after = replace(before.answered(puzzle, grade), streak=streak)
    return PuzzleAnswer(puzzle, before, move, grade, after)


async def settled(
    store: Store, user: UserId, rated: RatedPuzzle, value: Value
) -> RatingChange | None:
    """What a first answer has changed in ratings."""
    async with transaction(store.database) as connection:
        return await rated_in(connection, user, rated, value)
