"""Two numbers for each multiset of shapes, found from positions: what it is worth, and how early.

A number is the sum of what the four shapes and the kind have, and of something of its own for what
these together do not tell. The own part is held back, so that a multiset which is rare, or which no
position has, gets the sum alone. Both fits are by gradient descent (Adam) and logistic: of the odds
that the side to move wins, and of each free cell being the best move.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.adam import Adam
from benchmarks.learning.positions import TAKEN, Positions
from benchmarks.learning.records import UNKNOWN
from engine.alphabeta import patterns
from engine.kernels.wide.line_network import POINTS
from engine.kernels.wide.shapes import KINDS, SHAPES
from engine.thinking.score import ESTIMATE_LIMIT

Floats: TypeAlias = NDArray[np.float64]
Chosen: TypeAlias = NDArray[np.int64]

SCALE: Final = POINTS
"""So many points are a factor of e in the odds."""
RESULTS: Final = 0.25
"""How much of what is foretold is the result of the game; the rest is what the search says."""

_BATCH: Final = 1024
_EPOCHS: Final = 8
_SPEED: Final = 0.01
_HOLD: Final = 1e-4
"""How strongly the own parts are held back: so much times the sum of their squares is a loss."""


@dataclass(frozen=True)
class Worth:
    """What a position is worth, in the logarithm of the odds that the side to move wins."""

    gain: Floats
    """[multiset]: of a cell for the side to move."""
    risk: Floats
    """[multiset]: of a cell for the other side."""
    constant: float
    """What is added for every position."""

    def odds(self, positions: Positions) -> Floats:
        """The logarithm of the odds in each position."""
        gain, risk = np.append(self.gain, 0.0), np.append(self.risk, 0.0)
        total = gain[positions.mine].sum(axis=1) - risk[positions.theirs].sum(axis=1)
        return np.asarray(total + self.constant)


class _Tables:
    """Numbers that are being fitted: some for each multiset, by its features and of its own."""

    def __init__(self, count: int, speed: float, steps: int) -> None:
        self._features = features()
        shape = (self._features.shape[1] + len(self._features), count)
        self._numbers, self._adam = np.zeros(shape), Adam(shape)
        self._speed, self._steps = speed, steps

    def all(self) -> Floats:
        """[multiset, which]: the numbers."""
        by_feature, own = np.split(self._numbers, [self._features.shape[1]])
        return np.asarray(self._features @ by_feature + own)

    def descend(self, slope: Floats) -> None:
        """One step down the slope of the loss: slower towards the end."""
        held = slope + 2 * _HOLD * self._numbers[self._features.shape[1] :]
        whole = np.concatenate([self._features.T @ slope, held])
        speed = self._speed * (1 - (self._adam.done + 1) / (self._steps + 1))
        self._numbers -= self._adam.step(whole, speed)


def features() -> Floats:
    """[multiset]: how many of its shapes are each of SHAPES, then whether its kind is each."""
    multiset, shape = patterns.multisets(), patterns.shapes_of_combinations()
    kinds = patterns.kinds()
    found = np.zeros((patterns.MULTISETS, SHAPES + KINDS))
    for combination in np.flatnonzero((shape < SHAPES).all(axis=0)):
        row = found[multiset[combination]]
        row[:SHAPES] = np.bincount(shape[:, combination], minlength=SHAPES)
        row[SHAPES + kinds[combination]] = 1
    return found


def loss(odds: Floats, positions: Positions) -> float:
    """How far odds are from what is to be foretold: the mean log loss."""
    return float(np.mean(np.logaddexp(0, odds) - foretold(positions) * odds))


def likeness(odds: Floats, positions: Positions) -> float:
    """How the chances by odds correlate with those that the search gives."""
    told = np.tanh(_searched(positions) / 2)
    return float(np.corrcoef(np.tanh(odds / 2), told)[0, 1])


def _searched(positions: Positions) -> Floats:
    """What the search says, in the logarithm of the odds: a proved win is worth a sure one."""
    return np.clip(positions.value, -ESTIMATE_LIMIT, ESTIMATE_LIMIT) / SCALE


def searched_chance(positions: Positions) -> Floats:
    """The chance that the side to move wins, as the search says."""
    return np.asarray(1 / (1 + np.exp(-_searched(positions))))


def foretold(positions: Positions) -> Floats:
    """What is to be foretold: the chance by the search and, where it is known, the result."""
    searched = searched_chance(positions)
    part = np.where(positions.result == UNKNOWN, 0, RESULTS)
    return np.asarray((1 - part) * searched + part * (positions.result + 1) / 2)


def _batches(count: int, epochs: int) -> Iterator[Chosen]:
    """The rows of each batch, in another order each epoch."""
    rng = np.random.default_rng(1)
    for _ in range(epochs):
        order = rng.permutation(count)
        yield from np.array_split(order, -(-count // _BATCH))


def _spread(multisets: NDArray[np.uint16], weights: Floats) -> Floats:
    """[multiset]: the sum of the weights of the cells that have it. TAKEN is left out."""
    return np.asarray(np.bincount(multisets.ravel(), weights.ravel(), TAKEN + 1)[:TAKEN], float)


def fit(positions: Positions, epochs: int = _EPOCHS) -> Worth:
    """What foretells best, of two numbers for each multiset and a constant."""
    steps = epochs * -(-len(positions) // _BATCH)
    tables, constant, target = _Tables(2, _SPEED, steps), 0.0, foretold(positions)
    for chosen in _batches(len(positions), epochs):
        mine, theirs = positions.mine[chosen], positions.theirs[chosen]
        gain, risk = tables.all().T
        odds = Worth(gain, risk, constant).odds(positions[chosen])
        error = (1 / (1 + np.exp(-odds)) - target[chosen]) / len(chosen)
        cells = np.repeat(error, mine.shape[1])
        tables.descend(np.stack([_spread(mine, cells), -_spread(theirs, cells)], axis=1))
        constant -= float(error.sum())
    gain, risk = tables.all().T
    return Worth(gain, risk, constant)
