"""Fits the network over lines (engine/wide_kernels/line_network.py) to what a search says.

The vector of a line is the sum of those of its nine cells, each given by what stands there and its
distance from the middle, plus a vector of its own. So a rare line begins with what is known of
others. The fit adds to the odds that the shapes give, in batches, fast at first and slower towards
the end.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi
from typing import Final, NamedTuple, TypeAlias

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from benchmarks.learning import descent
from benchmarks.learning.descent import Rows
from benchmarks.learning.lines import Lines, lines_of
from benchmarks.learning.positions import Positions
from benchmarks.learning.worth import Floats, searched_chance
from engine.alphabeta import line_weights
from engine.alphabeta.line_weights import LineWeights
from engine.wide_kernels.line_network import CHANNELS, CLIP, HIDDEN, REACH, UNIT

Reals: TypeAlias = NDArray[np.float32]

_BATCH: Final = 1024
"""Positions of one step."""
_PASSES: Final = 10
"""How often the fit goes through all positions."""
_SPEED: Final = 4e-3
"""The greatest size of a step, as Adam counts it."""
_OWN: Final = 0.5
"""How much slower than all else the lines' own vectors are fitted."""
_HOLD: Final = 1e-7
"""How strongly they are regularised: so much times the sum of their squares is a loss. Of 1e-5 to
1e-7 this predicted best."""
_RISE: Final = 0.1
"""The part of the fit in which its speed rises."""
_CELLS: Final = 60.0
"""The sums over cells are divided by this, which brings them near to 1."""
_STONES: Final = 25.0
"""The number of stones is divided by this, and 1 is taken off, so that it lies around 0."""
_INPUTS: Final = CHANNELS + 2
"""The sums, the odds by shapes and the number of stones."""


class Examples(NamedTuple):
    """Positions of one board, a row each, as the fit sees them."""

    lines: Lines
    """[position, 4 * cell + direction]: the vectors of the lines."""
    empty: Lines
    """[4 * cell + direction]: those of the empty board."""
    shapes: Reals
    """The odds by shapes."""
    stones: Reals
    """How many stones there are."""
    chances: Reals
    """What the search says, as a chance to win."""

    def chosen(self, rows: Rows) -> Examples:
        """Some of them."""
        lines, empty, *facts = self
        return Examples(lines[rows], empty, *(fact[rows] for fact in facts))


def examples(positions: Positions, shapes: Floats) -> Examples:
    """What the fit sees of positions on a square board, given their odds by shapes.

    Takes 2 kB for each on 15x15.
    """
    empty = np.zeros_like(positions.stones[:1])
    return Examples(
        lines_of(positions.stones),
        lines_of(empty)[0],
        shapes.astype(np.float32),
        np.asarray((positions.stones > 0).sum(axis=1), np.float32),
        searched_chance(positions).astype(np.float32),
    )


class Network:
    """Weights that are being fitted.

    They begin at random, or as weights of the engine that are to be fitted further.
    """

    def __init__(self, begun: LineWeights | None = None) -> None:
        torch.manual_seed(1)
        features = _features()
        sizes = (_INPUTS, HIDDEN), (HIDDEN, HIDDEN), (HIDDEN, 1)
        self._layers = [nn.Linear(*size, device=descent.device()) for size in sizes]
        if begun is None:
            common = np.random.default_rng(1).normal(0, 0.15, (features.shape[1], CHANNELS))
            common[-1] = 0.25
            own = np.zeros((len(features), CHANNELS))
            for parameter in self._layers[-1].parameters():
                nn.init.zeros_(parameter)
        else:
            # as much shared by all lines as possible
            vectors = begun.vectors.astype(float) / UNIT
            common = np.asarray(np.linalg.lstsq(features, vectors, rcond=None)[0], float)
            own = np.asarray(vectors - features @ common)
            self._read(begun)
        self._features = descent.on_device(features)
        self._common, self._own = descent.parameter_of(common), descent.parameter_of(own)

    def groups(self) -> list[dict[str, object]]:
        """What is fitted, and how fast."""
        layers = [parameter for layer in self._layers for parameter in layer.parameters()]
        return [
            {"params": [self._common, *layers], "lr": _SPEED},
            {"params": [self._own], "lr": _OWN * _SPEED, "weight_decay": 2 * _HOLD},
        ]

    def loss(self, seen: Examples) -> torch.Tensor:
        """How far the odds are from what searches say: the mean log loss."""
        odds = self._odds(seen)
        return functional.binary_cross_entropy_with_logits(odds, descent.on_device(seen.chances))

    def odds(self, seen: Examples) -> Reals:
        """The logarithm of the odds in positions, given those by shapes alone."""
        found = np.zeros(len(seen.lines), np.float32)
        with torch.no_grad():
            for rows in descent.in_turn(len(found), _BATCH):
                found[rows] = descent.array_of(self._odds(seen.chosen(rows)))
        return found

    def written(self) -> LineWeights:
        """The weights as the engine has them: vectors in whole units, inputs as they come."""
        first, second, last = (
            (descent.array_of(layer.weight).T, descent.array_of(layer.bias))
            for layer in self._layers
        )
        sums, shapes, stones = np.split(first[0], [CHANNELS, CHANNELS + 1])
        constant = first[1] - stones[0]
        inputs = np.vstack([constant, shapes, stones / _STONES, sums / (_CELLS * UNIT)])
        return LineWeights(
            np.rint(UNIT * descent.array_of(self._vectors())).astype(np.int16),
            inputs.astype(np.float32),
            np.vstack([second[1], second[0]]),
            np.append(last[0], last[1]),
        )

    def _read(self, known: LineWeights) -> None:
        """Give the layers the weights of the engine."""
        constant, shapes, stones = known.first[:3]
        first = np.column_stack([known.first[3:].T * (_CELLS * UNIT), shapes, stones * _STONES])
        arrays = (
            (first, constant + stones * _STONES),
            (known.second[1:].T, known.second[0]),
            (known.last[None, :-1], known.last[-1:]),
        )
        with torch.no_grad():
            for layer, (weight, bias) in zip(self._layers, arrays, strict=True):
                layer.weight.copy_(descent.on_device(weight))
                layer.bias.copy_(descent.on_device(bias))

    def _vectors(self) -> torch.Tensor:
        return self._features @ self._common + self._own

    def _odds(self, seen: Examples) -> torch.Tensor:
        lines = descent.on_device(
            np.vstack([seen.empty, seen.lines]).reshape(-1, 4).astype(np.int64)
        )
        cells = self._vectors()[lines].sum(dim=1).clamp(0, CLIP / UNIT)
        sums = cells.view(1 + len(seen.lines), -1, CHANNELS).sum(dim=1) / _CELLS
        shapes = descent.on_device(seen.shapes)
        facts = torch.stack([shapes, descent.on_device(seen.stones) / _STONES - 1], dim=1)
        first, second, last = self._layers
        one = torch.relu(first(torch.cat([sums[1:] - sums[0], facts], dim=1)))
        return shapes + torch.squeeze(last(torch.relu(second(one))), dim=1)


def fit(
    boards: Sequence[Examples], passes: int = _PASSES, begun: LineWeights | None = None
) -> Network:
    """The network that best predicts what the search says, on all of these boards.

    It is fitted from scratch, or further from weights of the engine. Without a GPU it takes 0.07 ms
    of CPU for each position and pass.
    """
    network = Network(begun)
    batches = descent.shuffled([len(board.lines) for board in boards], _BATCH, passes)

    def loss(batch: tuple[int, Rows]) -> torch.Tensor:
        board, rows = batch
        return network.loss(boards[board].chosen(rows))

    descent.descend(network.groups(), batches, loss, _pace)
    return network


def _pace(done: float) -> float:
    """How fast the fit is once this part of it is done, as a part of the greatest speed."""
    falling = max(0.0, done - _RISE) / (1 - _RISE)
    return min(1.0, done / _RISE) * (0.5 + 0.5 * cos(pi * falling))


def _features() -> Reals:
    """[line]: how many cells at each distance from its middle are of each kind, and 1."""
    cells = line_weights.lines()[:, None] >> 2 * np.arange(2 * REACH + 1) & 3
    distance = np.abs(np.arange(2 * REACH + 1) - REACH)
    found = [
        (cells[:, distance == steps] == kind).sum(axis=1)
        for kind in (1, 2, 3)
        for steps in range(REACH + 1)
    ]
    return np.array([*found, np.ones(len(cells))], np.float32).T.copy()
