"""How a board is drawn and what its marks and moves are called.

Words and pictures both ask here, so that a tile has the same name in a sentence as on
the board above it.
"""

from __future__ import annotations

from enum import Enum
from typing import Final, Literal

from bot.session import Style
from engine import Rules, Side, coordinate

KEYCAPS: Final = 10
"""Emoji with a number on them go from 1 to 10."""
MAX_EMOJI: Final = 189
"""The client draws about 199 emoji a message; ten are left for the words around a board."""
_LETTERED_SIDE: Final = 12
"""The widest board of square emoji that a desktop window shows without wrapping its rows."""

BUTTON_ROW: Final = 5
"""Buttons that a message holds side by side."""
MOVE_ROWS: Final = 4
"""Rows of buttons for moves: of the five in a message the last one is for everything else."""


class Picture(Enum):
    """The kinds of picture, from the most to the least graphic."""

    KEYCAPS = "keycaps"
    """Marks on numbered tiles."""
    DISCS = "discs"
    """Discs under a header of column numbers."""
    LETTERS = "letters"
    """Marks on blank tiles, with column letters and row numbers."""
    CODE = "code"
    """Plain text of fixed width, for large boards and screen readers."""
    DRAWING = "drawing"
    """A picture file beside the words."""


def picture(rules: Rules, style: Style) -> Picture:
    """The best picture that fits a message."""
    if style is Style.TEXT:
        return Picture.CODE
    if style is Style.IMAGE:
        return Picture.DRAWING
    if rules.gravity:
        with_headers = (rules.rows + 2) * rules.columns
        fits = rules.columns <= KEYCAPS and with_headers <= MAX_EMOJI
        return Picture.DISCS if fits else Picture.CODE
    if rules.cells <= KEYCAPS:
        return Picture.KEYCAPS
    small = max(rules.rows, rules.columns) <= _LETTERED_SIDE
    return Picture.LETTERS if small else Picture.CODE


def mark(rules: Rules, style: Style, side: Side) -> str:
    """What a stone of a side looks like on the board."""
    if picture(rules, style) is Picture.CODE:
        return side.value
    if rules.gravity:
        return "🔴" if side is Side.X else "🟡"
    return "❌" if side is Side.X else "⭕"


def names_tiles(rules: Rules) -> Literal["number", "column", "coordinate"]:
    """What people call the places of a board, whatever the picture."""
    if rules.gravity:
        return "column"
    return "number" if rules.cells <= KEYCAPS else "coordinate"


def has_buttons(rules: Rules) -> bool:
    """Whether each move has a button: every column, and tiles where they are few."""
    few = rules.cells <= BUTTON_ROW * MOVE_ROWS
    return rules.gravity or (few and rules.columns <= BUTTON_ROW)


def move_name(rules: Rules, move: int) -> str:
    """What people call a move: `5`, or `b2` on boards without numbers."""
    return coordinate(rules, move) if names_tiles(rules) == "coordinate" else str(move)
