"""A cell of a board with lines: an intersection, what stands on it, and the number of its move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from PIL import Image

from bot.show.emoji import Highlight, Symbol, TileEmoji
from bot.show.render.draw import (
    Accent,
    Canvas,
    colours,
    draw_forbidden,
    draw_ghost,
    draw_number,
    draw_sign,
)
from bot.show.render.theme import ColourTheme
from engine import Rules

_LINE: Final = 0.035
"""The width of a line, as a fraction of the side of a cell."""
_BORDER: Final = 0.07
"""The width of a line at the edge of the board."""
_STAR: Final = 0.13
"""The radius of a star point."""
_FAR: Final = 3
"""How many lines a star point is from the edge; on boards below 13 lines it is one less."""
_FAR_FROM: Final = 13
_MIDDLE_STARS: Final = 19
"""From so many lines on there are star points in the middle of the sides."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What is drawn in one cell, apart from where it is."""

    tile: TileEmoji
    up: float
    """The width of the line upwards; 0 at the upper edge of the board."""
    down: float
    left: float
    right: float
    star: bool
    accent: Accent = Accent.NONE
    number: int | None = None
    """The number of the move that set the stone, if it is shown."""


def cell(
    rules: Rules,
    number: int,
    tile: TileEmoji,
    accent: Accent = Accent.NONE,
    ply: int | None = None,
) -> Cell:
    """The cell of a tile; `ply` is the number on its stone."""
    row, column = divmod(number - 1, rules.columns)
    last_row, last_column = rules.rows - 1, rules.columns - 1
    across = _BORDER if row in {0, last_row} else _LINE
    along = _BORDER if column in {0, last_column} else _LINE
    return Cell(
        tile,
        up=along if row else 0,
        down=along if row < last_row else 0,
        left=across if column else 0,
        right=across if column < last_column else 0,
        star=_is_star(rules, row, column),
        accent=accent,
        number=ply,
    )


def cell_image(cell: Cell, theme: ColourTheme, side: int) -> Image.Image:
    """Draw a cell of `side` pixels, without a gap to the next."""
    canvas = Canvas(side, side, side, theme.free)
    canvas.bar((0, 0), (1, 1), theme.free)
    _draw_lines(canvas, cell, theme)
    back, colour = colours(cell.tile, theme)
    if cell.accent is Accent.FORBIDDEN:
        draw_forbidden(canvas, theme, theme.free)
    elif cell.accent is Accent.GHOST:
        draw_ghost(canvas, cell.tile, theme, back, colour)
    elif cell.tile.sign is not Symbol.FREE:
        if cell.accent is Accent.RING:
            canvas.disc((0.5, 0.5), 0.48, theme.ink)
        draw_sign(canvas, cell.tile, theme, back, colour, marked=cell.number is None)
        if cell.number is not None:
            marked = cell.tile.look is not Highlight.NONE
            contrast = theme.red if cell.tile.sign is Symbol.WHITE else theme.blue
            draw_number(canvas, cell.number, theme.yellow if marked else contrast)
    return canvas.finished()


def _draw_lines(canvas: Canvas, cell: Cell, theme: ColourTheme) -> None:
    """Draw the lines from the middle to the edges of the cell, and a star point."""
    for width, first, last in (
        (cell.up, (0.5, 0.0), (0.5, 0.5)),
        (cell.down, (0.5, 0.5), (0.5, 1.0)),
        (cell.left, (0.0, 0.5), (0.5, 0.5)),
        (cell.right, (0.5, 0.5), (1.0, 0.5)),
    ):
        if width:
            half = width / 2
            (x, y), (right, low) = first, last
            canvas.bar((max(0, x - half), max(0, y - half)), (right + half, low + half), theme.ink)
    if cell.star:
        canvas.disc((0.5, 0.5), _STAR, theme.ink)


def _is_star(rules: Rules, row: int, column: int) -> bool:
    """Whether an intersection is a star point: near the corners, and the middle of odd boards."""
    rows, columns = _stars(rules.rows), _stars(rules.columns)
    if row not in rows or column not in columns:
        return False
    middle = (row == rules.rows // 2, column == rules.columns // 2)
    many = min(rules.rows, rules.columns) >= _MIDDLE_STARS
    return many or all(middle) or not any(middle)


def _stars(length: int) -> set[int]:
    """The lines of one direction on which star points lie."""
    far = _FAR if length >= _FAR_FROM else _FAR - 1
    ends = {far, length - 1 - far}
    return ends | {length // 2} if length % 2 else ends
