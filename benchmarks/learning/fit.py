"""Fits the worth of each multiset of shapes to what searches and results say of positions.

A number is the sum of those of the four shapes and the kind, plus a term of its own for what these
do not explain. That term is regularised, so that a multiset which is rare, or in no position, gets
just the sum. The fit is logistic: of the odds that the side to move wins.
"""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from torch.nn import functional

from benchmarks.learning.descent import Rows, array_of, descend, on_device, parameter_of, shuffled
from benchmarks.learning.positions import Positions
from benchmarks.learning.worth import Worth, features, foretold
from engine.alphabeta import patterns

_BATCH: Final = 1024
_PASSES: Final = 8
_SPEED: Final = 0.01
_HOLD: Final = 1e-4
"""How strongly the own terms are regularised: so much times the sum of their squares is a loss."""


class _Tables:
    """Two numbers for each multiset, gain and risk, and a constant, that are being fitted."""

    def __init__(self) -> None:
        self._features = on_device(features().astype(np.float32))
        self._by_feature = parameter_of(np.zeros((self._features.shape[1], 2)))
        self._own = parameter_of(np.zeros((patterns.MULTISETS, 2)))
        self._constant = parameter_of(np.zeros(1))

    def groups(self) -> list[dict[str, object]]:
        """What is fitted, and how fast."""
        return [
            {"params": [self._by_feature, self._constant], "lr": _SPEED},
            {"params": [self._own], "lr": _SPEED, "weight_decay": 2 * _HOLD},
        ]

    def odds(self, mine: torch.Tensor, theirs: torch.Tensor) -> torch.Tensor:
        """The logarithm of the odds, by the multisets of all cells for either side."""
        nothing = torch.zeros_like(self._by_feature[:1])  # a cell that is taken
        tables = torch.cat([self._all(), nothing])
        gain, risk = tables[mine, 0].sum(dim=1), tables[theirs, 1].sum(dim=1)
        return gain - risk + self._constant

    def written(self) -> Worth:
        """The numbers as they were found."""
        gain, risk = array_of(self._all()).T.astype(float)
        return Worth(gain, risk, float(self._constant.item()))

    def _all(self) -> torch.Tensor:
        return self._features @ self._by_feature + self._own


def fit(positions: Positions, passes: int = _PASSES) -> Worth:
    """The best predictor made of two numbers for each multiset and a constant."""
    tables, target = _Tables(), foretold(positions).astype(np.float32)

    def loss(rows: Rows) -> torch.Tensor:
        mine, theirs = (
            on_device(cells[rows].astype(np.int64)) for cells in (positions.mine, positions.theirs)
        )
        odds = tables.odds(mine, theirs)
        return functional.binary_cross_entropy_with_logits(odds, on_device(target[rows]))

    batches = [rows for _, rows in shuffled([len(positions)], _BATCH, passes)]
    descend(tables.groups(), batches, loss, lambda done: 1 - done)
    return tables.written()
