"""The opening book of Connect Four: its layers, and looking positions up.

A layer is all positions of one ply, in an order that needs no keys to be stored. A position is one
integer in the bit order of engine/kernels/gravity_board.py: the stones of the side to move, and on
each column's pile a marker. The smaller of two mirror images stands for both; the positions of a
layer come in ascending order.

    . . .      columns from the bottom: x to move: 0b10, 0b110, 0b1; the highest bit set
    . x .      of each is its marker
    o x .
    - - -

`python -m benchmarks.learning.connect4_book` makes a layer: the exact score of each position.
"""

from __future__ import annotations

import lzma
import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from typing import Final

import numpy as np
import numpy.typing as npt

from engine.game.rules import PRESETS
from engine.kernels.gravity_board import completing_four, reversed_columns

BoardNumbers = npt.NDArray[np.int64]
"""A number for each board: the stones of one side, or the number that stands for its position."""
Flags = npt.NDArray[np.bool_]

RULES: Final = PRESETS["connect4"]
"""The game that the book is for."""
_HEIGHT: Final = RULES.rows + 1
"""The bits of a column, its spare one included."""
_COLUMN: Final = (1 << _HEIGHT) - 1
"""The bits of the first column."""
_BOTTOM: Final = sum(1 << column * _HEIGHT for column in range(RULES.columns))
"""The lowest cell of each column."""
_BOARD: Final = _BOTTOM * ((1 << RULES.rows) - 1)
"""All cells of the board, without the spare bits."""


def positions_of(plies: int) -> BoardNumbers:
    """The positions after `plies` stones that are not over and in which no side can win at once
    with the next stone, ascending."""
    numbers = np.array([_BOTTOM])
    for _ in range(plies):
        numbers = _distinct(followers(split(numbers))[1])
    return numbers[~wins_at_once(split(numbers))]


def _distinct(numbers: BoardNumbers) -> BoardNumbers:
    """Each number once, ascending.

    numpy's own `unique` hashes before it sorts: 10 plies took 0.96 s of CPU with it, against 0.07.
    """
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return ordered[new]


def canonical(mover: BoardNumbers, waiter: BoardNumbers) -> BoardNumbers:
    """The number that stands for a position and its mirror image."""
    number = mover | ((mover | waiter) + _BOTTOM)
    smaller: BoardNumbers = np.minimum(number, reversed_columns(number, RULES.rows, RULES.columns))
    return smaller


def split(numbers: BoardNumbers) -> BoardNumbers:
    """The pairs (mover, waiter) of positions."""
    taken = numbers
    for shift in (1, 2, 4):
        # all bits below each column's highest; the spare row keeps columns apart
        taken = taken | taken >> shift & _BOTTOM * (_COLUMN >> shift)
    taken = taken >> 1 & _BOARD
    mover = numbers & taken
    return np.stack((mover, taken & ~mover), axis=1)


def followers(boards: BoardNumbers) -> tuple[BoardNumbers, BoardNumbers]:
    """What every move leads to that does not end the game: the index of the position that it
    was made in, and the number of the one that it made."""
    mover, waiter = boards[:, 0], boards[:, 1]
    piles = (mover | waiter) + _BOTTOM
    safe = piles & _BOARD & ~completing_four(mover, RULES.rows)
    # a stone adds its own bit to the number, and its mirror image to that of the number
    after, image = waiter | piles, reversed_columns(waiter | piles, RULES.rows, RULES.columns)
    origins, numbers = [], []
    for column in range(RULES.columns):
        here = safe >> column * _HEIGHT & _COLUMN
        (on,) = np.nonzero(here)
        stone = here[on]
        there = (RULES.columns - 1 - column) * _HEIGHT
        origins.append(on)
        numbers.append(
            np.minimum(after[on] + (stone << column * _HEIGHT), image[on] + (stone << there))
        )
    return np.concatenate(origins), np.concatenate(numbers)


def wins_at_once(boards: BoardNumbers) -> Flags:
    """Where the mover can complete a line with the next stone."""
    mover, waiter = boards[:, 0], boards[:, 1]
    playable = (mover | waiter) + _BOTTOM & _BOARD
    wins: Flags = completing_four(mover, RULES.rows) & playable != 0
    return wins


# --- looking positions up

Scores = npt.NDArray[np.int8]

_NAME = re.compile(r"6x7x4-([0-9]+)\.xz")
"""The file of a layer, by its plies."""


@dataclass(frozen=True, eq=False)
class Layer:
    """The exact scores of all positions of one ply in which no side can win at once."""

    plies: int
    packed: bytes
    """One signed byte a position in the order of the layer, compressed."""

    @cached_property
    def numbers(self) -> BoardNumbers:
        """The positions, ascending."""
        return positions_of(self.plies)

    @cached_property
    def scores(self) -> Scores:
        """What each of them is worth to its mover."""
        return np.frombuffer(lzma.decompress(self.packed), dtype=np.int8)

    def look_up(self, numbers: BoardNumbers) -> Scores:
        """The scores of some of the positions."""
        return self.scores[np.searchsorted(self.numbers, numbers)]


@dataclass(frozen=True, eq=False)
class Book:
    """A few layers, ascending; every position before the last follows by minimax.

    One layer would do. An early one saves the first moves from going through all that the last one
    holds.
    """

    layers: tuple[Layer, ...]

    @property
    def plies(self) -> int:
        """How far the book goes."""
        return self.layers[-1].plies

    def scores(self, boards: BoardNumbers, plies: int) -> Scores:
        """The scores of unfinished positions (mover, waiter), all with `plies` stones.

        Needs plies <= self.plies.
        """
        near = next(one for one in self.layers if one.plies >= plies)
        scores = np.full(len(boards), (RULES.cells + 1 - plies) // 2, dtype=np.int8)
        later = ~wins_at_once(boards)
        boards = boards[later]
        if plies == near.plies:
            scores[later] = near.look_up(canonical(boards[:, 0], boards[:, 1]))
        elif len(boards):
            scores[later] = self._best(boards, plies)
        return scores

    def _best(self, boards: BoardNumbers, plies: int) -> Scores:
        """The highest score among what the moves lead to, where none of them wins at once."""
        origins, numbers = followers(boards)
        reached, places = np.unique(numbers, return_inverse=True)
        scores = -self.scores(split(reached), plies + 1)[places]
        best = np.full(len(boards), -RULES.cells, dtype=np.int8)
        np.maximum.at(best, origins, scores)
        return best


@cache
def opening_book() -> Book | None:
    """The book that is installed, None where there is none."""
    found = [
        Layer(int(match[1]), file.read_bytes())
        for file in files(__package__).iterdir()
        if (match := _NAME.fullmatch(file.name))
    ]
    return Book(tuple(sorted(found, key=lambda one: one.plies))) if found else None
