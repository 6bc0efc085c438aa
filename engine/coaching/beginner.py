"""Small boards as a beginner sees them: lines, and what they are worth.

On up to sixteen cells whoever looks a few moves ahead draws, so that levels that differ in depth
would draw with each other. There they differ in what they notice instead: see
`engine.coaching.people`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from engine.game.geometry import windows
from engine.game.position import Position
from engine.game.rules import Rules

MAX_CELLS: Final = 16
"""The cells of the largest such board."""


def handles(rules: Rules) -> bool:
    """Whether a board is small enough, and its lines all that matters."""
    return rules.cells <= MAX_CELLS and not rules.gravity and not rules.misere


class LineView:
    """A position as its lines show it, for the side to move.

    `mine` and `theirs` are the stones of the side to move and of the other, a bit a cell, and so
    are the `windows` of the board.
    """

    def __init__(self, position: Position) -> None:
        self.windows = _windows(position.rules)
        self.mine = sum(1 << tile - 1 for tile in position.tiles[position.ply % 2 :: 2])
        self.theirs = sum(1 << tile - 1 for tile in position.tiles[1 - position.ply % 2 :: 2])

    def worth(self, cell: int) -> int:
        """What the open lines count for after a stone here: the square of the stones in each."""
        mine, theirs = self.mine | 1 << cell, self.theirs
        total = 0
        for window in self.windows:
            if not window & theirs:
                total += (window & mine).bit_count() ** 2
            if not window & mine:
                total -= (window & theirs).bit_count() ** 2
        return total


@lru_cache(maxsize=16)
def _windows(rules: Rules) -> list[int]:
    return [sum(1 << cell for cell in window) for window in windows(rules)]
