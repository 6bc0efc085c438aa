"""What is known of a whole board before the first move.

Sources: L. V. Allis, "A Knowledge-Based Approach of Connect-Four" (1988) and "Searching for
Solutions in Games and Artificial Intelligence" (1994, gomoku); J. Tromp, "John's Connect Four
Playground" (2006 on, the other boards with gravity); J. W. H. M. Uiterwijk and H. J. van den
Herik, "The advantage of the initiative" (2000, boards without gravity). Those of up to some 25
tiles, and Connect Four, our own engine has proved again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine import Rules, Side


def _boards(*lists: str) -> frozenset[str]:
    return frozenset(board for boards in lists for board in boards.split(", "))


_FIRST: Final = _boards(
    # four in a row with gravity, rows x columns
    "6x7x4g, 5x8x4g, 5x9x4g, 5x10x4g, 5x11x4g, 6x10x4g, 7x6x4g, 7x8x4g, 7x9x4g, 8x7x4g, 9x6x4g",
    "9x8x4g, 10x7x4g, 11x6x4g",
    # three in a row with gravity
    "3x4x3g, 3x5x3g, 3x6x3g, 3x7x3g, 3x8x3g, 4x4x3g, 4x5x3g, 4x6x3g, 4x7x3g, 4x8x3g, 5x4x3g",
    "5x5x3g, 5x6x3g, 5x7x3g, 6x4x3g, 6x5x3g, 6x6x3g, 7x4x3g, 7x5x3g, 8x4x3g, 3x3x3g misere",
    # without gravity
    "3x3x2, 3x4x3, 3x5x3, 3x8x3, 4x4x3, 5x5x3, 4x9x4, 5x6x4, 5x7x4, 6x6x4, 7x7x4, 8x8x4",
    "15x15x5, 19x19x5",
)
"""The boards that whoever moves first wins, where both play their best."""
_SECOND: Final = _boards(
    "4x6x4g, 4x8x4g, 4x9x4g, 4x10x4g, 4x11x4g, 4x12x4g, 6x6x4g, 6x8x4g, 6x9x4g, 8x6x4g, 8x8x4g",
    "10x6x4g, 12x6x4g, 3x4x3g misere, 4x4x3g misere, 4x4x4g misere, 3x4x3 misere",
)
"""The boards that whoever moves second wins."""


def winner(rules: Rules) -> Side | None:
    """Who is known to win with best play: X moves first. None for a draw, or where nobody knows.

    >>> winner(Rules.parse("connect4")), winner(Rules.parse("tictactoe"))
    (Side.X, None)
    """
    names = {str(rules)}
    if not rules.gravity:  # on its side the board is the same game
        names.add(str(replace(rules, rows=rules.columns, columns=rules.rows)))
    if names & _FIRST:
        return Side.X
    return Side.O if names & _SECOND else None
