"""What multisets of shapes are worth, as fitted, and how well that predicts searches."""

from __future__ import annotations

import json
from dataclasses import dataclass
from textwrap import fill
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from benchmarks.learning.games import HOME
from benchmarks.learning.positions import Positions
from benchmarks.learning.records import UNKNOWN
from engine import Rules
from engine.alphabeta import patterns
from engine.alphabeta.arrays import fresh_shape_board
from engine.alphabeta.shape_weights import ShapeWeights
from engine.thinking.score import ESTIMATE_LIMIT
from engine.wide_kernels.line_network import POINTS
from engine.wide_kernels.shapes import KINDS, SHAPES

Floats: TypeAlias = NDArray[np.float64]

SCALE: Final = POINTS
"""So many points are a factor of e in the odds."""
RESULTS: Final = 0.25
"""How much of what is predicted is the result of the game; the rest is what the search says."""


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


def worth_of(known: ShapeWeights, rules: Rules = HOME) -> Worth:
    """Weights of the engine as they are fitted, on a board."""
    gain, risk, to_move = known
    return Worth(gain / SCALE, risk / SCALE, (to_move - _idle(gain - risk, rules)) / SCALE)


def weights_of(fitted: Worth, rules: Rules = HOME) -> ShapeWeights:
    """Weights that were fitted on a board, as the engine has them."""
    gain, risk = (np.rint(SCALE * table).astype(np.int64) for table in (fitted.gain, fitted.risk))
    return ShapeWeights(gain, risk, round(SCALE * fitted.constant) + _idle(gain - risk, rules))


def _idle(table: NDArray[np.int64], rules: Rules) -> int:
    """The sum of a table over an empty board."""
    combinations = fresh_shape_board(rules).combination & 65535
    return int(table[patterns.multisets()[combinations]].sum())


def written(known: ShapeWeights) -> str:
    """Weights as a file for the engine."""
    gain, risk = (fill(json.dumps(table.tolist())[1:-1], 100) for table in known[:2])
    return f'{{"to_move": {known.to_move},\n"gain": [\n{gain}],\n"risk": [\n{risk}]}}\n'


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


# --- what is to be predicted -------------------------------------------------------------


class Told(Protocol):
    """Positions, whoever sees them, with what a search says and with the results of their games."""

    @property
    def value(self) -> NDArray[np.int64]:
        """What the search says, in points."""
        ...

    @property
    def result(self) -> NDArray[np.int64]:
        """1 for a game won, -1 for one lost, 0 for a draw, else UNKNOWN."""
        ...


def _searched(told: Told) -> Floats:
    """What the search says, in the logarithm of the odds: a proved win is worth a sure one."""
    return np.clip(told.value, -ESTIMATE_LIMIT, ESTIMATE_LIMIT) / SCALE


def searched_chance(told: Told) -> Floats:
    """The chance of a win, as the search says."""
    return np.asarray(1 / (1 + np.exp(-_searched(told))))


def foretold(told: Told, results: float = RESULTS) -> Floats:
    """What is to be predicted: the chance by the search and, where it is known, the result.

    `results` is how much of it that is.
    """
    part = np.where(told.result == UNKNOWN, 0, results)
    return np.asarray((1 - part) * searched_chance(told) + part * (told.result + 1) / 2)


def loss(odds: Floats, told: Told, results: float = RESULTS) -> float:
    """How far odds are from what is to be predicted: the mean log loss."""
    return float(np.mean(np.logaddexp(0, odds) - foretold(told, results) * odds))


def likeness(odds: Floats, told: Told) -> float:
    """How the chances by odds correlate with those that the search gives."""
    return float(np.corrcoef(np.tanh(odds / 2), np.tanh(_searched(told) / 2))[0, 1])
