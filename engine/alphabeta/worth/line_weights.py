"""The weights of the network over lines of stones (engine/kernels/line_network.py).

They are learnt, and kept in line_weights.npz: `python -m benchmarks.learning --network` plays games
against itself and fits the network to what a search says of their positions. It was learnt from
gomoku on 15x15 and 20x20, and serves every game of five in a row: by how much lines of stones are
worth more than their shapes hardly depends on the size of the board and on the rules
(docs/engine.md).
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import as_file, files
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.rules import Rules
from engine.kernels.line_network import CHANNELS, HIDDEN, NEAR_BITS, REACH

FILE: Final = "line_weights.npz"
"""The file of the weights, beside this module."""

_GOAL: Final = 5
_LEAST_SIDE: Final = 11
"""On 9x9, where every stone is near an edge, the shapes alone play as well."""
_CELLS: Final = 2 * REACH + 1
_EDGE: Final = 3


class LineWeights(NamedTuple):
    """The weights as the file has them."""

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
    turned_round = rules.gravity or rules.misere
    return (
        rules.goal == _GOAL and min(rules.rows, rules.columns) >= _LEAST_SIDE and not turned_round
    )


@lru_cache(maxsize=1)
def learnt() -> LineWeights:
    """The weights of the file."""
    with as_file(files("engine.alphabeta.worth").joinpath(FILE)) as path, np.load(path) as found:
        weights = LineWeights(**found)
    assert weights.vectors.shape == (lines().size, CHANNELS)
    assert weights.last.shape == (HIDDEN + 1,)
    return weights


class Index(NamedTuple):
    """Which vector belongs to a line, as in `LineNetwork`."""

    near: NDArray[np.int32]
    far: NDArray[np.int32]
    number: NDArray[np.int16]


@lru_cache(maxsize=1)
def lines() -> NDArray[np.int64]:
    """Every line that there can be, the less of it and its mirror image, in order: 22,143.

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
    # where a cell is beyond the edge, so is each before it, and never the cell of the line itself
    near = near[(beyond[:, :-1] | ~beyond[:, 1:]).all(axis=1) & ~beyond[:, -1]]
    far = np.arange(1 << 2 * REACH)
    beyond = (far[:, None] >> 2 * np.arange(REACH) & 3) == _EDGE
    return near, far[(beyond[:, 1:] | ~beyond[:, :-1]).all(axis=1)]


def _all_lines() -> NDArray[np.int64]:
    """[near half, far half]: every line that there can be."""
    near, far = _halves()
    return np.asarray(near[:, None] | far << NEAR_BITS)


def _canonical(line: NDArray[np.int64]) -> NDArray[np.int64]:
    """Of each line and its mirror image the less."""
    cells = line[:, None] >> 2 * np.arange(_CELLS) & 3
    return np.asarray(np.minimum(line, (cells << 2 * np.arange(_CELLS)[::-1]).sum(axis=1)))
