"""The boards whose result with best play is known, and the sources.

If Kinarow's own search solves a board (docs/proofs.md, which `python -m benchmarks.proofs`
writes), that is the source, even if somebody solved it earlier. The others are from papers:
L. V. Allis, "Searching for Solutions in Games and Artificial Intelligence" (1994, gomoku);
J. Wágner and I. Virág, "Solving Renju" (ICGA Journal 24, 2001);
J. Tromp, "John's Connect Four Playground" (2006 on, boards with gravity).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine import Rules, Side


@dataclass(frozen=True, slots=True)
class KnownResult:
    """Who wins with best play; X moves first. `paper` is None if Kinarow's own search proved it."""

    winner: Side
    paper: str | None = None


_LISTS: Final = {
    KnownResult(Side.X): (
        # with gravity, rows x columns
        "6x7x4g, 3x4x3g, 3x5x3g, 3x6x3g, 3x7x3g, 3x8x3g, 4x4x3g, 4x5x3g, 4x6x3g, 4x7x3g, 4x8x3g",
        "5x4x3g, 5x5x3g, 5x6x3g, 5x7x3g, 6x4x3g, 6x5x3g, 6x6x3g, 7x4x3g, 7x5x3g, 8x4x3g",
        "3x3x3g misere",
        # without
        "3x3x2, 3x4x3, 3x5x3, 3x8x3, 4x4x3, 5x5x3, 4x9x4, 5x6x4, 5x7x4, 6x6x4, 7x7x4, 8x8x4",
    ),
    KnownResult(Side.O): (
        "4x6x4g, 4x8x4g, 6x6x4g, 3x4x3g misere, 4x4x3g misere, 4x4x4g misere, 3x4x3 misere",
    ),
    KnownResult(Side.X, "Allis 1994"): ("15x15x5, 19x19x5",),
    KnownResult(Side.X, "Wágner, Virág 2001"): ("15x15x5 renju",),
    KnownResult(Side.X, "Tromp 2006"): (
        "5x8x4g, 5x9x4g, 5x10x4g, 5x11x4g, 6x10x4g, 7x6x4g, 7x8x4g, 7x9x4g, 8x7x4g, 9x6x4g",
        "9x8x4g, 10x7x4g, 11x6x4g",
    ),
    KnownResult(Side.O, "Tromp 2006"): (
        "4x9x4g, 4x10x4g, 4x11x4g, 4x12x4g, 6x8x4g, 6x9x4g, 8x6x4g, 8x8x4g, 10x6x4g, 12x6x4g",
    ),
}
"""The boards that one side wins, by winner and source."""
KNOWN_RESULTS: Final = {
    board: result for result, rows in _LISTS.items() for row in rows for board in row.split(", ")
}
"""The known winner of each board, by its name."""


def known_result(rules: Rules) -> KnownResult | None:
    """Return who is known to win a board, and the source. None for a draw or if it is unknown.

    >>> known_result(Rules.parse("gomoku")), known_result(Rules.parse("tictactoe"))
    (KnownResult(winner=Side.X, paper='Allis 1994'), None)
    """
    turned = rules
    if not rules.gravity:  # a board that is turned by 90 degrees is the same game
        turned = replace(rules, rows=rules.columns, columns=rules.rows)
    return KNOWN_RESULTS.get(str(rules)) or KNOWN_RESULTS.get(str(turned))


def known_winner(rules: Rules) -> Side | None:
    """Return who is known to win with best play, X moving first. None for a draw or if unknown.

    >>> known_winner(Rules.parse("connect4")), known_winner(Rules.parse("tictactoe"))
    (Side.X, None)
    """
    found = known_result(rules)
    return found.winner if found else None
