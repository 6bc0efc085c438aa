"""Boards drawn as emoji, as plain text, or as an image.

Every drawing marks the last move, or the line that ended the game.
"""

from __future__ import annotations

from bot.match.session import BoardStyle
from bot.show.characters import board, shown_mark
from bot.show.overlay import NOTHING, Overlay
from bot.show.render import images
from bot.show.render.theme import theme
from bot.show.zoom import Section
from engine import Position


def image(
    position: Position,
    style: BoardStyle = BoardStyle.IMAGE,
    overlay: Overlay = NOTHING,
    *,
    window: Section | None = None,
    numbers: bool = False,
) -> bytes:
    """The board as a PNG file, in the colours of the style.

    `window` is the part that is shown, and `numbers` those of the moves on their stones.
    """
    return images.board(position, theme(style), overlay=overlay, window=window, numbers=numbers)


__all__ = ["board", "image", "shown_mark"]
