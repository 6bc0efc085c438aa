"""Boards drawn as emoji, as plain text, or as an image.

Every drawing marks the last move, or the line that ended the game.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from bot.match.session import BoardStyle
from bot.show.emoji import BEST_MOVE, PLAYED_MOVE, verdict_tile
from bot.show.render import png
from bot.show.render.application_emoji import tiles
from bot.show.render.text import LETTERS, code
from bot.show.render.theme import theme
from bot.show.render.unicode_emoji import discs, keycaps, letters
from bot.show.style import BoardFormat, board_format
from bot.show.text import verdict_mark
from engine import Analysis, Position, Rules

_NOTHING: Final[Mapping[int, str]] = {}


def board(
    position: Position,
    style: BoardStyle = BoardStyle.EMOJI,
    overlay: Mapping[int, str] | None = None,
) -> str:
    """The board as text for a message: at most 1,000 characters and 189 emoji.

    A board with tokens of `bot.show.emoji` is longer after the tokens are filled. For the
    image styles this is the text to show instead of the image. `overlay` maps some legal
    moves to emoji of `verdict_marks` or `mistake_marks`, which are shown on them.
    """
    marks = overlay or _NOTHING
    match board_format(position.rules, style):
        case BoardFormat.TILES:
            return tiles(position, marks)
        case BoardFormat.KEYCAPS:
            return keycaps(position, marks)
        case BoardFormat.DISCS:
            return discs(position, marks)
        case BoardFormat.LETTERS:
            return letters(position, marks)
        case BoardFormat.CODE:
            return code(position, marks)
        case BoardFormat.IMAGE:
            return board(position, BoardStyle.EMOJI, overlay)


def image(
    position: Position,
    style: BoardStyle = BoardStyle.IMAGE,
    overlay: Mapping[int, str] | None = None,
) -> bytes:
    """The board as a PNG file, in the colours of the style."""
    return png.board(position, theme(style), overlay=overlay or _NOTHING)


def verdict_marks(analysis: Analysis) -> dict[int, str]:
    """The verdict of each legal move as one emoji, to be used as an overlay."""
    return {move: verdict_mark(verdict) for move, verdict in analysis.verdicts.items()}


def mistake_marks(played: int, best: int) -> dict[int, str]:
    """The played move and the best one as emoji, to be used as an overlay."""
    return {played: PLAYED_MOVE, best: BEST_MOVE}


def shown_mark(mark: str, rules: Rules, style: BoardStyle) -> str:
    """The emoji of an overlay as the board shows it: itself, a token, or a letter."""
    match board_format(rules, style):
        case BoardFormat.CODE:
            return f"`{LETTERS[mark]}`"
        case BoardFormat.TILES | BoardFormat.IMAGE:
            return verdict_tile(mark).token
        case _:
            return mark


__all__ = ["board", "image", "mistake_marks", "shown_mark", "verdict_marks"]
