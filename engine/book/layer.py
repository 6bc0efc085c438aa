"""All positions of one ply of the book's game, in an order that needs no keys to be stored.

A position is one integer in the bit order of engine/kernels/connect.py: the stones of the
side to move, and on each column's pile a marker. Of mirror images the smaller stands for
both; the positions of a layer come in ascending order.

    . . .      columns from the bottom: x to move: 0b10, 0b110, 0b1; the highest bit set
    . x .      of each is its marker
    o x .
    - - -
"""

from __future__ import annotations

from typing import Final

import numpy as np
import numpy.typing as npt

from engine.rules import PRESETS

Boards = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]

RULES: Final = PRESETS["connect4"]
_HEIGHT: Final = RULES.rows + 1
_COLUMN: Final = (1 << _HEIGHT) - 1
_BOTTOM: Final = sum(1 << column * _HEIGHT for column in range(RULES.columns))
_BOARD: Final = _BOTTOM * ((1 << RULES.rows) - 1)


def layer(plies: int) -> Boards:
    """The positions after `plies` stones that are not over and in which no side can win at once
    with the next stone, ascending."""
    numbers = np.array([_BOTTOM])
    for _ in range(plies):
        numbers = _distinct(followers(split(numbers))[1])
    return numbers[~wins_at_once(split(numbers))]


def _distinct(numbers: Boards) -> Boards:
    """Each number once, ascending.

    numpy's own `unique` hashes before it sorts: 10 plies took 0.96 s of CPU with it, against 0.07.
    """
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return ordered[new]


def canonical(mover: Boards, waiter: Boards) -> Boards:
    """The number that stands for a position and its mirror image."""
    number = mover | ((mover | waiter) + _BOTTOM)
    image = np.zeros_like(number)
    for column in range(RULES.columns):
        image = image << _HEIGHT | number >> column * _HEIGHT & _COLUMN
    smaller: Boards = np.minimum(number, image)
    return smaller


def split(numbers: Boards) -> Boards:
    """The pairs (mover, waiter) of positions."""
    taken = numbers
    for shift in (1, 2, 4):
        # below each column's highest bit, all bits; the spare row keeps columns apart
        taken = taken | taken >> shift & _BOTTOM * (_COLUMN >> shift)
    taken = taken >> 1 & _BOARD
    mover = numbers & taken
    return np.stack((mover, taken & ~mover), axis=1)


def followers(boards: Boards) -> tuple[Boards, Boards]:
    """What every move leads to that does not end the game: the index of the position that it
    was made in, and the number of the one that it made."""
    mover, waiter = boards[:, 0], boards[:, 1]
    origins, numbers = [], []
    for column in range(RULES.columns):
        stone = landing(mover | waiter, column)
        own = mover | stone
        (on,) = np.nonzero((stone != 0) & ~_has_line(own))
        origins.append(on)
        numbers.append(canonical(waiter[on], own[on]))
    return np.concatenate(origins), np.concatenate(numbers)


def wins_at_once(boards: Boards) -> Flags:
    """Where the mover completes a line with the next stone."""
    mover, waiter = boards[:, 0], boards[:, 1]
    wins = np.zeros(len(boards), dtype=np.bool_)
    for column in range(RULES.columns):
        wins |= _has_line(mover | landing(mover | waiter, column))
    return wins


def landing(taken: Boards, column: int) -> Boards:
    """The cell that a stone in a column comes to rest on, 0 where it is full."""
    cells = (_COLUMN >> 1) << column * _HEIGHT
    return (taken & cells) + (1 << column * _HEIGHT) & cells


def _has_line(stones: Boards) -> Flags:
    found = np.zeros(len(stones), dtype=np.bool_)
    for step in (1, RULES.rows, RULES.rows + 1, RULES.rows + 2):
        pairs = stones & stones >> step
        found |= (pairs & pairs >> 2 * step) != 0
    return found
