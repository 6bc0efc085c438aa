"""What is known of a whole board before the first move, and from where.

Boards that our own search solves (docs/proofs.md, which `python -m benchmarks.proofs` writes)
are held to be known from it, whoever was first. The others are from papers: L. V. Allis,
"Searching for Solutions in Games and Artificial Intelligence" (1994, gomoku); J. Tromp,
"John's Connect Four Playground" (2006 on, boards with gravity).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine import Rules, Side


@dataclass(frozen=True, slots=True)
class Known:
    """Who wins with best play, X moving first; `paper` is None where our own search proved it."""

    winner: Side
    paper: str | None = None


_LISTS: Final = {
    Known(Side.X): (
        # with gravity, rows x columns
        "6x7x4g, 3x4x3g, 3x5x3g, 3x6x3g, 3x7x3g, 3x8x3g, 4x4x3g, 4x5x3g, 4x6x3g, 4x7x3g, 4x8x3g",
        "5x4x3g, 5x5x3g, 5x6x3g, 5x7x3g, 6x4x3g, 6x5x3g, 6x6x3g, 7x4x3g, 7x5x3g, 8x4x3g",
        "3x3x3g misere",
        # without
        "3x3x2, 3x4x3, 3x5x3, 3x8x3, 4x4x3, 5x5x3, 4x9x4, 5x6x4, 5x7x4, 6x6x4, 7x7x4, 8x8x4",
    ),
    Known(Side.O): (
        "4x6x4g, 4x8x4g, 6x6x4g, 3x4x3g misere, 4x4x3g misere, 4x4x4g misere, 3x4x3 misere",
    ),
    Known(Side.X, "Allis 1994"): ("15x15x5, 19x19x5",),
    Known(Side.X, "Tromp 2006"): (
        "5x8x4g, 5x9x4g, 5x10x4g, 5x11x4g, 6x10x4g, 7x6x4g, 7x8x4g, 7x9x4g, 8x7x4g, 9x6x4g",
        "9x8x4g, 10x7x4g, 11x6x4g",
    ),
    Known(Side.O, "Tromp 2006"): (
        "4x9x4g, 4x10x4g, 4x11x4g, 4x12x4g, 6x8x4g, 6x9x4g, 8x6x4g, 8x8x4g, 10x6x4g, 12x6x4g",
    ),
}
"""The boards that one side is known to win, by what is known."""
BOARDS: Final = {
    board: known for known, rows in _LISTS.items() for row in rows for board in row.split(", ")
}
"""What is known, by board."""


def known(rules: Rules) -> Known | None:
    """What is known of a board; None for a draw, or where nobody knows.

    >>> known(Rules.parse("gomoku")), known(Rules.parse("tictactoe"))
    (Known(winner=Side.X, paper='Allis 1994'), None)
    """
    turned = rules
    if not rules.gravity:  # on its side the board is the same game
        turned = replace(rules, rows=rules.columns, columns=rules.rows)
    return BOARDS.get(str(rules)) or BOARDS.get(str(turned))


def winner(rules: Rules) -> Side | None:
    """Who is known to win with best play: X moves first. None for a draw, or where nobody knows.

    >>> winner(Rules.parse("connect4")), winner(Rules.parse("tictactoe"))
    (Side.X, None)
    """
    found = known(rules)
    return found.winner if found else None
