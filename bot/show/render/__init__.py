"""Boards drawn as emoji, as plain text, or as an image.

Every drawing marks the last move, or the line that ended the game.
"""

from __future__ import annotations

from bot.match.session import BoardStyle
from bot.show.emoji import verdict_tile
from bot.show.overlay import NOTHING, Overlay
from bot.show.render import images
from bot.show.render.characters import LETTERS, code, discs, keycaps, letters, tiles
from bot.show.render.theme import theme
from bot.show.style import BoardFormat, board_format
from bot.show.zoom import Section
from engine import Position, Rules


def board(
    position: Position,
    style: BoardStyle = BoardStyle.EMOJI,
    overlay: Overlay = NOTHING,
) -> str:
    """The board as text for a message: at most 1,000 characters and 189 emoji.

    A board with tokens of `bot.show.emoji` is longer after the tokens are filled. For the
    image styles this is the text to show instead of the image. The overlay's lines are not
    shown; its recommended move is, unless it has a mark.
    """
    match board_format(position.rules, style):
        case BoardFormat.TILES:
            return tiles(position, overlay)
        case BoardFormat.KEYCAPS:
            return keycaps(position, overlay)
        case BoardFormat.DISCS:
            return discs(position, overlay)
        case BoardFormat.LETTERS:
            return letters(position, overlay)
        case BoardFormat.CODE:
            return code(position, overlay)
        case BoardFormat.IMAGE:
            return board(position, BoardStyle.EMOJI, overlay)


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


def shown_mark(mark: str, rules: Rules, style: BoardStyle) -> str:
    """The emoji of an overlay as the board shows it: itself, a token, or a letter."""
    match board_format(rules, style):
        case BoardFormat.CODE if style is not BoardStyle.TEXT:  # that has no board with letters
            return f"`{LETTERS[mark]}`"
        case BoardFormat.TILES | BoardFormat.IMAGE:
            return verdict_tile(mark).token
        case _:
            return mark


__all__ = ["board", "image", "shown_mark"]
