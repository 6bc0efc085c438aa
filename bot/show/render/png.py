"""Boards of every size as PNG files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from itertools import pairwise
from math import isqrt
from typing import Final

from PIL import Image, ImageDraw

from bot.show.emoji import TileEmoji, stone
from bot.show.overlay import NOTHING, Line, Overlay
from bot.show.render.draw import Accent, colours, letters_image, tile_image
from bot.show.render.squares import squares
from bot.show.render.strokes import Point, Stroke, with_strokes
from bot.show.render.theme import DARK, Theme, blank, indexed
from bot.show.style import move_notation
from engine import Position, Rules, column_letter

_WINDOW: Final = 32_768
"""How many bytes back the compression of a PNG looks. A row of tiles must fit: it repeats."""
_COMPRESSION: Final = 8
"""The zlib level. The largest boards get 10 % smaller than with 6; 9 takes three times as long."""
_INSET: Final = 0.1
"""The gap between the edge of a tile and a stone, or a frame that points at the tile, as a
fraction of its side."""
_LABEL: Final = 0.5
"""The font size of a coordinate, as a fraction of the side of a tile."""


def board(
    position: Position,
    theme: Theme = DARK,
    *,
    overlay: Overlay = NOTHING,
) -> bytes:
    """The board as a PNG file, at most 800 pixels wide and high.

    The file has up to 20 kB, or 32 kB with lines or with a verdict on each of 361 tiles.
    """
    file = BytesIO()
    rules = position.rules
    side = isqrt(_WINDOW // (max(rules.rows, rules.columns) + 1))
    image = picture(position, theme, side, overlay=overlay)
    image.save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def picture(
    position: Position,
    theme: Theme,
    side: int,
    *,
    overlay: Overlay = NOTHING,
) -> Image.Image:
    """Draw the board with tiles of `side` pixels, in the palette of the theme."""
    rules = position.rules
    layout = _Layout.of(rules, side)
    image = blank(layout.size, theme)
    for text, box in layout.labels():
        image.paste(_letters(text, theme, side, (box[2] - box[0], box[3] - box[1])), box)
    numbered = move_notation(rules) == "number"
    shown = squares(position, overlay.marks, numbered=numbered)
    accents = dict.fromkeys(shown, Accent.NONE)
    if (ring := overlay.ring(position)) is not None:
        accents[ring] = Accent.RING
    if (ghost := overlay.ghost(position)) is not None:
        shown[ghost], accents[ghost] = stone(rules, position.side), Accent.GHOST
    for number, tile in shown.items():
        image.paste(_stamp(tile, theme, side, accents[number]), layout.at(number))
    image = with_strokes(image, theme, side, list(_strokes(position, theme, layout, overlay)))
    if ghost is not None:  # the lines end at the pale stone, through which most of them pass
        pale = _stamp(shown[ghost], theme, side, Accent.GHOST)
        image.paste(pale, layout.at(ghost), _middle(side))
    return image


def _strokes(
    position: Position, theme: Theme, layout: _Layout, overlay: Overlay
) -> Iterator[Stroke]:
    """The lines of an overlay, the other side's first: those of the mover lie above them."""
    mover = position.side
    for side, lines in ((mover.other, overlay.theirs), (mover, overlay.own)):
        colour = colours(stone(position.rules, side), theme)[1]
        for line in lines:
            for first, last in layout.outline(line):
                yield Stroke(first, last, colour, dashed=side is not mover)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Where the tiles of a board are in an image, in pixels."""

    rules: Rules
    side: int
    left: int
    top: int
    edge: int

    @classmethod
    def of(cls, rules: Rules, side: int) -> _Layout:
        """The layout of a board: room for column names above, and for row numbers on the left."""
        edge, label = side // 4, side * 3 // 4
        match move_notation(rules):
            case "number":
                return cls(rules, side, edge, edge, edge)
            case "column":
                return cls(rules, side, edge, label, edge)
            case "coordinate":
                return cls(rules, side, label, label, edge)

    @property
    def size(self) -> tuple[int, int]:
        """The size of the whole image."""
        width = self.left + self.rules.columns * self.side + self.edge
        return width, self.top + self.rules.rows * self.side + self.edge

    def at(self, number: int) -> tuple[int, int]:
        """The upper left corner of a tile."""
        row, column = divmod(number - 1, self.rules.columns)
        return self.left + column * self.side, self.top + row * self.side

    def outline(self, line: Line) -> Iterator[tuple[Point, Point]]:
        """The ends of a line; for a single tile those of the four edges of a frame."""
        first, last = min(line), max(line)
        if first == last:
            x, y = self.at(first)
            near, far = self.side * _INSET, self.side * (1 - _INSET)
            left, top, right, low = x + near, y + near, x + far, y + far
            corners = (left, top), (right, top), (right, low), (left, low)
            yield from pairwise((*corners, corners[0]))
        else:
            yield self._middle(first), self._middle(last)

    def _middle(self, number: int) -> Point:
        left, top = self.at(number)
        return left + self.side / 2, top + self.side / 2

    def labels(self) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
        """The text beside the board, each with the box in which it is centred."""
        kind = move_notation(self.rules)
        if kind == "number":
            return
        for column in range(1, self.rules.columns + 1):
            left = self.left + (column - 1) * self.side
            text = column_letter(column) if kind == "coordinate" else str(column)
            yield text, (left, 0, left + self.side, self.top)
        for row in range(self.rules.rows if kind == "coordinate" else 0):
            top = self.top + row * self.side
            yield str(row + 1), (0, top, self.left, top + self.side)


@lru_cache(maxsize=1_000)
def _stamp(tile: TileEmoji, theme: Theme, side: int, accent: Accent) -> Image.Image:
    return indexed(tile_image(tile, theme, side, accent), theme)


@lru_cache(maxsize=1_000)
def _letters(text: str, theme: Theme, side: int, size: tuple[int, int]) -> Image.Image:
    return indexed(letters_image(text, theme, size, _LABEL * side), theme)


@lru_cache
def _middle(side: int) -> Image.Image:
    """The part of a tile in which its stone is, as a mask."""
    mask, edge = Image.new("1", (side, side)), side * _INSET
    ImageDraw.Draw(mask).ellipse((edge, edge, side - 1 - edge, side - 1 - edge), 1)
    return mask
