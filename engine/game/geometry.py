"""Where lines run on a board, and the symmetries that turn one board into another.

Cells are numbered row by row from 0, top left. What is true of a position is true of
its images under a symmetry: their best moves are images of each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final

from engine.game.position import Position, Side
from engine.game.rules import Rules, Variant

DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
"""Rows down and columns right of a step along a line."""
_BOARDS: Final = 64
"""How many kinds of board are cached."""


def windows(rules: Rules) -> list[list[int]]:
    """The cells of every run of `goal` cells in a row, column or diagonal."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            for down, right in DIRECTIONS:
                last_row = row + down * (rules.goal - 1)
                last_column = column + right * (rules.goal - 1)
                if last_row < rules.rows and 0 <= last_column < rules.columns:
                    first, step = row * rules.columns + column, down * rules.columns + right
                    found.append([first + step * i for i in range(rules.goal)])
    return found


def beyond(rules: Rules, window: list[int]) -> int:
    """The cells next to both ends of a window, as bits; 0 where they don't matter.

    They matter where overlines don't win, see `is_shut`.
    """
    if rules.variant is Variant.FREESTYLE:
        return 0
    step = window[1] - window[0]
    found = 0
    for cell, next_ in ((window[0], window[0] - step), (window[-1], window[-1] + step)):
        aside = abs(cell % rules.columns - next_ % rules.columns)
        if 0 <= next_ < rules.cells and aside <= 1:
            found |= 1 << next_
    return found


def is_shut(rules: Rules, by_x: bool, ends: int, own: int, other: int) -> bool:
    """Whether a window that holds no stone of the other can't be made a line that wins.

    `ends` is what `beyond` says of it, `own` and `other` are the stones as bits, `by_x` says
    whether the own ones are those of X.
    """
    if not ends:
        return False
    if rules.variant is Variant.CARO and ends & ends - 1 and ends & ~other == 0:
        return True
    return bool(ends & own) and (by_x or rules.variant is not Variant.RENJU)


def whole_lines(rules: Rules, down: int, right: int) -> list[list[int]]:
    """The cells of every line in one direction, from edge to edge."""
    found = []
    for row in range(rules.rows):
        for column in range(rules.columns):
            if 0 <= row - down < rules.rows and 0 <= column - right < rules.columns:
                continue
            along = []
            r, c = row, column
            while 0 <= r < rules.rows and 0 <= c < rules.columns:
                along.append(r * rules.columns + c)
                r, c = r + down, c + right
            found.append(along)
    return found


@lru_cache(maxsize=_BOARDS)
def neighbours(rules: Rules, steps: int = 1) -> tuple[int, ...]:
    """The cells so many king's steps from each cell or fewer, a bit a cell."""
    rows, columns = rules.rows, rules.columns
    return tuple(
        sum(
            1 << r * columns + c
            for r in range(max(0, row - steps), min(rows, row + steps + 1))
            for c in range(max(0, column - steps), min(columns, column + steps + 1))
            if (r, c) != (row, column)
        )
        for row in range(rows)
        for column in range(columns)
    )


Stones = tuple[frozenset[int], frozenset[int]]
"""The tiles (1-based) of X and of O."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A turn or a reflection of a board: where each tile and each move goes to."""

    tiles: Mapping[int, int]
    moves: Mapping[int, int]
    """Where each move goes to: a column with gravity, else a tile as in `tiles`."""

    def of(self, stones: Stones) -> Stones:
        """Turn stones."""
        x, o = stones
        return frozenset(map(self.tiles.__getitem__, x)), frozenset(map(self.tiles.__getitem__, o))


@lru_cache(maxsize=_BOARDS)
def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """All turns and reflections that leave the game the same, the one that moves nothing first.

    Discs fall, so that with gravity there is only the mirror. A square has eight, another board
    four.
    """
    found = (dict(enumerate(image, start=1)) for image in dict.fromkeys(_images(rules)))
    if rules.gravity:
        mirrored = {column: rules.columns + 1 - column for column in rules.moves}
        same = {column: column for column in rules.moves}
        return tuple(map(Symmetry, found, (same, mirrored)))
    return tuple(Symmetry(image, image) for image in found)


def _images(rules: Rules) -> Iterator[tuple[int, ...]]:
    """Where each tile goes under each symmetry."""
    rows, columns = rules.rows, rules.columns
    cells = list(product(range(rows), range(columns)))
    for swap, down, right in product((False, True), repeat=3):
        if (swap and rows != columns) or (rules.gravity and (swap or down)):
            continue
        turned = ((c, r) if swap else (r, c) for r, c in cells)
        yield tuple(
            (rows - 1 - r if down else r) * columns + (columns - 1 - c if right else c) + 1
            for r, c in turned
        )


def stones_of(position: Position) -> Stones:
    """The stones of a position."""
    laid = position.laid
    x, o = (frozenset(tile for tile, whose in laid.items() if whose is side) for side in Side)
    return x, o


def alike(position: Position) -> dict[int, tuple[int, ...]]:
    """For each legal move those that are the same by symmetry, itself among them."""
    stones = stones_of(position)
    keeping = [turn for turn in symmetries(position.rules) if turn.of(stones) == stones]
    if not position.rules.plain:  # the marks must be as old, too
        laid = tuple(position.laid)
        keeping = [turn for turn in keeping if tuple(turn.tiles[tile] for tile in laid) == laid]
    return {
        move: tuple(sorted({symmetry.moves[move] for symmetry in keeping}))
        for move in position.legal
    }
