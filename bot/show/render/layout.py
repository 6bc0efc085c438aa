"""Where the tiles and labels of a board are in a picture, the whole board or a part of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from bot.show.overlay import Line
from bot.show.render.strokes import Box, Point
from bot.show.style import has_intersections, move_notation
from bot.show.zoom import Section
from engine import Rules, column_letter

INSET: Final = 0.1
"""The gap between the edge of a tile and a stone, or a frame that points at the tile, as a
fraction of its side."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the tiles of a board are in a picture, in pixels."""

    rules: Rules
    window: Section
    side: int
    left: int
    top: int
    edge: int
    """The room on the right and below: labels on intersections, else a margin."""

    @classmethod
    def of(cls, rules: Rules, window: Section, side: int) -> Layout:
        """The layout of a board: room for column names above, and for row numbers on the left.

        On intersections there is as much on the other two sides.
        """
        edge, label = side // 4, side * 3 // 4
        if has_intersections(rules):
            return cls(rules, window, side, label, label, label)
        match move_notation(rules):
            case "number":
                return cls(rules, window, side, edge, edge, edge)
            case "column":
                return cls(rules, window, side, edge, label, edge)
            case "coordinate":
                return cls(rules, window, side, label, label, edge)

    @property
    def size(self) -> tuple[int, int]:
        """The size of the whole picture."""
        width = self.left + self.window.columns * self.side + self.edge
        return width, self.top + self.window.rows * self.side + self.edge

    def at(self, number: int) -> tuple[int, int]:
        """The upper left corner of a tile."""
        row, column = divmod(number - 1, self.rules.columns)
        across, down = column - self.window.left, row - self.window.top
        return self.left + across * self.side, self.top + down * self.side

    def outline(self, line: Line) -> Iterator[tuple[Point, Point]]:
        """The ends of a line, as far as it is seen; of a single tile the edges of a frame."""
        seen = [tile for tile in line if self.window.holds(self.rules, tile)]
        if not seen:
            return
        first, last = min(seen), max(seen)
        if first == last:
            x, y = self.at(first)
            near, far = self.side * INSET, self.side * (1 - INSET)
            left, top, right, low = x + near, y + near, x + far, y + far
            corners = (left, top), (right, top), (right, low), (left, low)
            yield from pairwise((*corners, corners[0]))
        else:
            yield self._middle(first), self._middle(last)

    def _middle(self, number: int) -> Point:
        left, top = self.at(number)
        return left + self.side / 2, top + self.side / 2

    def labels(self) -> Iterator[tuple[str, Box]]:
        """The text beside the board, each with the box in which it is centred."""
        kind, window = move_notation(self.rules), self.window
        if kind == "number":
            return
        around, (width, height) = has_intersections(self.rules), self.size
        for place in range(window.columns):
            left, column = self.left + place * self.side, window.left + place + 1
            text = column_letter(column) if kind == "coordinate" else str(column)
            yield text, (left, 0, left + self.side, self.top)
            if around:
                yield text, (left, height - self.edge, left + self.side, height)
        for place in range(window.rows if kind == "coordinate" else 0):
            top, text = self.top + place * self.side, str(window.top + place + 1)
            yield text, (0, top, self.left, top + self.side)
            if around:
                yield text, (width - self.edge, top, width, top + self.side)
