"""Boards as messages: emoji where they fit, plain text beyond and for screen readers.

Every picture marks the last move, or the line that ended the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.naming import Picture, picture
from bot.render.emoji import discs, keycaps, letters
from bot.render.png import board as drawing
from bot.render.text import code
from bot.session import Style
from bot.text import verdict_mark
from engine import Analysis, Position

_NOTHING: Final[Mapping[int, str]] = {}


def board(
    position: Position, style: Style = Style.EMOJI, overlay: Mapping[int, str] | None = None
) -> str:
    """The board as text for a message, at most 1,000 characters and 189 emoji.

    Where a drawing is wanted this is what stands in for it. `overlay` lays an emoji of
    `verdict_marks` on each of some legal moves.
    """
    marks = overlay or _NOTHING
    match picture(position.rules, style):
        case Picture.KEYCAPS:
            return keycaps(position, marks)
        case Picture.DISCS:
            return discs(position, marks)
        case Picture.LETTERS:
            return letters(position, marks)
        case Picture.CODE:
            return code(position, marks)
        case Picture.DRAWING:
            return board(position, Style.EMOJI, overlay)


def verdict_marks(analysis: Analysis) -> dict[int, str]:
    """What to lay over each legal move: how it ends, as one emoji."""
    return {move: verdict_mark(verdict) for move, verdict in analysis.verdicts.items()}


__all__ = ["board", "drawing", "verdict_marks"]
