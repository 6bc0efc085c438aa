"""How a board lies on a flat page: in which row and column each tile is drawn.

A board is drawn as it is; the layers of a cube lie beside each other, in as many rows as keep the
page nearly square, and with gravity the lowest comes first. Coordinates count these rows and
columns:

         a b c   d e f   g h i
     1   1 2 3   10 . .  19 . .
     2   4 5 6   .  . .  .  . .
     3   7 8 9   .  . 18 .  . 27
"""

from __future__ import annotations

from functools import lru_cache
from math import isqrt
from typing import NamedTuple

from engine.game.rules import Rules, Variant


class Sheet(NamedTuple):
    """The rows and columns of a page, and of each layer on it; `layer` is 0 where it has none."""

    tiles: tuple[tuple[int, ...], ...]
    """The tiles of each row as drawn, from the top."""
    places: tuple[tuple[int, int], ...]
    """The row and column of each tile, both from 0: that of tile 1 first."""
    layer: int = 0

    @property
    def rows(self) -> int:
        """The rows as drawn."""
        return len(self.tiles)

    @property
    def columns(self) -> int:
        """The columns as drawn."""
        return len(self.tiles[0])

    def place(self, tile: int) -> tuple[int, int]:
        """The row and the column of a tile, both from 0."""
        return self.places[tile - 1] if self.layer else divmod(tile - 1, self.columns)

    def tile_at(self, row: int, column: int) -> int | None:
        """The tile in a row and a column, both from 0; None off the page."""
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return self.tiles[row][column] if inside else None


@lru_cache(maxsize=64)
def sheet_of(rules: Rules) -> Sheet:
    """How the board of a game lies on a page."""
    layer = rules.rows if rules.variant is Variant.CUBE else 0
    places = tuple(_place(rules, cell) for cell in range(rules.cells))
    rows = max(row for row, _ in places) + 1
    by_row = sorted(range(rules.cells), key=places.__getitem__)
    columns = rules.cells // rows
    tiles = (tuple(cell + 1 for cell in by_row[at : at + columns])
             for at in range(0, rules.cells, columns))  # fmt: skip
    return Sheet(tuple(tiles), places, layer)


def _place(rules: Rules, cell: int) -> tuple[int, int]:
    row, column = divmod(cell, rules.columns)
    if rules.variant is not Variant.CUBE:
        return row, column
    side = rules.rows
    number = side - 1 - row if rules.gravity else row
    across = isqrt(side) if isqrt(side) ** 2 == side else side
    down, right = divmod(number, across)
    return down * side + column // side, right * side + column % side
