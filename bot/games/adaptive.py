"""The adaptive level: as strong as it takes to make a game of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.store import Result
from engine import Level, Rules

MEMORY: Final = 20
"""How many of a person's latest games are looked at."""
_STEPS: Final = (Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT)
_FIRST: Final = 1


def level(results: Sequence[Result], rules: Rules) -> Level:
    """The level for the next game: one up after each win, one down after each loss.

    Counts the adaptive games of these rules among `results` (newest first), from MEDIUM.
    A win with help is none.
    """
    step = _FIRST
    for result in reversed(results):
        if result.rules == rules and result.level is Level.ADAPTIVE:
            step += _change(result)
            step = max(0, min(step, len(_STEPS) - 1))
    return _STEPS[step]


def _change(result: Result) -> int:
    if result.value == "win":
        return 0 if result.assisted else 1
    return -1 if result.value == "loss" else 0
