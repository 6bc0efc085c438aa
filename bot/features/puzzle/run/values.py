"""A run against the clock: its rules, and how far a person is with one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.match.session import Person
from engine import Grade, RatedPuzzle

RUN_TIME: Final = timedelta(minutes=3)
MOST_MISSES: Final = 3
"""The miss with which a run ends."""
LONGEST: Final = 3
"""The most moves of a puzzle in a run."""
_FIRST_STRENGTH: Final = 700
_STEP: Final = 50
"""How much stronger each puzzle is than the one before."""


@dataclass(frozen=True, slots=True)
class Run:
    """A run. `numbers` are the puzzles met, the last one of which is open.

    `found` counts the right moves in that one; `score` counts the puzzles that are solved.
    """

    person: Person
    begun: datetime
    numbers: tuple[int, ...]
    found: int = 0
    misses: int = 0
    score: int = 0

    @property
    def ends(self) -> datetime:
        """When the time is over."""
        return self.begun + RUN_TIME

    def is_over(self, now: datetime) -> bool:
        """Whether no more answers are taken."""
        return self.misses >= MOST_MISSES or now >= self.ends

    @property
    def step(self) -> tuple[int, int, int]:
        """What tells this step from every other one: the run, the puzzle and the move."""
        return int(self.begun.timestamp()), len(self.numbers), self.found

    @property
    def next_strength(self) -> int:
        """The strength of the puzzle after the open one."""
        return _FIRST_STRENGTH + _STEP * len(self.numbers)

    def answered(self, rated: RatedPuzzle, grade: Grade, following: int) -> Run:
        """Add an answer to the open puzzle. After its end `following` is the open one."""
        if grade is Grade.WRONG:
            return replace(self._with(following), misses=self.misses + 1)
        if self.found + 1 < rated.puzzle.moves:
            return replace(self, found=self.found + 1)
        return replace(self._with(following), score=self.score + 1)

    def _with(self, following: int) -> Run:
        return replace(self, numbers=(*self.numbers, following), found=0)


@dataclass(frozen=True, slots=True)
class RunView:
    """A run with its open puzzle, the answer before, and the person's best run in a scope."""

    run: Run
    rated: RatedPuzzle
    over: bool
    best: int = 0
    told: tuple[RatedPuzzle, int, Grade] | None = None
    """The puzzle that was answered, how many of its moves were found then, and the grade."""


@dataclass(frozen=True, slots=True)
class RunRecord:
    """A person's best run in a scope."""

    person: Person
    best: int
