"""Fits how much earlier a cell is tried for the lines through it to the moves that searches prefer.

The odds of a cell against all others are what its rank is worth and a number for each of its four
lines (engine/alphabeta/worth/line_urgency.py). What is fitted is how likely these say the preferred
move is, by gradient descent in batches.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numba
import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.adam import Adam
from benchmarks.learning.fit import Floats
from benchmarks.learning.network import Lines, Reals, lines_of
from benchmarks.learning.positions import TAKEN, Positions
from engine.alphabeta import patterns
from engine.alphabeta.worth import line_weights, shape_weights
from engine.alphabeta.worth.line_urgency import Urgency
from engine.game.rules import Variant

_BATCH: Final = 512
"""Positions of one step."""
_PASSES: Final = 2
"""How often the fit goes through all positions."""
_SPEED: Final = 2.5e-3
"""The greatest size of a step for lines, as Adam counts it."""
_SPEED_OF_RANK: Final = 5e-4
"""That for what a rank is worth: slower, since every cell of every position tells of it."""
_FIRST_WORTH: Final = 0.05
"""What a rank of 1 is worth before the fit."""


class Choices(NamedTuple):
    """Positions of one board in which a search prefers a move, a row each."""

    lines: Lines
    """[position, 4 * cell + direction]: the lines."""
    ranks: Reals
    """[position, cell]: how early a cell is tried for its shapes, -1 where it is taken."""
    best: NDArray[np.int64]
    """The cell that the search prefers."""

    def chosen(self, rows: NDArray[np.int64]) -> Choices:
        """Some of them."""
        return Choices(self.lines[rows], self.ranks[rows], self.best[rows])


def choices(positions: Positions, variant: Variant) -> Choices:
    """What the fit sees of positions on a square board. Takes 3 kB for each on 15x15."""
    told = positions[positions.best >= 0]
    made, stops = _ranks_of_multisets(variant)
    ranks = np.where(told.mine == TAKEN, -1, made[told.mine] + stops[told.theirs])
    return Choices(lines_of(told.stones), ranks.astype(np.float32), told.best)


def _ranks_of_multisets(variant: Variant) -> tuple[Floats, Floats]:
    """[multiset], and TAKEN: the rank for what a cell makes, and for what it stops."""
    multisets = patterns.multisets()[patterns.common_combinations(variant)]
    found = np.zeros((2, TAKEN + 1))
    for table, ranks in zip(found, np.split(shape_weights.ranks(variant), 2), strict=True):
        table[multisets] = ranks
    return found[0], found[1]


class Order:
    """Numbers that are being fitted."""

    def __init__(self, steps: int) -> None:
        self._lines, self._worth = np.zeros(line_weights.lines().size), _FIRST_WORTH
        self._by_lines, self._by_rank = Adam(self._lines.shape), Adam(())
        self._steps = steps

    def descend(self, seen: Choices) -> None:
        """One step down the slope of the loss: slower towards the end."""
        slopes = np.zeros(self._lines.size + 1)
        _batch(*seen, self._lines, self._worth, slopes)
        part = 1 - self._by_lines.done / (self._steps + 1)
        self._lines -= self._by_lines.step(slopes[:-1], part * _SPEED)
        self._worth -= float(self._by_rank.step(slopes[-1], part * _SPEED_OF_RANK))

    def written(self) -> Urgency:
        """[line]: the numbers as the engine has them, counted as ranks are."""
        return np.rint(self._lines / self._worth).astype(np.int16)


def fit(seen: Choices, passes: int = _PASSES) -> Urgency:
    """[line]: the numbers that foretell best what the searches prefer."""
    rng, count = np.random.default_rng(1), len(seen.best)
    size = min(_BATCH, count)
    order = Order(passes * (count // size))
    for _ in range(passes):
        rows = rng.permutation(count)
        for start in range(0, count - size + 1, size):
            order.descend(seen.chosen(np.sort(rows[start : start + size])))
    return order.written()


def found_among(seen: Choices, numbers: Urgency, first: int) -> float:
    """How often the preferred move is among so many that are tried first, by these numbers."""
    after = np.zeros(len(seen.best), np.int64)
    _count_before(*seen, np.asarray(numbers, np.int64), after)
    return float(np.mean(after < first))


# --- compiled ----------------------------------------------------------------------------


@numba.njit(cache=True)
def _batch(lines, ranks, best, by_line, worth, slopes):  # type: ignore[no-untyped-def]
    """Add the slopes of the mean loss: by each line, and behind them by what a rank is worth."""
    count, cells = ranks.shape
    odds = np.empty(cells)
    for position in range(count):
        row = lines[position]
        most = -np.inf
        for cell in range(cells):
            odds[cell] = worth * ranks[position, cell]
            for i in range(4 * cell, 4 * cell + 4):
                odds[cell] += by_line[row[i]]
            if ranks[position, cell] >= 0:
                most = max(most, odds[cell])
        total = 0.0
        for cell in range(cells):
            odds[cell] = np.exp(odds[cell] - most) if ranks[position, cell] >= 0 else 0.0
            total += odds[cell]
        for cell in range(cells):
            slope = (odds[cell] / total - (cell == best[position])) / count
            if ranks[position, cell] >= 0:
                slopes[-1] += slope * ranks[position, cell]
                for i in range(4 * cell, 4 * cell + 4):
                    slopes[row[i]] += slope


@numba.njit(cache=True)
def _count_before(lines, ranks, best, by_line, after):  # type: ignore[no-untyped-def]
    """How many cells are tried before the preferred one."""
    order = np.empty(ranks.shape[1])
    for position in range(ranks.shape[0]):
        for cell in range(order.size):
            order[cell] = ranks[position, cell]
            for i in range(4 * cell, 4 * cell + 4):
                order[cell] += by_line[lines[position, i]]
        for cell in range(order.size):
            if ranks[position, cell] >= 0 and order[cell] > order[best[position]]:
                after[position] += 1
