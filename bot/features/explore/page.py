"""The message that shows a position that is explored."""

from __future__ import annotations

from bot.features.explore import text as explore_text
from bot.features.explore.values import Exploration
from bot.match.session import BoardStyle
from bot.show import text
from bot.show.emoji import NO_EMOJI, OwnedEmoji
from bot.show.overlay import NOTHING, judged
from bot.show.page import Page, board_parts, compose_page


def explore_page(
    explored: Exploration,
    style: BoardStyle,
    prefix: str,
    *,
    owned: OwnedEmoji = NO_EMOJI,
    fits: bool = True,
) -> Page:
    """The board with the verdicts of its moves on it, the best move, and the table of moves.

    `fits` is False if the position has no buttons because their ids would be too long.
    """
    position, hint = explored.position, explored.hint
    board = board_parts(position, style, NOTHING if hint is None else judged(hint))
    read_out = style is not BoardStyle.TEXT and hint is None
    return compose_page(
        owned,
        board,
        explore_text.heading(position, style),
        board.words,
        text.spoken(position, style) if read_out else "",
        "" if hint is None else text.recommendation(position, hint.explanation, style, brief=True),
        explore_text.move_table(explored, style),
        explore_text.what_next(position, prefix, fits=fits),
    )
