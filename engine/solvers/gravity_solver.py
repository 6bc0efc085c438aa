"""The exact scores of positions of one gravity board: the compiled solver and its table.

Boards and scores are those of engine/kernels/gravity_board.py and gravity_search.py.
"""

from __future__ import annotations

import sys
from functools import cache
from typing import Final

import numpy as np

from engine.game.position import Position
from engine.game.rules import Rules
from engine.kernels import gravity_search as kernel
from engine.kernels.gravity_board import Geometry
from engine.kernels.jit import Array
from engine.thinking.boards import is_solvable
from engine.thinking.clock import Clock, StoppedError

_FIRST_BUCKET_BITS: Final = 12
"""A table begins with 2**12 buckets of two entries, of 8 bytes each: such a small one is quick."""
_LAST_BUCKET_BITS: Final = 19
"""A table grows to 2**19 buckets, 8 MB: what a processor keeps near."""
_TAG_BITS: Final = 43
"""The bits of an entry for the part of a key that its bucket does not give."""

_CHUNK: Final = 4096
"""Nodes between two looks at the clock: less than a millisecond."""


@cache
def geometry(rules: Rules) -> Geometry:
    """The masks of a board."""
    height = rules.rows + 1
    bottom = sum(1 << column * height for column in range(rules.columns))
    return Geometry(
        rows=rules.rows,
        columns=rules.columns,
        goal=rules.goal,
        cells=rules.cells,
        bottom=bottom,
        board=bottom * ((1 << rules.rows) - 1),
        follow=sum(bottom << row for row in range(rules.rows - 1, -1, -2)),
        key_bits=rules.columns * height,
    )


def centre_first(rules: Rules) -> list[int]:
    """The columns, 1-based, from the centre outwards."""
    return sorted(rules.moves, key=lambda column: abs(2 * column - rules.columns - 1))


def column_masks(rules: Rules) -> Array:
    """The cells of each column, from the centre outwards."""
    cells = (1 << rules.rows) - 1
    masks = [cells << (column - 1) * (rules.rows + 1) for column in centre_first(rules)]
    return np.array(masks, dtype=np.int64)


class Solver:
    """Finds the scores of positions of one board, each helped by what the table has kept."""

    def __init__(self, rules: Rules) -> None:
        assert is_solvable(rules)
        self._geometry = geometry(rules)
        self._columns = column_masks(rules)
        first = max(_FIRST_BUCKET_BITS, self._geometry.key_bits - _TAG_BITS)
        # the part that is not in use yet takes no memory
        self._table = np.zeros(2 << max(first, _LAST_BUCKET_BITS), dtype=np.int64)
        self._tree = np.zeros((rules.cells + 2, rules.columns, kernel.FIELDS), dtype=np.int64)
        self._state = np.zeros(kernel.STATE_SIZE, dtype=np.int64)
        self._state[kernel.BUCKET_BITS] = first

    @property
    def nodes(self) -> int:
        """The nodes searched in all."""
        return int(self._state[kernel.NODES])

    def bounds(self) -> tuple[int, int]:
        """The bounds of the score that was asked for last, as far as they are known."""
        lower, upper = int(self._state[kernel.LOWER]), int(self._state[kernel.UPPER])
        return (lower, upper) if self._state[kernel.SIGN] > 0 else (-upper, -lower)

    def clamp(
        self, mover: int, waiter: int, lower: int, upper: int, clock: Clock | None = None
    ) -> int:
        """The score of an unfinished position, or the end of [lower, upper] nearest to it.

        Raises StoppedError where the clock stops it; `bounds` then tells how far it got.
        """
        kernel.begin(mover, waiter, lower, upper, self._tree, self._state, self._geometry)
        while more := sys.maxsize - self.nodes if clock is None else clock.more(_CHUNK):
            budget = self.nodes + more
            if kernel.run(
                budget, self._columns, self._table, self._tree, self._state, self._geometry
            ):
                return self.bounds()[0]
        raise StoppedError

    def static_bounds(self, mover: int, waiter: int) -> tuple[int, int]:
        """Bounds of the score of an unfinished position, without a search.

        They are equal where every move up to the end is forced.
        """
        highest = self._geometry.cells
        kernel.begin(mover, waiter, -highest, highest, self._tree, self._state, self._geometry)
        return self.bounds()


def stones(position: Position) -> tuple[int, int]:
    """The stones of the side to move and of the other, in the kernel's bits."""
    rules = position.rules
    sides = [0, 0]
    for ply, tile in enumerate(position.tiles):
        row, column = divmod(tile - 1, rules.columns)
        sides[ply % 2] |= 1 << column * (rules.rows + 1) + rules.rows - 1 - row
    return sides[position.ply % 2], sides[1 - position.ply % 2]
