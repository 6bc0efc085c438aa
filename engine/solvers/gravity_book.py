"""The opening books of boards with gravity: their layers, and looking positions up.

A layer is all positions of one ply, in an order that needs no keys to be stored. A position is one
integer in the bit order of engine/kernels/gravity_board.py: the stones of the side to move, and on
each column's pile a marker. The smaller of two mirror images stands for both; the positions of a
layer come in ascending order.

    . . .      columns from the bottom: x to move: 0b10, 0b110, 0b1; the highest bit set
    . x .      of each is its marker
    o x .
    - - -

`python -m benchmarks.learning.gravity_book` makes a layer: the exact score of each position.
"""

from __future__ import annotations

import lzma
import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from engine.game.rules import Rules
from engine.kernels.gravity_board import completing_four, reversed_columns

BoardNumbers = npt.NDArray[np.int64]
"""A number for each board: the stones of one side, or the number that stands for its position."""
Flags = npt.NDArray[np.bool_]
Scores = npt.NDArray[np.int8]


@dataclass(frozen=True)
class BookBoard:
    """A board of four in a row with gravity, and its positions as numbers."""

    rules: Rules

    def __post_init__(self) -> None:
        assert self.rules.gravity, "discs fall"
        assert self.rules.goal == 4, "lines of four are looked for"

    @property
    def height(self) -> int:
        """The bits of a column, its spare one included."""
        return self.rules.rows + 1

    @property
    def column(self) -> int:
        """The bits of the first column."""
        return (1 << self.height) - 1

    @cached_property
    def bottom(self) -> int:
        """The lowest cell of each column."""
        return sum(1 << column * self.height for column in range(self.rules.columns))

    @cached_property
    def cells(self) -> int:
        """All cells of the board, without the spare bits."""
        return self.bottom * ((1 << self.rules.rows) - 1)

    def positions_of(self, plies: int) -> BoardNumbers:
        """The positions after `plies` stones that are not over and in which no side can win at
        once with the next stone, ascending."""
        numbers = np.array([self.bottom])
        for _ in range(plies):
            numbers = _distinct(self.followers(self.split(numbers))[1])
        return numbers[~self.wins_at_once(self.split(numbers))]

    def _reversed(self, numbers: BoardNumbers) -> BoardNumbers:
        image: BoardNumbers = reversed_columns(numbers, self.rules.rows, self.rules.columns)
        return image

    def canonical(self, mover: BoardNumbers, waiter: BoardNumbers) -> BoardNumbers:
        """The number that stands for a position and its mirror image."""
        number = mover | ((mover | waiter) + self.bottom)
        smaller: BoardNumbers = np.minimum(number, self._reversed(number))
        return smaller

    def split(self, numbers: BoardNumbers) -> BoardNumbers:
        """The pairs (mover, waiter) of positions."""
        taken, shift = numbers, 1
        while shift < self.height:
            # all bits below each column's highest; the spare row keeps columns apart
            taken = taken | taken >> shift & self.bottom * (self.column >> shift)
            shift *= 2
        taken = taken >> 1 & self.cells
        mover = numbers & taken
        return np.stack((mover, taken & ~mover), axis=1)

    def followers(self, boards: BoardNumbers) -> tuple[BoardNumbers, BoardNumbers]:
        """What every move leads to that does not end the game: the index of the position that it
        was made in, and the number of the one that it made."""
        mover, waiter = boards[:, 0], boards[:, 1]
        piles = (mover | waiter) + self.bottom
        safe = piles & self.cells & ~completing_four(mover, self.rules.rows)
        # a stone adds its own bit to the number, and its mirror image to that of the number
        after, image = waiter | piles, self._reversed(waiter | piles)
        origins, numbers = [], []
        for column in range(self.rules.columns):
            here = safe >> column * self.height & self.column
            (on,) = np.nonzero(here)
            stone = here[on]
            there = (self.rules.columns - 1 - column) * self.height
            origins.append(on)
            numbers.append(
                np.minimum(
                    after[on] + (stone << column * self.height), image[on] + (stone << there)
                )
            )
        return np.concatenate(origins), np.concatenate(numbers)

    def wins_at_once(self, boards: BoardNumbers) -> Flags:
        """Where the mover can complete a line with the next stone."""
        mover, waiter = boards[:, 0], boards[:, 1]
        playable = (mover | waiter) + self.bottom & self.cells
        wins: Flags = completing_four(mover, self.rules.rows) & playable != 0
        return wins


def _distinct(numbers: BoardNumbers) -> BoardNumbers:
    """Each number once, ascending.

    numpy's own `unique` hashes before it sorts: 10 plies took 0.96 s of CPU with it, against 0.07.
    """
    ordered = np.sort(numbers)
    new = np.ones(len(ordered), dtype=np.bool_)
    np.not_equal(ordered[1:], ordered[:-1], out=new[1:])
    return ordered[new]


# --- looking positions up

_NAME = re.compile(r"([0-9]+x[0-9]+x4)-([0-9]+)\.xz")
"""The file of a layer, by its board and its plies."""


def file_name(rules: Rules, plies: int) -> str:
    """The file of a layer of a board.

    >>> file_name(Rules.parse("connect4"), 10)
    '6x7x4-10.xz'
    """
    return f"{rules.rows}x{rules.columns}x{rules.goal}-{plies}.xz"


@dataclass(frozen=True, eq=False)
class Layer:
    """The exact scores of all positions of one ply in which no side can win at once."""

    board: BookBoard
    plies: int
    packed: bytes
    """One signed byte a position in the order of the layer, compressed."""

    @cached_property
    def numbers(self) -> BoardNumbers:
        """The positions, ascending."""
        return self.board.positions_of(self.plies)

    @cached_property
    def scores(self) -> Scores:
        """What each of them is worth to its mover."""
        return np.frombuffer(lzma.decompress(self.packed), dtype=np.int8)

    def look_up(self, numbers: BoardNumbers) -> Scores:
        """The scores of some of the positions."""
        return self.scores[np.searchsorted(self.numbers, numbers)]


@dataclass(frozen=True, eq=False)
class Book:
    """A few layers of a board, ascending; every position before the last follows by minimax.

    One layer would do. An early one saves the first moves from going through all that the last one
    holds.
    """

    layers: tuple[Layer, ...]

    @property
    def plies(self) -> int:
        """How far the book goes."""
        return self.layers[-1].plies

    @property
    def board(self) -> BookBoard:
        """The board that it is for."""
        return self.layers[-1].board

    def scores(self, boards: BoardNumbers, plies: int) -> Scores:
        """The scores of unfinished positions (mover, waiter), all with `plies` stones.

        Needs plies <= self.plies.
        """
        near = next(one for one in self.layers if one.plies >= plies)
        scores = np.full(len(boards), (self.board.rules.cells + 1 - plies) // 2, dtype=np.int8)
        later = ~self.board.wins_at_once(boards)
        boards = boards[later]
        if plies == near.plies:
            scores[later] = near.look_up(self.board.canonical(boards[:, 0], boards[:, 1]))
        elif len(boards):
            scores[later] = self._best(boards, plies)
        return scores

    def _best(self, boards: BoardNumbers, plies: int) -> Scores:
        """The highest score among what the moves lead to, where none of them wins at once."""
        origins, numbers = self.board.followers(boards)
        reached, places = np.unique(numbers, return_inverse=True)
        scores = -self.scores(self.board.split(reached), plies + 1)[places]
        best = np.full(len(boards), -self.board.rules.cells, dtype=np.int8)
        np.maximum.at(best, origins, scores)
        return best


@cache
def opening_books() -> dict[Rules, Book]:
    """The books that are installed, by their boards."""
    layers: dict[Rules, list[Layer]] = {}
    for file in files(__package__).iterdir():
        if match := _NAME.fullmatch(file.name):
            rules = Rules.parse(f"{match[1]}g")
            layer = Layer(BookBoard(rules), int(match[2]), file.read_bytes())
            layers.setdefault(rules, []).append(layer)
    return {
        rules: Book(tuple(sorted(found, key=lambda one: one.plies)))
        for rules, found in layers.items()
    }
