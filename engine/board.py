"""The arrays that the kernel of engine/kernels/line.py works on, built from rules."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import Final

import numpy as np

from engine.kernels import line, stones, threat
from engine.kernels.line import Search
from engine.kernels.stones import Array, Board
from engine.kernels.threat import Hunt
from engine.rules import Rules

TOP_WEIGHT: Final = 4096
"""What a window with one stone missing is worth: a fifth of score.ESTIMATE_LIMIT."""

_EXACT_KEY_CELLS: Final = 31
"""Up to here two bits a cell fit in a key, which then stands for one position alone."""
_KEY_BITS: Final = 62
_SEED: Final = 3141592653

_TABLE_SLOTS: Final = (1021, 16381, 262139, 1048573)
"""Primes next to powers of two, so that a key's remainder depends on all its bits."""

_PROOFS: Final = 131071
_BARREN: Final = 262139
"""Entries of the tables of forced wins: primes as well."""


def fresh_board(rules: Rules) -> Board:
    """An empty board."""
    empty = _empty_board(rules)
    return empty._replace(
        **{
            name: getattr(empty, name).copy()
            for name in Board._fields[Board._fields.index("stone") :]
        }
    )


def fresh_search(rules: Rules, nodes: int | None) -> Search:
    """A stack and an empty table, large enough for this many nodes, at most 32 MB.

    Each search has its own: what one finds never depends on another. The system hands
    out the pages of the table as they are touched, so that a short search pays little.
    """
    heights = rules.cells + 2
    slots = next((n for n in _TABLE_SLOTS if nodes is not None and n >= nodes), _TABLE_SLOTS[-1])
    return Search(
        state=_zeros(line.STATE_SIZE),
        frame=_zeros(heights * line.FRAME_SIZE),
        moves=_zeros(heights * rules.cells),
        order=_zeros(heights * rules.cells),
        line=_zeros(heights * (rules.cells + 2)),
        killers=np.full(2 * heights, -1, np.int64),
        history=_zeros(2 * rules.cells),
        table=_zeros(slots * line.SLOT_SIZE),
    )


def fresh_hunt(rules: Rules) -> Hunt:
    """A stack and empty tables for the search of forced wins, 10 MB."""
    heights = rules.cells + 2
    return Hunt(
        state=_zeros(threat.STATE_SIZE),
        frame=_zeros((heights + 1) * threat.FRAME_SIZE),
        moves=_zeros(heights * rules.cells),
        prior=_zeros(heights * rules.cells),
        stack=_zeros(heights // 2 * rules.cells + rules.cells),
        tried=_zeros(2 * heights),
        line=_zeros(heights + 2),
        ends=_zeros(3 * rules.cells),
        hits=_zeros(rules.cells),
        table=_zeros(_PROOFS * threat.BUCKET_SIZE),
        barren=_zeros(_BARREN),
    )


def weights(goal: int) -> list[int]:
    """What a window is worth with 0 to goal - 1 stones of one side: four times as much for each."""
    return [max(1, TOP_WEIGHT >> 2 * (goal - 1 - filled)) for filled in range(goal)]


def windows(rules: Rules) -> list[list[int]]:
    """The cells of every run of `goal` cells in a row, column or diagonal."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                last_row = row + down * (rules.goal - 1)
                last_column = column + right * (rules.goal - 1)
                if last_row < rules.rows and 0 <= last_column < rules.columns:
                    first, step = row * rules.columns + column, down * rules.columns + right
                    found.append([first + step * i for i in range(rules.goal)])
    return found


@lru_cache(maxsize=16)
def _empty_board(rules: Rules) -> Board:
    all_windows = windows(rules)
    through: list[list[int]] = [[] for _ in range(rules.cells)]
    for number, window in enumerate(all_windows):
        for cell in window:
            through[cell].append(number)
    weight = weights(rules.goal)
    pull = [weight[0] * len(numbers) for numbers in through for _ in range(2)]
    count = len(all_windows)
    pairs = list(range(count)) if rules.goal == 2 else []
    sums = _zeros(stones.SUMS_SIZE)
    for side in range(2):
        sums[stones.WORTH + side] = count * weight[0]
        sums[stones.ALIVE + side] = count
        sums[stones.PAIRS + side] = len(pairs)
    first = np.cumsum([0, *map(len, through)])
    return Board(
        shape=_array([rules.cells, rules.columns, rules.goal, rules.gravity, rules.misere, count]),
        first=_array(first.tolist()),
        through=_array([number for numbers in through for number in numbers]),
        window=_array([cell for window in all_windows for cell in window]),
        weight=_array(weight),
        zobrist=_keys(rules),
        stone=np.full(rules.cells, -1, np.int64),
        word=_array([sum(window) << stones.FREE for window in all_windows]),
        pull=_array(pull),
        finish=_zeros(2 * rules.cells),
        finishes=_zeros(2 * rules.cells),
        spot=_zeros(2 * rules.cells),
        pairs=_array(pairs * 2) if pairs else _zeros(2 * count),
        place=_array(pairs * 2) if pairs else _zeros(2 * count),
        top=_array(range(rules.cells - rules.columns, rules.cells)),
        sums=sums,
        partner=_zeros(rules.cells),
        stamp=_zeros(rules.cells),
    )


def _keys(rules: Rules) -> Array:
    if rules.cells <= _EXACT_KEY_CELLS:
        return _array([1 << bit for bit in range(2 * rules.cells)])
    rng = random.Random(_SEED)
    return _array([rng.getrandbits(_KEY_BITS) for _ in range(2 * rules.cells)])


def _array(numbers: object) -> Array:
    return np.array(numbers, np.int64)


def _zeros(size: int) -> Array:
    return np.zeros(size, np.int64)
