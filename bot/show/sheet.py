"""How a board lies on a page: where each tile is, and the strokes of a line through tiles.

Lengths are in sides of a tile, from the upper left corner of the board. A line goes from neighbour
to neighbour: where it leaves the board over an edge and comes in at another, both ends point
outwards. The layers of a cube have gaps between them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Final

from engine import Rules, sheet_of, surface_of

Point = tuple[float, float]
"""How far right and how far down."""
Stroke = tuple[Point, Point]
"""The ends of a straight stroke."""


GAP: Final = 0.5
"""The gap between two layers, in sides of a tile."""


def offset(rules: Rules, number: int) -> float:
    """How far from the edge a row or a column begins, with the gaps before it."""
    layer = sheet_of(rules).layer
    return number + GAP * (number // layer) if layer else number


def extent(rules: Rules, first: int, count: int) -> float:
    """How far so many rows or columns reach, with the gaps between them."""
    return offset(rules, first + count - 1) + 1 - offset(rules, first)


def middle(rules: Rules, tile: int) -> Point:
    """The middle of a tile."""
    row, column = sheet_of(rules).place(tile)
    return offset(rules, column) + 0.5, offset(rules, row) + 0.5


def in_order(rules: Rules, tiles: tuple[int, ...]) -> tuple[int, ...]:
    """Tiles of a line, each after its neighbour, where rows go over edges; else as they are."""
    way = None if rules.flat else surface_of(rules).path(tile - 1 for tile in tiles)
    if way is None:
        return tiles
    return tuple(cell + 1 for cell in way[0] if cell + 1 in tiles)


def strokes(rules: Rules, line: Iterable[int]) -> Iterator[Stroke]:
    """The strokes of a line through tiles, which are given in any order.

    Tiles that lie on no line, such as a pair, are joined from the least to the greatest.
    """
    tiles = set(line)
    way = surface_of(rules).path(tile - 1 for tile in tiles)
    if way is None:
        yield middle(rules, min(tiles)), middle(rules, max(tiles))
        return
    cells, step = way
    if sheet_of(rules).layer:  # from layer to layer a line may bend
        yield from pairwise(middle(rules, cell + 1) for cell in cells)
        return
    down, right = step
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
