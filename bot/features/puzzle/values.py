"""The puzzle of the day, and how far a person is with it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from bot.errors import Problem, UserError
from bot.match.session import Person
from engine import Position, Puzzle


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day (UTC) in a scope."""

    day: date
    puzzle: Puzzle
    played: bool
    """Whether the position comes from a game of people here, or from a game of the engine."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle.

    `found` counts the right moves, `misses` the wrong ones. `streak` is None until the puzzle is
    solved. Then it is the number of days in a row on which this person solved the puzzle.
    """

    person: Person
    found: int = 0
    misses: int = 0
    streak: int | None = None

    @property
    def solved(self) -> bool:
        """Whether the puzzle is solved."""
        return self.streak is not None

    def answered(self, puzzle: Puzzle, move: int) -> Attempt:
        """Add an answer, which is a legal move. Raises UserError if the puzzle is solved."""
        if self.solved:
            raise UserError(Problem.PUZZLE_SOLVED)
        if puzzle.solves(self.found, move):
            return replace(self, found=self.found + 1)
        return replace(self, misses=self.misses + 1)


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A move as an answer, with the person's attempt before and after it."""

    puzzle: Puzzle
    before: Attempt
    move: int
    after: Attempt

    @property
    def right(self) -> bool:
        """Whether the move was right."""
        return self.after.found > self.before.found

    @property
    def position(self) -> Position:
        """The position after the answer: with the reply to it, unless the puzzle is solved."""
        if self.after.solved:
            return self.puzzle.after(self.before.found).play(self.move)
        return self.puzzle.after(self.after.found)


@dataclass(frozen=True, slots=True)
class Solvers:
    """The first people who solved a puzzle, and how many did in all."""

    first: tuple[Attempt, ...] = ()
    count: int = 0
