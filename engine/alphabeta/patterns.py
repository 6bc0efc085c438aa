"""The tables behind engine/kernels/shapes.py: from what stands near a cell to what that means.

Along one direction only the cells less than `goal` steps away matter: the *slots* of a cell. What
stands in all of them, two bits a slot, is their *code*.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from math import comb
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.kernels.shapes import (
    BROKEN,
    BROKEN_TWICE,
    DEAD,
    FIVE,
    FOUR,
    KINDS,
    NOTHING,
    OPEN_FOUR,
    SHAPES,
    SHUT_TWO,
    THREE,
    THREE_TWICE,
    TWO,
    TWO_FREE,
    WEAK,
)

Array = NDArray[np.int64]

EDGE: Final = 3
"""What stands in a slot beyond the board."""
MULTISETS: Final = comb(SHAPES + 3, 4)
"""How many multisets of four shapes there are: 1365."""
_LARGE: Final = 99
"""More stones than any line can lack: it cannot be filled."""


def slots(goal: int) -> list[int]:
    """The steps from a cell to each of its slots, in the order of their bits in a code."""
    return [step for step in range(1 - goal, goal) if step != 0]


@lru_cache(maxsize=4)
def code_shapes(goal: int) -> NDArray[np.int32]:
    """For each code the shape for X and, 16 bits up, the shape for O.

    The two bits of a slot are 0 for a free cell, 1 for X, 2 for O, 3 beyond the edge.
    """
    count = 2 * goal - 2
    codes = np.arange(4**count)
    shape = _shapes(goal)
    for_x = np.zeros(codes.size, np.int64)
    for_o = np.zeros(codes.size, np.int64)
    for slot in range(count):
        digit = codes >> 2 * slot & 3
        for_x += np.minimum(digit, 2) * 3**slot
        for_o += np.array([0, 2, 1, 2])[digit] * 3**slot
    return (shape[for_x] | shape[for_o] << 16).astype(np.int32)


def _shapes(goal: int) -> Array:
    """The shape for what stands in the slots, one digit a slot in base 3: free, own, blocked."""
    count = 2 * goal - 2
    index = np.arange(3**count)
    digits = np.array([index // 3**slot % 3 for slot in range(count)])
    missing = np.full(index.size, _LARGE)
    nearest = np.zeros(index.size, np.int64)
    finishes = np.zeros(index.size, np.int64)
    lacks = []
    for start in range(goal):
        window = digits[start : start + goal - 1]
        lack = (window == 0).sum(axis=0)
        lack[(window == 2).any(axis=0)] = _LARGE
        lacks.append(lack)
        missing = np.minimum(missing, lack)
        for slot in range(start, start + goal - 1):
            finishes |= ((lack == 1) & (digits[slot] == 0)).astype(np.int64) << slot
    for lack in lacks:
        nearest += lack == missing
    shape = np.where(missing < _LARGE, WEAK, DEAD)
    shape[missing == 0] = FIVE
    one = missing == 1
    shape[one] = np.where(finishes[one] & (finishes[one] - 1) > 0, OPEN_FOUR, FOUR)
    two = missing == 2
    ways = _ways(digits, shape == OPEN_FOUR)
    broken = np.where(nearest > 1, BROKEN_TWICE, BROKEN)
    shape[two] = np.select([ways > 1, ways == 1], [THREE_TWICE, THREE], broken)[two]
    three = missing == 3
    ways = _ways(digits, (shape == THREE) | (shape == THREE_TWICE))
    shape[three] = np.select([ways > 2, ways > 0], [TWO_FREE, TWO], SHUT_TWO)[three]
    return shape


def _ways(digits: Array, good: NDArray[np.bool_]) -> Array:
    """In how many free slots one more own stone makes something good."""
    index = np.arange(good.size)
    ways = np.zeros(good.size, np.int64)
    for slot, digit in enumerate(digits):
        free = digit == 0
        ways[free] += good[index[free] + 3**slot]
    return ways


@lru_cache(maxsize=1)
def kinds() -> Array:
    """The kind of each combination."""
    shape = shapes_of_combinations()
    fours = (shape == FOUR).sum(axis=0)
    threes = ((shape == THREE) | (shape == THREE_TWICE)).sum(axis=0)
    twos = np.isin(shape, [TWO, TWO_FREE, BROKEN, BROKEN_TWICE]).sum(axis=0)
    five = (shape == FIVE).any(axis=0)
    wins = (shape == OPEN_FOUR).any(axis=0) | (fours > 1)
    found = np.select(
        [
            five,
            wins,
            (fours == 1) & (threes > 0),
            (fours == 1) & (twos > 0),
            fours == 1,
            threes > 1,
            (threes == 1) & (twos > 0),
            threes == 1,
            twos > 1,
            twos == 1,
            (shape != DEAD).any(axis=0),
        ],
        list(range(KINDS - 1, 0, -1)),
        NOTHING,
    )
    return np.asarray(found, np.int64)


def shapes_of_combinations() -> Array:
    """The shapes of each combination, in a row for each direction."""
    combination = np.arange(1 << 16)
    return np.array([combination >> 4 * direction & 15 for direction in range(4)])


@lru_cache(maxsize=1)
def multisets() -> NDArray[np.uint16]:
    """For each combination the number of its multiset: what its shapes are, whatever their order.

    They are numbered as `combinations_with_replacement` gives them. What is no combination, since
    it has a shape that there is none of, has the number 0, of four dead shapes.
    """
    number = np.zeros(1 << 16, np.uint16)
    for i, shapes in enumerate(combinations_with_replacement(range(SHAPES), 4)):
        for ordered in permutations(shapes):
            number[sum(shape << 4 * direction for direction, shape in enumerate(ordered))] = i
    return number
