"""What X may not play in renju: overlines, double fours and double threes.

The terms are those of the International Rules of Renju (RIF, renju.net/rifrules):

    row             stones of one side on a line with no stone of the other between them
    overline        six or more stones side by side
    four            a row to which one more stone gives exactly five side by side
    straight four   four stones side by side that two cells complete: it counts as one four
    three           a row of three that one more stone makes a straight four, where that stone is
                    no foul itself and does not make a five

A stone that makes a five is never a foul, whatever else it makes. Whether a three may be played on
is asked of the board with the stone on it, and so again and again where that stone makes threes
of its own.

Stones are integers with a bit for each cell, as engine/game/position.py draws them: bits that are
no cell of the board are never in `free`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.game import ReadableEnum

_FIVE: Final = 5
LEAST_STONES: Final = 4
"""No foul without so many stones of X less than five steps away: two for each of two threes."""


class Foul(ReadableEnum):
    """What a stone of X makes that it may not make."""

    OVERLINE = "overline"
    DOUBLE_FOUR = "double four"
    DOUBLE_THREE = "double three"


def run(stones: int, bit: int, step: int) -> tuple[int, int]:
    """The first and last bit of the unbroken row of `stones` through `bit`, which counts as one."""
    first = bit
    while first >= step and stones >> first - step & 1:
        first -= step
    last = bit
    while stones >> last + step & 1:
        last += step
    return first, last


def foul(black: int, free: int, bit: int, width: int) -> Foul | None:
    """What foul a stone of X on a free cell is, None where it may be played.

    `black` are the stones of X, `width` is the step from one row of the board to the next.
    """
    steps = 1, width, width + 1, width - 1
    black |= 1 << bit
    free &= ~(1 << bit)
    lengths = [_length(black, bit, step) for step in steps]
    if _FIVE in lengths:
        return None
    if max(lengths) > _FIVE:
        return Foul.OVERLINE
    if sum(_fours(black, free, bit, step) for step in steps) > 1:
        return Foul.DOUBLE_FOUR
    threes = 0
    for step in steps:
        threes += any(
            _may_play(black, free, end, steps)
            for end in _ends(black, free, bit, step)
            if _is_straight_four(black | 1 << end, free & ~(1 << end), end, step)
        )
    return Foul.DOUBLE_THREE if threes > 1 else None


def _may_play(black: int, free: int, bit: int, steps: tuple[int, ...]) -> bool:
    """Whether a stone that makes a straight four makes no five and is no foul."""
    after = black | 1 << bit
    makes_five = any(_length(after, bit, step) == _FIVE for step in steps)
    return not makes_five and foul(black, free, bit, steps[1]) is None


def _length(stones: int, bit: int, step: int) -> int:
    first, last = run(stones, bit, step)
    return (last - first) // step + 1


def _ends(black: int, free: int, bit: int, step: int) -> Iterator[int]:
    """The free cells at the ends of the unbroken row through a stone."""
    first, last = run(black, bit, step)
    if first >= step and free >> first - step & 1:
        yield first - step
    if free >> last + step & 1:
        yield last + step


def _completing(black: int, free: int, bit: int, step: int) -> int:
    """How many cells make exactly five of the row through a stone."""
    ends = _ends(black, free, bit, step)
    return sum(_length(black | 1 << end, end, step) == _FIVE for end in ends)


def _fours(black: int, free: int, bit: int, step: int) -> int:
    """How many fours a stone is part of along one direction: 0 to 2."""
    straight = _is_straight_four(black, free, bit, step)
    return 1 if straight else _completing(black, free, bit, step)


def _is_straight_four(black: int, free: int, bit: int, step: int) -> bool:
    return _length(black, bit, step) == 4 and _completing(black, free, bit, step) == 2
