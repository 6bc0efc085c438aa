"""Why a move was best, and what answers a mistake, in words."""

from __future__ import annotations

from bot.match.session import BoardStyle
from bot.show import text
from engine import Explanation, Position


def why(position: Position, explanation: Explanation, style: BoardStyle) -> str:
    """The best move of a position with its reasons and its verdict, in a beginner's words."""
    return text.recommendation(position, explanation, style, brief=True)
