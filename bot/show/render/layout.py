"""Where the tiles and labels of a board are in a picture, and the thin lines over them.

Lines of the side to move are solid, those of the other side dashed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.show.overlay import Line
from bot.show.render.theme import ColourTheme, blank
from bot.show.sheet import Point, extent, offset, strokes
from bot.show.style import has_intersections, notation_beside
from bot.show.zoom import Section
from engine import Rules, column_letter, sheet_of

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
        match notation_beside(rules):
            case "number":
                return cls(rules, window, side, edge, edge, edge)
            case "column":
                return cls(rules, window, side, edge, label, edge)
            case "coordinate":
                return cls(rules, window, side, label, label, edge)

    @property
    def size(self) -> tuple[int, int]:
        """The size of the whole picture."""
        window, side = self.window, self.side
        across = extent(self.rules, window.left, window.columns) * side
        down = extent(self.rules, window.top, window.rows) * side
        return self.left + round(across) + self.edge, self.top + round(down) + self.edge

    def at(self, number: int) -> tuple[int, int]:
        """The upper left corner of a tile."""
        row, column = sheet_of(self.rules).place(number)
        return self._across(column), self._down(row)

    def _across(self, column: int) -> int:
        """The left edge of a column."""
        x, left = offset(self.rules, column), offset(self.rules, self.window.left)
        return self.left + round((x - left) * self.side)

    def _down(self, row: int) -> int:
        """The upper edge of a row."""
        y, top = offset(self.rules, row), offset(self.rules, self.window.top)
        return self.top + round((y - top) * self.side)

    def outline(self, line: Line) -> Iterator[tuple[Point, Point]]:
        """The ends of a line, as far as it is visible; for a single tile the edges of a frame."""
        seen = [tile for tile in line if self.window.holds(self.rules, tile)]
        if not seen:
            return
        if len(set(seen)) == 1:
            x, y = self.at(seen[0])
            inset, outset = self.side * INSET, self.side * (1 - INSET)
            left, top, right, low = x + inset, y + inset, x + outset, y + outset
            corners = (left, top), (right, top), (right, low), (left, low)
            yield from pairwise((*corners, corners[0]))
        else:
            for near, far in strokes(self.rules, seen):
                yield self._pixel(near), self._pixel(far)

    def _pixel(self, point: Point) -> Point:
        """The pixel of a point of the board."""
        x, y = point
        across = x - offset(self.rules, self.window.left)
        down = y - offset(self.rules, self.window.top)
        return self.left + across * self.side, self.top + down * self.side

    def labels(self) -> Iterator[tuple[str, Box]]:
        """The text beside the board, each with the box in which it is centred."""
        kind, window = notation_beside(self.rules), self.window
        if kind == "number":
            return
        around, (width, height) = has_intersections(self.rules), self.size
        for place in range(window.columns):
            column = window.left + place + 1
            left = self._across(column - 1)
            text = column_letter(column) if kind == "coordinate" else str(column)
            yield text, (left, 0, left + self.side, self.top)
            if around:
                yield text, (left, height - self.edge, left + self.side, height)
        for place in range(window.rows if kind == "coordinate" else 0):
            top, text = self._down(window.top + place), str(window.top + place + 1)
            yield text, (0, top, self.left, top + self.side)
            if around:
                yield text, (width - self.edge, top, width, top + self.side)


Box = tuple[int, int, int, int]
"""The left, upper, right and lower edge, in pixels of the picture."""

_SCALE: Final = 4
"""How many times larger than the result lines are drawn, which smooths their edges."""
_WIDTH: Final = 4.5
"""The width of a line in pixels. Large boards are shown at half their size on a telephone."""
_EDGE: Final = 1.5
"""The width of the edge on each side of a line, in pixels. It sets the line off from the stones."""
_DASHES: Final = 3
"""The dashes from one tile to the next. One lies in the middle of each tile, so that the dashes of
two lines that share tiles fall together."""
_DASH: Final = 0.4
"""The length of a dash without its round ends, as a fraction of the way from one to the next."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line between two points of a picture, in pixels."""

    first: Point
    last: Point
    colour: str
    dashed: bool = False

    def at(self, share: float) -> Point:
        """The point that lies this share of the way along the line."""
        (x, y), (right, low) = self.first, self.last
        return x + (right - x) * share, y + (low - y) * share


def with_strokes(
    image: Image.Image, theme: ColourTheme, side: int, strokes: Sequence[Stroke]
) -> Image.Image:
    """A picture with lines over its tiles of `side` pixels, in the palette of the theme.

    Of two colours the one that comes later lies above.
    """
    if not strokes:
        return image
    box = _box(strokes)
    drawn = image.crop(box).convert("RGB")
    touched = Image.new("L", drawn.size)
    for colour in dict.fromkeys(stroke.colour for stroke in strokes):
        chosen = [stroke for stroke in strokes if stroke.colour == colour]
        edge = _mask(box, side, chosen, _WIDTH + 2 * _EDGE)
        drawn.paste(theme.ground, mask=edge)
        drawn.paste(colour, mask=_mask(box, side, chosen, _WIDTH))
        touched = ImageChops.lighter(touched, edge)
    lines = drawn.quantize(palette=blank((1, 1), theme), dither=Image.Dither.NONE)
    picture = image.copy()
    # Pillow picks near colours, not always the same ones: the rest of the picture stays as it is
    picture.paste(lines, box, mask=touched.point(lambda share: 255 * (share > 0)))
    return picture


def _box(strokes: Sequence[Stroke]) -> Box:
    """The part of the picture that the strokes touch."""
    points = [point for stroke in strokes for point in (stroke.first, stroke.last)]
    across, down = zip(*points, strict=True)
    margin = ceil(_WIDTH / 2 + _EDGE) + 1
    left, top = int(min(across)) - margin, int(min(down)) - margin
    return left, top, ceil(max(across)) + margin, ceil(max(down)) + margin


def _mask(box: Box, side: int, strokes: Iterable[Stroke], width: float) -> Image.Image:
    """Where in a part of the picture the strokes of this width are, 0 to 255."""
    left, top, right, low = box
    mask = Image.new("L", ((right - left) * _SCALE, (low - top) * _SCALE))
    pen, radius = ImageDraw.Draw(mask), width * _SCALE / 2
    for stroke in strokes:
        for ends in _pieces(stroke, side):
            scaled = [((x - left) * _SCALE, (y - top) * _SCALE) for x, y in ends]
            pen.line(scaled, 255, round(2 * radius))
            for x, y in scaled:
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return mask.reduce(_SCALE)


def _pieces(stroke: Stroke, side: int) -> Iterator[tuple[Point, Point]]:
    """The whole line, or its dashes, one on each tile and the others between."""
    if not stroke.dashed:
        yield stroke.first, stroke.last
        return
    steps = max(abs(one - other) for one, other in zip(stroke.first, stroke.last, strict=True))
    count = _DASHES * round(steps / side)
    for dash in range(count + 1):
        ends = max(0, dash - _DASH / 2), min(count, dash + _DASH / 2)
        yield stroke.at(ends[0] / count), stroke.at(ends[1] / count)
