"""What the shapes and kinds of engine/kernels/shapes.py are worth to a search.

GAINS and RISKS are fitted: `python -m benchmarks.weights` plays games against itself and finds
what foretells best who wins, where nobody has a four or can make an open one (logistic
regression, as for chess by P. Österlund's Texel method). Here from 59,862 positions of
5,997 games of some 5,000 nodes a move: the log loss on games left out is 0.578, with none
0.693. 4000 are a factor of e in the odds. Too rare to be fitted are what no position has (an
open four of the mover ends the search), BROKEN_TWICE, which is set to the value of BROKEN, and
the gains of TWO_THREES and FOUR_AND_THREE, set by hand. Against weights fitted to 1,971
games of half the nodes they scored 54 % +- 8 in 60 games at 0.1 s a move.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.alphabeta import patterns
from engine.kernels.shapes import GAIN, KINDS, RISK, SHAPES

Array = NDArray[np.int64]

GAIN_OF_SHAPE: Final = (2, -7, 27, 256, 392, 478, 478, 432, 711, 648, 0, 0)
"""What a shape is worth to the side to move, from DEAD to FIVE; 4000 are a factor of e in the
odds."""
GAIN_OF_KIND: Final = (-72, 28, -239, -159, 388, 959, 0, 773, 1315, 6500, 0, 0)
"""What a kind is worth to the side to move, from NOTHING to WINS, in the same unit as a shape."""
RISK_OF_SHAPE: Final = (6, -6, 24, 74, 234, 322, 322, 430, 348, 610, 0, 0)
"""What a shape is worth to the side that is not to move, from DEAD to FIVE."""
RISK_OF_KIND: Final = (-189, -5, -128, 21, 314, 751, 280, 617, 1550, 3302, 600, 0)
"""What a kind is worth to the side that is not to move, from NOTHING to WINS."""
TO_MOVE: Final = 2400
"""What an empty board is worth to the side to move. The regression has a constant, -3990, without
which every position looks good to its mover, and lines of odd and even length do not compare. It
is less than nothing because gains and risks count every idle cell for the mover: 6405 in all on
the 15x15 of those games. Other boards have more or fewer of them. Against this number 1200 scored
38 % +- 7, 3400 53 % +- 7 and 4400 42 % +- 6, in 180 games each at 0.06 s of CPU a move."""

_EARLY_BY_SHAPE: Final = (0, 1, 4, 12, 16, 10, 13, 40, 48, 36, 200, 600)
"""How early a move is tried by the shapes that it makes or stops, from DEAD to FIVE: set by
hand."""
_EARLY_BY_KIND: Final = (0, 0, 0, 8, 0, 20, 60, 0, 20, 100, 150, 300)
"""How early a move is tried by the kind that it makes or stops, from NOTHING to WINS: set by
hand."""


@lru_cache(maxsize=1)
def meanings() -> Array:
    """For each combination its kind and worth, as drawn in engine/kernels/shapes.py."""
    return (_risks() << RISK) + (_gains() << GAIN) + patterns.kinds()


def offset(combinations: Array) -> int:
    """What to add to every evaluation of a board, by the combinations of its cells when empty."""
    return TO_MOVE - int((_gains() - _risks())[combinations].sum())


@lru_cache(maxsize=1)
def ranks() -> Array:
    """How early a cell is tried, by the mover's combination, then by the other's."""
    early = _total(_EARLY_BY_SHAPE, _EARLY_BY_KIND)
    return np.concatenate([early * 5 // 4, early])


def _gains() -> Array:
    """For each combination what it is worth to its side if that is to move."""
    return _total(GAIN_OF_SHAPE, GAIN_OF_KIND)


def _risks() -> Array:
    """For each combination what it is worth to its side if the other is to move."""
    return _total(RISK_OF_SHAPE, RISK_OF_KIND)


def _total(by_shape: tuple[int, ...], by_kind: tuple[int, ...]) -> Array:
    """The sum over each combination of what its four shapes and its kind have."""
    assert len(by_shape) == SHAPES
    assert len(by_kind) == KINDS
    of_shape = np.array(by_shape + (0,) * (16 - SHAPES))
    shapes = of_shape[patterns.shapes_of_combinations()].sum(axis=0)
    return np.asarray(shapes + np.array(by_kind)[patterns.kinds()], np.int64)
