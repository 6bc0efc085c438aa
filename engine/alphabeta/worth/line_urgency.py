"""How much earlier a cell is tried for the lines that go through it.

What stands within four steps of a cell along one direction is a line, as in
engine/alphabeta/worth/line_weights.py, and has a number that is added to the rank of the cell
(`order_of` in engine/wide_kernels/shapes.py). The numbers are learnt, and kept in a file for each
variant, as urgency-renju.npz: `python -m benchmarks.learning --urgency` finds those by which the
moves that searches prefer are foretold best. In renju either side has numbers of its own.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.alphabeta.worth import line_weights
from engine.game.rules import Rules, Variant
from engine.wide_kernels.line_network import NEAR_BITS
from engine.wide_kernels.shapes import NEAR, URGENCIES

Urgency = NDArray[np.int16]

_GOAL: Final = 5
_LOWER_BITS: Final = 0x5555
"""The lower bit of each cell of a near code."""


def file_of(variant: Variant) -> str:
    """The file of the numbers of a variant, beside this module."""
    return f"urgency-{variant.value}.npz"


@lru_cache(maxsize=len(Variant))
def learnt(variant: Variant = Variant.FREESTYLE) -> Urgency:
    """[side, line]: how urgent each of `line_weights.lines` is to the side to move, from its file.

    The sides are those of `line_weights.sides`; what is urgent counts as a rank of a cell does.
    """
    file = files("engine.alphabeta.worth").joinpath(file_of(variant))
    with as_file(file) as path, np.load(path) as found:
        numbers = found["urgency"]
    assert numbers.shape == (line_weights.sides(variant), line_weights.lines().size)
    return np.asarray(numbers, np.int16)


def of_near_codes(rules: Rules) -> Urgency:
    """The numbers by near code, for X and then for O, as `ShapeBoard.urgency` has them.

    Only five in a row has any.
    """
    known = rules.goal == _GOAL and not rules.misere
    return _of_variant(rules.variant) if known else np.zeros(1, np.int16)


@lru_cache(maxsize=len(Variant))
def _of_variant(variant: Variant) -> Urgency:
    numbers, index = learnt(variant), line_weights.index()
    codes = np.arange(URGENCIES)
    swapped = (codes & _LOWER_BITS) << 1 | codes >> 1 & _LOWER_BITS
    found = []
    for of_side, seen in ((numbers[0], codes), (numbers[-1], swapped)):
        # the cell of the code itself is free
        word = seen & (1 << 2 * NEAR) - 1 | seen >> 2 * NEAR << NEAR_BITS
        near, far = word & index.near.size - 1, word >> NEAR_BITS
        found.append(of_side[index.number[index.near[near] + index.far[far]]])
    return np.concatenate(found)
