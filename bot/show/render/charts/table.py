"""A table with numbers as a PNG file.

 1  alice   3.5   3-1-0
 2  bob     2.5   2-1-1

The font of images has ASCII alone: the message around the picture says what the columns are.
"""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO
from typing import Final

from PIL import ImageFont

from bot.show.render.draw import Canvas
from bot.show.render.theme import DARK, ColourTheme, indexed

_FONT: Final = 21
"""The font size of all words and numbers, as in charts."""
_ROW: Final = 34
_PAD: Final = 14
"""The space at the sides, above and below."""
_GAP: Final = 22
"""The space between two columns."""
_NAME: Final = 260
"""The greatest width of the column of names."""
_NAMES: Final = 1
"""The column of names, which is set to the left; all others are set to the right."""


def table_picture(rows: Sequence[Sequence[str]], theme: ColourTheme = DARK) -> bytes:
    """Draw rows of words that all can be drawn; the second of each row is a name."""
    lines = [[*row] for row in rows]
    for line in lines:
        line[_NAMES] = _cut(line[_NAMES])
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    width = round(sum(widths) + _GAP * (len(widths) - 1) + 2 * _PAD)
    canvas = Canvas(width, len(lines) * _ROW + 2 * _PAD, 1, theme.ground)
    for number, line in enumerate(lines):
        top = _PAD + number * _ROW
        if number % 2 == 0:
            canvas.bar((_PAD / 2, top), (width - _PAD / 2, top + _ROW), theme.taken)
        left = float(_PAD)
        for place, (word, room) in enumerate(zip(line, widths, strict=True)):
            start = left if place == _NAMES else left + room - _width(word)
            canvas.title((start, top + _ROW / 2), _FONT, word, theme.ink)
            left += room + _GAP
    file = BytesIO()
    indexed(canvas.finished(), theme).save(file, "PNG", optimize=True)
    return file.getvalue()


def is_drawable(name: str) -> bool:
    """Whether the font has all letters of a name, so that it is drawn as it is written.

    >>> is_drawable("alice"), is_drawable("Łukasz")
    (True, False)
    """
    return bool(name.strip()) and name.isascii() and name.isprintable()


def _width(word: str) -> float:
    return ImageFont.load_default(_FONT).getlength(word)


def _cut(name: str) -> str:
    """A name that fits into its column."""
    if _width(name) <= _NAME:
        return name
    while _width(f"{name}...") > _NAME:
        name = name[:-1]
    return f"{name}..."
