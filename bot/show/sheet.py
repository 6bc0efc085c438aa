"""How a board lies on a page: where each tile is, and the strokes of a line through tiles.

Lengths are in sides of a tile, from the upper left corner of the board. A line goes from neighbour
to neighbour: where it leaves the board over an edge and comes in at another, both ends point
outwards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from engine import Rules, surface_of

Point = tuple[float, float]
"""How far right and how far down."""
Stroke = tuple[Point, Point]
"""The ends of a straight stroke."""


def place_of(rules: Rules, tile: int) -> tuple[int, int]:
    """The row and the column in which a tile is drawn, both from 0."""
    return divmod(tile - 1, rules.columns)


def middle(rules: Rules, tile: int) -> Point:
    """The middle of a tile."""
    row, column = place_of(rules, tile)
    return column + 0.5, row + 0.5


def strokes(rules: Rules, line: Iterable[int]) -> Iterator[Stroke]:
    """The strokes of a line through tiles, which are given in any order.

    Tiles that lie on no line, such as a pair, are joined from the least to the greatest.
    """
    tiles = set(line)
    way = surface_of(rules).path(tile - 1 for tile in tiles)
    if way is None:
        yield middle(rules, min(tiles)), middle(rules, max(tiles))
        return
    cells, (down, right) = way
    parts = [[cells[0]]]
    for before, cell in pairwise(cells):
        if surface_of(rules).goes_over_edge(before, cell):
            parts.append([])
        parts[-1].append(cell)
    for number, part in enumerate(parts):
        (x, y), (far_x, far_y) = middle(rules, part[0] + 1), middle(rules, part[-1] + 1)
        if number > 0:
            x, y = x - right / 2, y - down / 2
        if number < len(parts) - 1:
            far_x, far_y = far_x + right / 2, far_y + down / 2
        yield (x, y), (far_x, far_y)
