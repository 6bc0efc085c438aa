"""Boards as PNG, of every size."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from math import isqrt
from typing import Final

from PIL import Image

from bot.show.emoji import Tile
from bot.show.render.draw import letters_image, tile_image
from bot.show.render.squares import squares
from bot.show.render.theme import DARK, Theme, blank, indexed
from bot.show.style import move_notation
from engine import Position, Rules, column_letter

_NOTHING: Final[Mapping[int, str]] = {}
_WINDOW: Final = 32_768
"""As many bytes back the compression of a PNG sees: a row of tiles repeats the one above."""
_COMPRESSION: Final = 8
"""zlib's level: the largest boards are a tenth smaller than with 6; 9 takes three times as long."""
_LABEL: Final = 0.5
"""The size of a coordinate, as a share of a tile."""


def board(
    position: Position,
    theme: Theme = DARK,
    *,
    overlay: Mapping[int, str] = _NOTHING,
    lit: Collection[int] = (),
) -> bytes:
    """The board as PNG, at most 800 pixels wide and high.

    Takes up to 20 kB, 32 kB with a verdict on each of 361 tiles.

    `overlay` lays the verdict of `render.verdict_marks` on each of some legal moves,
    `lit` is a set of tiles to look at.
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
    """The board with tiles of `side` pixels, in the palette of the theme."""
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
    """Where the tiles of a board stand, in pixels."""

    rules: Rules
    side: int
    left: int
    top: int
    edge: int

    @classmethod
    def of(cls, rules: Rules, side: int) -> _Layout:
        """Room above for letters or numbers of columns, on the left for those of rows."""
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
        """The size of the whole picture."""
        width = self.left + self.rules.columns * self.side + self.edge
        return width, self.top + self.rules.rows * self.side + self.edge

    def at(self, number: int) -> tuple[int, int]:
        """The upper left corner of a tile."""
        row, column = divmod(number - 1, self.rules.columns)
        return self.left + column * self.side, self.top + row * self.side

    def labels(self) -> Iterator[tuple[str, tuple[int, int, int, int]]]:
        """What is written beside the board, and the box in which it stands in the middle."""
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
def _stamp(tile: Tile, theme: Theme, side: int, lit: bool) -> Image.Image:
    return indexed(tile_image(tile, theme, side, lit=lit), theme)


@lru_cache(maxsize=1_000)
def _letters(text: str, theme: Theme, side: int, size: tuple[int, int]) -> Image.Image:
    return indexed(letters_image(text, theme, size, _LABEL * side), theme)
