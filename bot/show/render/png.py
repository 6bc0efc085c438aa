"""Boards of every size as PNG files."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import isqrt
from typing import Final

from PIL import Image

from bot.show.emoji import TileEmoji
from bot.show.render.draw import letters_image, tile_image
from bot.show.render.squares import squares
from bot.show.render.theme import DARK, Theme, blank, indexed
from bot.show.style import move_notation
from engine import Position, Rules, column_letter

_NOTHING: Final[Mapping[int, str]] = {}
_WINDOW: Final = 32_768
"""How many bytes back the compression of a PNG looks. A row of tiles must fit: it repeats."""
_COMPRESSION: Final = 8
"""The zlib level. The largest boards get 10 % smaller than with 6; 9 takes three times as long."""
_LABEL: Final = 0.5
"""The font size of a coordinate, as a fraction of the side of a tile."""


def board(
    position: Position,
    theme: Theme = DARK,
    *,
    overlay: Mapping[int, str] = _NOTHING,
    lit: Collection[int] = (),
) -> bytes:
    """The board as a PNG file, at most 800 pixels wide and high.

    The file has up to 20 kB, or 32 kB with a verdict on each of 361 tiles. `overlay` maps some
    legal moves to emoji of `render.verdict_marks`; `lit` are tiles to look at.
    """
    file = BytesIO()
    rules = position.rules
    side = isqrt(_WINDOW // (max(rules.rows, rules.columns) + 1))
    image = picture(position, theme, side, overlay=overlay, lit=lit)
    image.save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def picture(
    position: Position,
    theme: Theme,
    side: int,
    *,
    overlay: Mapping[int, str] = _NOTHING,
    lit: Collection[int] = (),
) -> Image.Image:
    """Draw the board with tiles of `side` pixels, in the palette of the theme."""
    rules = position.rules
    layout = _Layout.of(rules, side)
    image = blank(layout.size, theme)
    for text, box in layout.labels():
        image.paste(_letters(text, theme, side, (box[2] - box[0], box[3] - box[1])), box)
    numbered = move_notation(rules) == "number"
    for number, tile in squares(position, overlay, numbered=numbered).items():
        image.paste(_stamp(tile, theme, side, number in lit), layout.at(number))
    return image


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
def _stamp(tile: TileEmoji, theme: Theme, side: int, lit: bool) -> Image.Image:
    return indexed(tile_image(tile, theme, side, lit=lit), theme)


@lru_cache(maxsize=1_000)
def _letters(text: str, theme: Theme, side: int, size: tuple[int, int]) -> Image.Image:
    return indexed(letters_image(text, theme, size, _LABEL * side), theme)
