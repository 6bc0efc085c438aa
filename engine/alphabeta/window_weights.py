"""What the windows of engine/kernels/windows.py are worth to a search.

By hand: a window is worth four times as much with each stone, whoever has it and wherever it lies.

Where discs fall, two things decide many games that such a count doesn't see: how high a window
lies, and who will get the cell that fills it, which depends on whether its row is even or odd,
counted from the bottom (V. Allis, A Knowledge-based Approach of Connect-Four, 1988). What these are
worth on boards too large to be solved in a game is learnt, and kept in window_weights.json: `python
-m benchmarks.learning.falling` plays games against itself and finds what best predicts what a
search says, and who wins.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np

from engine.game.geometry import windows
from engine.game.rules import Rules, Variant
from engine.kernels.jit import Array
from engine.kernels.windows import WAITS

FILE: Final = "window_weights.json"
"""The file of what is learnt, beside this module."""
TOP_WEIGHT: Final = 4096
"""What a window with one stone missing is worth by hand: a fifth of ESTIMATE_LIMIT in
engine/thinking/score.py."""
LEAST_CELLS: Final = 56
"""Smaller boards on which discs fall are solved (engine/solvers), most of them in a moment."""
KINDS: Final = 14
"""How many kinds of windows there are where discs fall: those in a column, then those in a row by
its height, then the diagonal ones by the height of their lowest cell."""

_ROWS: Final = 8
"""So many rows from the bottom count separately; a higher one counts like the one two below it."""
_STARTS: Final = KINDS - 1 - _ROWS
"""So many heights of the lowest cell of a diagonal, likewise."""


class WindowWeights(NamedTuple):
    """What a board is worth, in points."""

    kind: Array
    """[window]: its kind, a number from 0."""
    value: Array
    """[2 * goal * kind + goal * side + stones]: a window, to the only side with stones in it."""
    balance: Array
    """[WAITS * what `waits` says of X + of O]: what the finishes of both are worth to X; a single
    entry where they don't count."""
    tempo: int
    """Being to move."""


def by_hand(goal: int) -> list[int]:
    """What a window is worth with 0 to goal - 1 stones of one side: four times as much for each."""
    return [max(1, TOP_WEIGHT >> 2 * (goal - 1 - filled)) for filled in range(goal)]


def weights_of(rules: Rules) -> WindowWeights:
    """What is known of a board: set by hand where nothing is learnt about its family."""
    if not handles(rules):
        kind = np.zeros(len(windows(rules)), np.int64)
        return WindowWeights(kind, np.array(2 * by_hand(rules.goal)), np.zeros(1, np.int64), 0)
    value, balance, tempo = _learnt()[family(rules)]
    return WindowWeights(kinds(rules), value, balance, tempo)


def handles(rules: Rules) -> bool:
    """Whether something is learnt about such a board."""
    return is_large(rules) and family(rules) in _learnt()


def is_large(rules: Rules) -> bool:
    """Whether discs fall on a board that is too large to be solved in a game."""
    falling = rules.gravity and not rules.misere and rules.variant is Variant.FREESTYLE
    return falling and rules.cells >= LEAST_CELLS


def family(rules: Rules) -> str:
    """The boards that share weights.

    With an even number of rows whoever moves second can answer every disc with one on top of it;
    with an odd one it depends on the number of columns who has to begin the last column.
    """
    if rules.rows % 2 == 0:
        return f"{rules.goal} in a row, rows even"
    columns = "odd" if rules.columns % 2 else "even"
    return f"{rules.goal} in a row, rows odd, columns {columns}"


def kinds(rules: Rules) -> Array:
    """[window]: its kind, where discs fall."""
    return np.array([_kind(rules, window) for window in windows(rules)], np.int64)


def _kind(rules: Rules, window: list[int]) -> int:
    step = window[1] - window[0]
    if step == rules.columns:
        return 0
    height = rules.rows - 1 - window[-1] // rules.columns
    if step == 1:
        return 1 + _lowered(height, _ROWS)
    return 1 + _ROWS + _lowered(height, _STARTS)


def _lowered(height: int, heights: int) -> int:
    """A height below `heights`, lowered by two as often as it takes."""
    above = max(0, height - heights + 1)
    return height - above - above % 2


@lru_cache(maxsize=1)
def _learnt() -> dict[str, tuple[Array, Array, int]]:
    """Values, balance and tempo of each family in the file."""
    text = files("engine.alphabeta").joinpath(FILE).read_text(encoding="utf-8")
    found = {}
    for name, numbers in json.loads(text).items():
        value, balance = (np.array(numbers[part], np.int64) for part in ("value", "balance"))
        assert balance.size == WAITS**2
        assert value.size == 2 * KINDS * int(name.split()[0])
        found[name] = value, balance, int(numbers["tempo"])
    return found
