"""The adaptive level: it follows the results of the person who plays against it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.store import Result
from engine import Level, Rules

RESULTS: Final = 20
"""How many of the latest games of a person count."""
_LEVELS: Final = (Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT)
_FIRST: Final = _LEVELS.index(Level.MEDIUM)
"""The index of the level of the first game."""


def level(results: Sequence[Result], rules: Rules) -> Level:
    """The level for the next game: one up after each win, one down after each loss.

    The first game is on MEDIUM. Of `results`, newest first, only adaptive games with these rules
    count. A win with a hint or other help changes nothing.
    """
    step = _FIRST
    for result in reversed(results):
        if result.rules == rules and result.level is Level.ADAPTIVE:
            step += _change(result)
            step = max(0, min(step, len(_LEVELS) - 1))
    return _LEVELS[step]


def _change(result: Result) -> int:
    if result.value == "win":
        return 0 if result.assisted else 1
    return -1 if result.value == "loss" else 0
