"""Fits how much earlier a cell is tried for the lines through it to the moves that searches prefer.

The odds of a cell against all others are what its rank is worth and a number for each of its four
lines (engine/alphabeta/line_weights.py). What is fitted is how likely these say the preferred
move is, by gradient descent in batches.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch.nn import functional

from benchmarks.learning import descent
from benchmarks.learning.descent import Rows
from benchmarks.learning.lines import Lines, lines_of
from benchmarks.learning.positions import TAKEN, Positions
from benchmarks.learning.worth import Floats
from engine.alphabeta import line_weights, patterns, shape_weights
from engine.alphabeta.line_weights import Urgency
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
    ranks: NDArray[np.float32]
    """[position, cell]: how early a cell is tried for its shapes, -1 where it is taken."""
    best: NDArray[np.int64]
    """The cell that the search prefers."""

    def chosen(self, rows: Rows) -> Choices:
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


def fit(seen: Choices, passes: int = _PASSES) -> Urgency:
    """[line]: the numbers that best predict what the searches prefer, counted as ranks are."""
    numbers = descent.parameter_of(np.zeros(line_weights.lines().size))
    worth = descent.parameter_of(np.array(_FIRST_WORTH))

    def loss(rows: Rows) -> torch.Tensor:
        chosen = seen.chosen(rows)
        ranks, best = descent.on_device(chosen.ranks), descent.on_device(chosen.best)
        lines = descent.on_device(chosen.lines.reshape(*ranks.shape, 4).astype(np.int64))
        odds = worth * ranks + numbers[lines].sum(dim=2)
        odds = odds.masked_fill(ranks < 0, -torch.inf)
        return functional.cross_entropy(odds, best)

    batches = [rows for _, rows in descent.shuffled([len(seen.best)], _BATCH, passes)]
    groups = [{"params": [numbers], "lr": _SPEED}, {"params": [worth], "lr": _SPEED_OF_RANK}]
    descent.descend(groups, batches, loss, lambda done: 1 - done)
    return np.asarray(np.rint(descent.array_of(numbers) / descent.array_of(worth)), np.int16)


def found_among(seen: Choices, numbers: Urgency, first: int) -> float:
    """How often the preferred move is among so many that are tried first, by these numbers."""
    found = 0
    for rows in descent.in_turn(len(seen.best), _BATCH):
        lines, ranks, best = seen.chosen(rows)
        order = ranks + numbers[lines].reshape(*ranks.shape, 4).sum(axis=2)
        preferred = order[np.arange(len(rows)), best]
        before = ((ranks >= 0) & (order > preferred[:, None])).sum(axis=1)
        found += int((before < first).sum())
    return found / len(seen.best)
