"""An answer to a puzzle of the collection, and what it did to the person's rating."""

from __future__ import annotations

from dataclasses import dataclass

from bot.features.puzzle.rated.values import RatingChange
from bot.features.puzzle.values import Attempt, PuzzleAnswer
from engine import RatedPuzzle


@dataclass(frozen=True, slots=True)
class Trial:
    """A puzzle of the collection, and how far a person is with it."""

    rated: RatedPuzzle
    attempt: Attempt


@dataclass(frozen=True, slots=True)
class TrialAnswer:
    """An answer, and the change of the person's rating if it was the first that counts."""

    rated: RatedPuzzle
    answer: PuzzleAnswer
    change: RatingChange | None


@dataclass(frozen=True, slots=True)
class Solution:
    """A puzzle whose solution a person has asked for."""

    trial: Trial
    change: RatingChange | None
