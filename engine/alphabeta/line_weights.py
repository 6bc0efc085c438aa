"""The weights of the network over lines of stones (engine/wide_kernels/line_network.py).

They are learnt, and kept in a file for each variant, such as lines-renju.npz: `python -m
benchmarks.learning --network` plays games against itself and fits the network to what a search says
of their positions. It was learnt on 15x15 and 20x20, and serves other boards as well: how much more
lines of stones are worth than their shapes hardly depends on the size (docs/engine.md). In renju
each side has weights of its own, since different lines are worth something to each.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import as_file, files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.rules import Rules, Variant
from engine.thinking.boards import has_shapes
from engine.wide_kernels.line_network import CHANNELS, HIDDEN, NEAR_BITS, REACH
from engine.wide_kernels.shapes import NEAR, URGENCIES

FILE: Final = "lines-{}.npz"
FILE_OF_URGENCY: Final = "urgency-{}.npz"
"""The files of what is learnt for a variant, beside this module."""
_GOAL: Final = 5
_LEAST_SIDE: Final = 11
"""On 9x9, where every stone is near an edge, the shapes alone play as well."""
_CELLS: Final = 2 * REACH + 1
_EDGE: Final = 3


class LineWeights(NamedTuple):
    """The weights for the side to move."""

    vectors: NDArray[np.int16]
    """[line, channel]: for each of `lines`, in units of 1 / UNIT."""
    first: NDArray[np.float32]
    """[input, neuron]: the first layer, as in `LineNetwork`."""
    second: NDArray[np.float32]
    """[input, neuron]: the second layer."""
    last: NDArray[np.float32]
    """[neuron], then a constant."""


def handles(rules: Rules) -> bool:
    """Whether there is a network for a game."""
    large = min(rules.rows, rules.columns) >= _LEAST_SIDE
    return rules.goal == _GOAL and large and has_shapes(rules)


def sides(variant: Variant) -> int:
    """How many sides have weights of their own: both, X first, or one for either."""
    return 2 if variant is Variant.RENJU else 1


@lru_cache(maxsize=len(Variant))
def learnt(variant: Variant = Variant.FREESTYLE) -> tuple[LineWeights, ...]:
    """The weights of a variant, from its file, for each of its `sides`."""
    file = files("engine.alphabeta").joinpath(FILE.format(variant.value))
    with as_file(file) as path, np.load(path) as found:
        whole = LineWeights(**found)
    count = sides(variant)
    assert whole.vectors.shape == (count, lines().size, CHANNELS)
    assert whole.last.shape == (count, HIDDEN + 1)
    return tuple(LineWeights(*(array[side] for array in whole)) for side in range(count))


def stacked(weights: Sequence[LineWeights]) -> LineWeights:
    """The weights of some sides, one after the other, as a file has them."""
    return LineWeights(*(np.stack(arrays) for arrays in zip(*weights, strict=True)))


class Index(NamedTuple):
    """Which vector belongs to a line; see `LineNetwork`."""

    near: NDArray[np.int32]
    far: NDArray[np.int32]
    number: NDArray[np.int16]


@lru_cache(maxsize=1)
def lines() -> NDArray[np.int64]:
    """Every possible line, or its mirror image if that is less, in order: 22,143.

    Two bits a cell: 0 free, 1 the side to move, 2 the other, 3 beyond the edge.
    """
    return np.unique(_canonical(_all_lines().ravel()))


@lru_cache(maxsize=1)
def index() -> Index:
    """Finds the vector of a line: a line and its mirror image have the same."""
    near, far = _halves()
    parts = np.zeros(1 << NEAR_BITS, np.int32), np.zeros(1 << 2 * REACH, np.int32)
    parts[0][near] = far.size * np.arange(near.size)
    parts[1][far] = np.arange(far.size)
    number = np.searchsorted(lines(), _canonical(_all_lines().ravel()))
    return Index(*parts, number.astype(np.int16))


def _halves() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """What can stand on the first five cells of a line, and on the last four."""
    near = np.arange(1 << NEAR_BITS)
    beyond = (near[:, None] >> 2 * np.arange(REACH + 1) & 3) == _EDGE
    # where a cell is beyond the edge, so is each one before it, but never the cell of the line
    # itself
    near = near[(beyond[:, :-1] | ~beyond[:, 1:]).all(axis=1) & ~beyond[:, -1]]
    far = np.arange(1 << 2 * REACH)
    beyond = (far[:, None] >> 2 * np.arange(REACH) & 3) == _EDGE
    return near, far[(beyond[:, 1:] | ~beyond[:, :-1]).all(axis=1)]


def _all_lines() -> NDArray[np.int64]:
    """[near half, far half]: every possible line."""
    near, far = _halves()
    return np.asarray(near[:, None] | far << NEAR_BITS)


def _canonical(line: NDArray[np.int64]) -> NDArray[np.int64]:
    """The lesser of each line and its mirror image."""
    cells = line[:, None] >> 2 * np.arange(_CELLS) & 3
    return np.asarray(np.minimum(line, (cells << 2 * np.arange(_CELLS)[::-1]).sum(axis=1)))


# --- how much earlier a cell is tried for the lines that go through it
#
# What stands within four steps of a cell along one direction is a line as above, and has a number
# that is added to the rank of the cell (`order_of` in engine/wide_kernels/shapes.py). The numbers
# are learnt, and kept in a file for each variant, such as urgency-renju.npz: `python -m
# benchmarks.learning --urgency` finds those that best predict the moves that searches prefer. In
# renju each side has numbers of its own.

Urgency = NDArray[np.int16]

_LOWER_BITS: Final = 0x5555
"""The lower bit of each cell of a near code."""


@lru_cache(maxsize=len(Variant))
def learnt_urgency(variant: Variant = Variant.FREESTYLE) -> Urgency:
    """[side, line]: how urgent each of `lines` is to the side to move, from its file.

    The sides are those of `sides`; what is urgent counts as a rank of a cell does.
    """
    file = files("engine.alphabeta").joinpath(FILE_OF_URGENCY.format(variant.value))
    with as_file(file) as path, np.load(path) as found:
        numbers = found["urgency"]
    assert numbers.shape == (sides(variant), lines().size)
    return np.asarray(numbers, np.int16)


def urgency_of_near_codes(rules: Rules) -> Urgency:
    """The numbers by near code, for X and then for O, as `ShapeBoard.urgency` has them.

    Only five-in-a-row games have any.
    """
    known = rules.goal == _GOAL and not rules.misere
    return _urgency_of_variant(rules.variant) if known else np.zeros(1, np.int16)


@lru_cache(maxsize=len(Variant))
def _urgency_of_variant(variant: Variant) -> Urgency:
    numbers, found_by = learnt_urgency(variant), index()
    codes = np.arange(URGENCIES)
    swapped = (codes & _LOWER_BITS) << 1 | codes >> 1 & _LOWER_BITS
    found = []
    for of_side, seen in ((numbers[0], codes), (numbers[-1], swapped)):
        # the cell of the code itself is free
        word = seen & (1 << 2 * NEAR) - 1 | seen >> 2 * NEAR << NEAR_BITS
        near, far = word & found_by.near.size - 1, word >> NEAR_BITS
        found.append(of_side[found_by.number[found_by.near[near] + found_by.far[far]]])
    return np.concatenate(found)
