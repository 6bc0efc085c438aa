"""How far somebody is with the puzzle of the day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from bot.errors import Problem, UserError
from bot.match.session import Person
from engine import Position, Puzzle


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day in UTC, the same for everybody in a scope."""

    day: date
    puzzle: Puzzle
    played: bool
    """Whether people here came to this position; else the engine did, against itself."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """What one person has done about one puzzle.

    `found` counts the right moves, `misses` the wrong ones; `streak` is None until it is
    solved, and then how many days in a row this person has solved theirs.
    """

    person: Person
    found: int = 0
    misses: int = 0
    streak: int | None = None

    @property
    def solved(self) -> bool:
        """Whether nothing is left to find."""
        return self.streak is not None

    def answered(self, puzzle: Puzzle, move: int) -> Attempt:
        """With one more answer, a legal move; raises UserError where it is solved already."""
        if self.solved:
            raise UserError(Problem.PUZZLE_SOLVED)
        if puzzle.solves(self.found, move):
            return replace(self, found=self.found + 1)
        return replace(self, misses=self.misses + 1)


@dataclass(frozen=True, slots=True)
class Answer:
    """A move that a person has given as an answer, and their attempt without and with it."""

    puzzle: Puzzle
    before: Attempt
    move: int
    after: Attempt

    @property
    def right(self) -> bool:
        """Whether it is a move to find."""
        return self.after.found > self.before.found

    @property
    def position(self) -> Position:
        """What the person sees now: after the reply, or after the move that solves it."""
        if self.after.solved:
            return self.puzzle.after(self.before.found).play(self.move)
        return self.puzzle.after(self.after.found)


@dataclass(frozen=True, slots=True)
class Solvers:
    """Who has solved a puzzle: the first ones, in their order, and how many there are."""

    first: tuple[Attempt, ...] = ()
    count: int = 0
