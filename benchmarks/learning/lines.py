"""The lines of stones in positions: which vector of the network (line_network.py) each has."""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from engine.alphabeta import line_weights
from engine.game.rules import Rules
from engine.game.surfaces import surface_of
from engine.wide_kernels.line_network import NEAR_BITS, REACH

Lines: TypeAlias = NDArray[np.int16]

_DIRECTIONS: Final = surface_of(Rules(15, 15, 5)).directions
_AT_ONCE: Final = 1024
"""Positions looked at together, for which there is room in memory."""


def lines_of(stones: NDArray[np.uint8]) -> Lines:
    """[position, 4 * cell + direction]: the vectors of the lines of positions on a square board.

    Stones are 0 for none, 1 for the side to move and 2 for the other.
    """
    found = np.zeros((len(stones), 4 * stones.shape[1]), np.int16)
    for start in range(0, len(stones), _AT_ONCE):
        found[start : start + _AT_ONCE] = _few_lines_of(stones[start : start + _AT_ONCE])
    return found


def _few_lines_of(stones: NDArray[np.uint8]) -> Lines:
    side = round(stones.shape[1] ** 0.5)
    index = line_weights.index()
    beyond = ((0, 0), (REACH, REACH), (REACH, REACH))
    board = np.pad(stones.reshape(-1, side, side), beyond, constant_values=3).astype(np.int32)
    found = np.zeros((len(stones), side, side, 4), np.int16)
    for direction, (down, right) in enumerate(_DIRECTIONS):
        word = np.zeros((len(stones), side, side), np.int32)
        for bit, step in enumerate(range(-REACH, REACH + 1)):
            row, column = REACH + step * down, REACH + step * right
            word |= board[:, row : row + side, column : column + side] << 2 * bit
        near, far = index.near[word & index.near.size - 1], index.far[word >> NEAR_BITS]
        found[..., direction] = index.number[near + far]
    return found.reshape(len(stones), -1)
