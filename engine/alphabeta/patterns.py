"""The tables behind engine/wide_kernels/shapes.py: from what stands near a cell to what that means.

Along one direction only the cells less than `goal` steps away matter, and one more where a line may
not be longer: the *slots* of a cell. Their content, two bits a slot, is their *code*.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations_with_replacement, permutations
from math import comb
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from engine.game.rules import Variant
from engine.wide_kernels.fouls import ALLOWED, FOUL, MAKES_FIVE, UNSURE
from engine.wide_kernels.shapes import (
    BROKEN,
    BROKEN_TWICE,
    DEAD,
    FIVE,
    FORBIDDEN,
    FOUR,
    FOUR_AND_THREE,
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
    X_FOUR,
    X_OPEN_FOUR,
    X_THREE,
)

Array = NDArray[np.int64]
Counts = NDArray[np.int8]
"""Shapes or small numbers, one for each of up to a million ways to fill the slots."""
Ways = NDArray[np.int32]
Flags = NDArray[np.bool_]

EDGE: Final = 3
"""What stands in a slot beyond the board."""
MULTISETS: Final = comb(SHAPES + 3, 4)
"""How many multisets of four shapes there are: 1365."""
FREE, OWN, OTHER = range(3)
"""What else stands in a slot, seen by the side whose shape is asked for."""
COMMON_SHAPES: Final = (*range(12), DEAD, THREE, FOUR, OPEN_FOUR)
"""For each shape, those of X in renju among them, the one that either side can have."""
_LARGE: Final = 99
"""More stones than any line can lack: the line cannot be filled."""


class _Slots(NamedTuple):
    """All that can stand in the slots of a cell.

    `digits` has a row for each slot and a column for each way to fill them. A way is a number
    with a digit for each slot in base `base`: 3 where the edge counts as a stone of the other,
    which is what base 4 tells apart. `goal` stones make a line, the one on the cell included.
    """

    goal: int
    variant: Variant
    base: int
    digits: NDArray[np.int8]

    @property
    def ways(self) -> Ways:
        """The numbers of all ways."""
        return np.arange(self.digits.shape[1], dtype=np.int32)


def reach(goal: int, variant: Variant = Variant.FREESTYLE) -> int:
    """How many steps from a cell its furthest slots are."""
    return goal - 1 if variant is Variant.FREESTYLE else goal


def slots(goal: int, variant: Variant = Variant.FREESTYLE) -> list[int]:
    """The steps from a cell to each of its slots, in the order of their bits in a code."""
    far = reach(goal, variant)
    return [step for step in range(-far, far + 1) if step != 0]


@lru_cache(maxsize=6)
def code_shapes(goal: int, variant: Variant = Variant.FREESTYLE) -> NDArray[np.uint8]:
    """For each code the shape for X and, 4 bits up, the shape for O.

    The two bits of a slot are 0 for a free cell, 1 for X, 2 for O, 3 beyond the edge.
    """
    count = len(slots(goal, variant))
    base = 4 if variant is Variant.CARO else 3
    edge = EDGE if base == 4 else OTHER
    ways_of_x = ways_of_o = np.zeros(1, np.int32)
    for slot in range(count):  # the codes with one slot more: all so far, for each of its digits
        for_x = np.array([FREE, OWN, OTHER, edge], np.int32) * base**slot
        for_o = np.array([FREE, OTHER, OWN, edge], np.int32) * base**slot
        ways_of_x = np.add.outer(for_x, ways_of_x).ravel()
        ways_of_o = np.add.outer(for_o, ways_of_o).ravel()
    every = np.arange(base**count, dtype=np.int32)
    digits = np.empty((count, every.size), np.int8)
    for slot in range(count):
        digits[slot] = every // base**slot % base
    of_x = _shapes(_Slots(goal, variant, base, digits))[ways_of_x]
    if variant is Variant.RENJU:
        codes = np.arange(4**count, dtype=np.int32)
        of_o = code_shapes(goal)[codes >> 2 & (1 << 2 * count - 4) - 1] >> 4
    else:
        of_o = _shapes(_Slots(goal, variant, base, digits))[ways_of_o]
    return np.asarray(of_x | of_o << 4, np.uint8)


def _shapes(near: _Slots) -> Counts:
    """The shape of each way that the slots can be filled."""
    goal, digits = near.goal, near.digits
    missing = np.full(digits.shape[1], _LARGE, np.int8)
    nearest = np.zeros(digits.shape[1], np.int8)
    lacks = _lacks(near)
    for lack in lacks:
        missing = np.minimum(missing, lack)
    for lack in lacks:
        nearest += lack == missing
    shape = np.where(missing < _LARGE, WEAK, DEAD).astype(np.int8)
    shape[missing == 0] = FIVE
    one = missing == 1
    shape[one] = np.where(_is_open_four(near, shape == FIVE)[one], OPEN_FOUR, FOUR)
    side_by_side = _row_length(digits) == goal - 1
    good = shape == OPEN_FOUR
    if near.variant is Variant.RENJU:
        good &= side_by_side
    two = missing == 2
    ways = _ways(near, good)
    broken = np.where(nearest > 1, BROKEN_TWICE, BROKEN)
    shape[two] = np.select([ways > 1, ways == 1], [THREE_TWICE, THREE], broken)[two]
    three = missing == 3
    ways = _ways(near, (shape == THREE) | (shape == THREE_TWICE))
    shape[three] = np.select([ways > 2, ways > 0], [TWO_FREE, TWO], SHUT_TWO)[three]
    if near.variant is Variant.RENJU:
        overline = _row_length(digits) > goal
        shape = np.select(
            [
                overline | (shape == OPEN_FOUR) & ~side_by_side,
                shape == OPEN_FOUR,
                shape == FOUR,
                (shape == THREE) | (shape == THREE_TWICE),
            ],
            [FORBIDDEN, X_OPEN_FOUR, X_FOUR, X_THREE],
            shape,
        ).astype(np.int8)
    return shape


def _lacks(near: _Slots) -> list[Counts]:
    """For each line through the cell how many stones it lacks, _LARGE where it can't be filled."""
    goal, digits, variant = near.goal, near.digits, near.variant
    longer = variant is Variant.FREESTYLE
    found = []
    for start in range(goal):
        first = start if longer else start + 1
        window = digits[first : first + goal - 1]
        lack = (window == FREE).sum(axis=0, dtype=np.int8)
        lack[(window > OWN).any(axis=0)] = _LARGE
        if not longer:
            before, behind = digits[first - 1], digits[first + goal - 1]
            lack[(before == OWN) | (behind == OWN)] = _LARGE
            if variant is Variant.CARO:
                lack[(before == OTHER) & (behind == OTHER)] = _LARGE
        found.append(lack)
    return found


def _is_open_four(near: _Slots, fives: Flags) -> Flags:
    """Where one more stone makes a five, even after any stone of the other on this line."""
    if near.variant is not Variant.CARO:
        return _ways(near, fives) > 1
    four = _ways(near, fives) > 0
    is_open = four.copy()
    for slot, digit in enumerate(near.digits):
        free = digit == FREE
        is_open[free] &= four[near.ways[free] + OTHER * near.base**slot]
    return is_open


def _ways(near: _Slots, good: Flags) -> Counts:
    """In how many free slots one more own stone makes something good."""
    ways = np.zeros(good.size, np.int8)
    for slot, digit in enumerate(near.digits):
        free = digit == FREE
        ways[free] += good[near.ways[free] + OWN * near.base**slot]
    return ways


def _row_length(digits: NDArray[np.int8]) -> Counts:
    """How many own stones stand side by side, the one on the cell included."""
    middle = len(digits) // 2
    length = np.ones(digits.shape[1], np.int8)
    for side in (digits[middle:], digits[middle - 1 :: -1]):
        unbroken = np.ones(digits.shape[1], np.bool_)
        for digit in side:
            unbroken &= digit == OWN
            length += unbroken
    return length


@lru_cache(maxsize=len(Variant))
def kinds(variant: Variant = Variant.FREESTYLE) -> Array:
    """The kind of each combination.

    Two fours in caro may be stopped by one stone beside both, and are no sure win. In renju what
    is a foul of X, or might be one, is NOTHING unless it makes a five.
    """
    shape = np.array(COMMON_SHAPES)[shapes_of_combinations()]
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
    if variant is Variant.CARO:
        found[(fours > 1) & ~five & (shape != OPEN_FOUR).all(axis=0)] = FOUR_AND_THREE
    if variant is Variant.RENJU:
        found[fouls() | _threes_of_x() & ~five] = NOTHING
    return np.asarray(found, np.int64)


@lru_cache(maxsize=1)
def fouls() -> Flags:
    """Which combinations are overlines or double fours of X in renju, and make no five."""
    shape = shapes_of_combinations()
    fours = ((shape == X_FOUR) | (shape == X_OPEN_FOUR)).sum(axis=0)
    found = (shape == FORBIDDEN).any(axis=0) | (fours > 1)
    return np.asarray(found & (shape != FIVE).all(axis=0), np.bool_)


def _threes_of_x() -> Flags:
    """Which combinations have two threes of X in renju, a foul where both may be played on."""
    return np.asarray((shapes_of_combinations() == X_THREE).sum(axis=0) > 1, np.bool_)


@lru_cache(maxsize=len(Variant))
def told_of_x(variant: Variant) -> NDArray[np.uint8]:
    """What each combination says of a stone of X, ALLOWED to MAKES_FIVE; one entry but in renju."""
    if variant is not Variant.RENJU:
        return np.zeros(1, np.uint8)
    five = (shapes_of_combinations() == FIVE).any(axis=0)
    found = np.select([five, fouls(), _threes_of_x()], [MAKES_FIVE, FOUL, UNSURE], ALLOWED)
    return found.astype(np.uint8)


def shapes_of_combinations() -> Array:
    """The shapes of each combination, in a row for each direction."""
    combination = np.arange(1 << 16)
    return np.array([combination >> 4 * direction & 15 for direction in range(4)])


@lru_cache(maxsize=len(Variant))
def common_combinations(variant: Variant) -> Array:
    """For each combination one of shapes that either side can have, worth about as much.

    A foul of X in renju is worth four dead shapes, a second four in caro no more than a three.
    """
    shapes = np.array(COMMON_SHAPES)[shapes_of_combinations()]
    if variant is Variant.RENJU:
        shapes[:, fouls()] = DEAD
    if variant is Variant.CARO:
        fours = np.cumsum(shapes == FOUR, axis=0)
        shapes[(shapes == FOUR) & (fours > 1)] = THREE
    places = np.arange(4)[:, np.newaxis]
    return np.asarray((shapes << 4 * places).sum(axis=0), np.int64)


@lru_cache(maxsize=1)
def multisets() -> NDArray[np.uint16]:
    """For each combination the number of its multiset: what its shapes are, whatever their order.

    They are numbered as `combinations_with_replacement` gives them. What has a shape that does not
    exist is no combination: it has the number 0, that of four dead shapes.
    """
    number = np.zeros(1 << 16, np.uint16)
    for i, shapes in enumerate(combinations_with_replacement(range(SHAPES), 4)):
        for ordered in permutations(shapes):
            number[sum(shape << 4 * direction for direction, shape in enumerate(ordered))] = i
    return number
