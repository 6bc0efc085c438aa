"""Puzzles, how far a person is with one, and the puzzle of a day."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from bot.errors import Problem, UserError
from bot.match.session import Person, read_move
from engine import Grade, Position, Puzzle


@dataclass(frozen=True, slots=True)
class DailyPuzzle:
    """The puzzle of a day (UTC) in a scope."""

    day: date
    puzzle: Puzzle
    played: bool
    """Whether the position comes from a game of people here, or from a game of the engine."""
    number: int | None = None
    """Its number in the engine's collection; None if it comes from elsewhere."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A person's attempt at a puzzle.

    `found` counts the right moves, `misses` the wrong ones, and `grades` holds both in their
    order: none of attempts that an earlier version stored. `streak` is, once a puzzle of the day
    is solved, the number of days in a row on which this person solved it.
    """

    person: Person
    found: int = 0
    misses: int = 0
    grades: tuple[Grade, ...] = ()
    solved: bool = False
    given_up: bool = False
    """Whether the person has asked for the solution."""
    streak: int = 0

    @property
    def over(self) -> bool:
        """Whether no more answers are taken."""
        return self.solved or self.given_up

    def answered(self, puzzle: Puzzle, grade: Grade) -> Attempt:
        """Add an answer. Raises UserError if the puzzle is solved."""
        self.check_open()
        grades = (*self.grades, grade)
        if grade is Grade.WRONG:
            return replace(self, misses=self.misses + 1, grades=grades)
        found = self.found + 1
        return replace(self, found=found, grades=grades, solved=found == puzzle.moves)

    def check_open(self) -> None:
        """Raise UserError if no more answers are taken."""
        if self.over:
            raise UserError(Problem.PUZZLE_SOLVED)


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """A move as an answer, with its grade and the person's attempt before and after it."""

    puzzle: Puzzle
    before: Attempt
    move: int
    grade: Grade
    after: Attempt

    @property
    def right(self) -> bool:
        """Whether the move was right, even if another one would have been faster."""
        return self.grade is not Grade.WRONG

    @property
    def fastest(self) -> int:
        """The move of the solution."""
        return self.puzzle.line[2 * self.before.found]

    @property
    def position(self) -> Position:
        """The position after the answer: with the reply to it, unless the puzzle is solved.

        After a slower move it goes on as if the faster one had been played.
        """
        if self.after.solved:
            return self.puzzle.after(self.before.found).play(self.move)
        return self.puzzle.after(self.after.found)


@dataclass(frozen=True, slots=True)
class Solvers:
    """The first people who solved a puzzle, and how many did in all."""

    first: tuple[Attempt, ...] = ()
    count: int = 0


def answer_in(puzzle: Puzzle, attempt: Attempt, word: str) -> int:
    """Read a legal move in the position that a person has reached. Raises UserError."""
    attempt.check_open()
    move = read_move(puzzle.after(attempt.found), word)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=word)
    return move


_LETTERS = {Grade.BEST: "b", Grade.SLOWER: "s", Grade.WRONG: "w"}
_GRADES = {letter: grade for grade, letter in _LETTERS.items()}


def letters(grades: tuple[Grade, ...]) -> str:
    """Grades as they are stored, a letter each.

    >>> letters((Grade.WRONG, Grade.BEST))
    'wb'
    """
    return "".join(_LETTERS[grade] for grade in grades)


def grades_of(stored: str) -> tuple[Grade, ...]:
    """The grades that `letters` has written."""
    return tuple(_GRADES[letter] for letter in stored)
