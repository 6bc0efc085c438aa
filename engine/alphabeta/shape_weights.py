"""What the multisets of shapes of engine/wide_kernels/shapes.py are worth to a search.

The four shapes of a cell, in whatever order, are one of 1365 multisets. What each is worth is
learnt, and kept in a file for each variant, such as shapes-renju.json: `python -m
benchmarks.learning` plays games against itself and finds what best predicts who wins, and what a
search says, where nobody has a four or can make an open one (logistic regression, as for chess by
P. Österlund's Texel method). 4000 points are a factor of e in the odds.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.alphabeta import patterns
from engine.game.rules import Variant
from engine.wide_kernels import shapes

Array = NDArray[np.int64]

FILE: Final = "shapes-{}.json"
"""The file of what is learnt for a variant, beside this module."""
RISK_OF_WINS: Final = 600
"""What a cell is worth where the side that is not to move wins at once or in three, set by hand:
a search evaluates few such positions, and the games have none. To the side to move it is worth
nothing, since it ends the search."""

_EARLY_BY_SHAPE: Final = (0, 1, 4, 12, 16, 10, 13, 40, 48, 36, 200, 600)
"""How early a move is tried by the shapes that it makes or stops, from DEAD to FIVE: set by
hand."""
_EARLY_BY_KIND: Final = (0, 0, 0, 8, 0, 20, 60, 0, 20, 100, 150, 300)
"""How early a move is tried by the kind that it makes or stops, from NOTHING to WINS: set by
hand."""


class ShapeWeights(NamedTuple):
    """What a board is worth, in points."""

    gain: Array
    """[multiset]: a cell to its side if that is to move."""
    risk: Array
    """[multiset]: a cell to its side if the other is to move."""
    to_move: int
    """An empty board to the side to move. The sum over its cells is subtracted from every
    evaluation: boards of another size have more or fewer idle cells, and lines of odd and even
    length could not be compared if these counted for the mover."""


@lru_cache(maxsize=len(Variant))
def learnt(variant: Variant = Variant.FREESTYLE) -> ShapeWeights:
    """The weights of a variant, from its file."""
    file = files("engine.alphabeta").joinpath(FILE.format(variant.value))
    numbers = json.loads(file.read_text(encoding="utf-8"))
    gain, risk = (np.array(numbers[name], np.int64) for name in ("gain", "risk"))
    assert gain.size == risk.size == patterns.MULTISETS
    return ShapeWeights(gain, risk, numbers["to_move"])


@lru_cache(maxsize=len(Variant))
def meanings(variant: Variant = Variant.FREESTYLE) -> Array:
    """For each combination its kind, list and worth, as drawn in engine/wide_kernels/shapes.py."""
    risk = _of_combinations(learnt(variant).risk, RISK_OF_WINS, variant) << shapes.RISK
    gain = _of_combinations(learnt(variant).gain, 0, variant) << shapes.GAIN
    kinds = patterns.kinds(variant)
    made = [kinds == shapes.WINS, kinds == shapes.WINS_IN_THREE, kinds >= shapes.ONE_FOUR]
    listed = np.select(made, [shapes.IN_FINISHES, shapes.WINS_IN_FOURS, shapes.IN_FOURS], 0)
    return np.asarray(risk + gain + listed + kinds, np.int64)


def offset(combinations: Array, variant: Variant = Variant.FREESTYLE) -> int:
    """What to add to every evaluation of a board, by the combinations of its cells when empty."""
    weights, empty = learnt(variant), patterns.multisets()[combinations]
    return weights.to_move - int((weights.gain - weights.risk)[empty].sum())


@lru_cache(maxsize=len(Variant))
def ranks(variant: Variant = Variant.FREESTYLE) -> Array:
    """How early a cell is tried, by the mover's combination, then by the other's."""
    assert len(_EARLY_BY_SHAPE) == shapes.SHAPES
    assert len(_EARLY_BY_KIND) == shapes.KINDS
    of_shape = np.array([_EARLY_BY_SHAPE[shape] for shape in patterns.COMMON_SHAPES])
    early = of_shape[patterns.shapes_of_combinations()].sum(axis=0)
    early += np.array(_EARLY_BY_KIND)[patterns.kinds(variant)]
    if variant is Variant.RENJU:
        early[patterns.fouls()] = 0
    return np.concatenate([early * 5 // 4, early])


def _of_combinations(table: Array, wins: int, variant: Variant) -> Array:
    """For each combination the number of its multiset, but for those that win at once or soon."""
    multisets = patterns.multisets()[patterns.common_combinations(variant)]
    return np.where(patterns.kinds(variant) >= shapes.WINS_IN_THREE, wins, table[multisets])
