"""What counts for the ratings of people and puzzles.

A puzzle is an opponent whom one meets once: the first answer counts, as on lichess. Whoever finds
every move without a miss has won. A wrong move, or asking for the solution, has lost.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.features.puzzle.values import Attempt
from bot.match.rating import Rating, Value

NEWCOMER: Final = Rating(1200.0)
"""The rating of a person who has answered no puzzle yet: puzzles of midweek are their first."""
_CALIBRATED: Final = 120.0
"""The uncertainty of a strength that was measured with the engine's levels, not yet with people."""
OTHER_SIDE: Final[dict[Value, Value]] = {"win": "loss", "loss": "win", "draw": "draw"}
"""The result of the puzzle, by that of the person."""


@dataclass(frozen=True, slots=True)
class RatingChange:
    """A person's rating in puzzles before and after one."""

    before: Rating
    after: Rating


def calibrated(strength: int) -> Rating:
    """The rating of a puzzle that nobody has answered yet."""
    return Rating(float(strength), _CALIBRATED)


def first_result(before: Attempt, after: Attempt) -> Value | None:
    """The result of a person that an answer has decided; None if it decided nothing."""
    if before.misses or before.over:
        return None
    if after.misses or after.given_up:
        return "loss"
    return "win" if after.solved else None
