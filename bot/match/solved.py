"""Which games are solved: who wins with best play, and who has found it.

If Kinarow's own search solves a board, that is the source, even if somebody solved it earlier:
`python -m benchmarks.proofs` writes those results (`solved.txt`) from its proofs, with
docs/proofs.md. The others are from papers and tables:

    Allis 1994           L. V. Allis, "Searching for Solutions in Games and Artificial Intelligence"
    Wágner, Virág 2001   J. Wágner and I. Virág, "Solving Renju" (ICGA Journal 24)
    Patashnik 1980       O. Patashnik, "Qubic: 4 x 4 x 4 Tic-Tac-Toe" (Mathematics Magazine 53);
                         L. V. Allis and P. N. A. Schoo, "Qubic Solved Again" (1992)
    Tromp 2006           J. Tromp, "John's Connect Four Playground" (2006 on): boards with gravity
                         whose rows and columns add up to at most 15
    Steininger           C. Steininger, github.com/ChristopheSteininger/c4, extends that table
    Steele, Larremore    Steele and Larremore, arXiv 2410.05551
    2024
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import Final

from engine import Rules, Side, Variant

FILE: Final = "solved.txt"
"""What the engine has proved itself: a line for each board, its name and its value."""
VALUES: Final = {"first": Side.X, "second": Side.O, "draw": None}
"""Who wins, by the words of that file."""


@dataclass(frozen=True, slots=True)
class KnownResult:
    """Who wins with best play, None for a draw; X moves first.

    `paper` is None if Kinarow's own search proved it.
    """

    winner: Side | None
    paper: str | None = None


_TROMP: Final = "Tromp 2006"
_STEININGER: Final = "Steininger"
_PUBLISHED: Final = {
    KnownResult(Side.X, "Allis 1994"): "15x15x5, 19x19x5",
    KnownResult(Side.X, "Wágner, Virág 2001"): "15x15x5 renju",
    KnownResult(Side.X, "Patashnik 1980, Allis 1992"): "4x16x4 cube",
    KnownResult(Side.O, "Steele, Larremore 2024"): "6x7x4g misere",
    KnownResult(Side.X, _TROMP): "5x9x4g, 5x10x4g, 7x8x4g, 8x7x4g, 9x6x4g",
    KnownResult(Side.O, _TROMP): "4x9x4g, 4x10x4g, 4x11x4g, 6x8x4g, 6x9x4g, 8x6x4g",
    KnownResult(None, _TROMP): "7x7x4g, 9x5x4g, 10x4x4g, 10x5x4g, 11x4x4g",
    KnownResult(Side.X, _STEININGER): "5x11x4g, 6x10x4g, 7x9x4g, 9x8x4g, 10x7x4g, 11x6x4g",
    KnownResult(Side.O, _STEININGER): "4x12x4g, 8x8x4g, 10x6x4g, 12x6x4g",
    KnownResult(None, _STEININGER): "9x7x4g, 11x5x4g, 12x4x4g, 12x5x4g, 13x4x4g, 13x5x4g",
}
"""The boards that others have solved, by result and source."""


@cache
def known_results() -> dict[str, KnownResult]:
    """The known result of each board, by its name."""
    found = {board: result for result, boards in _PUBLISHED.items() for board in boards.split(", ")}
    for line in files(__package__).joinpath(FILE).read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            board, _, value = line.rpartition(" ")
            found[board] = KnownResult(VALUES[value])
    return found


def known_result(rules: Rules) -> KnownResult | None:
    """Return what is known of a board, and the source; None if nothing is.

    >>> known_result(Rules.parse("gomoku")), known_result(Rules.parse("tictactoe"))
    (KnownResult(winner=Side.X, paper='Allis 1994'), KnownResult(winner=None, paper=None))
    """
    results, turned = known_results(), rules
    # a board that is turned by 90 degrees is the same game
    if not rules.gravity and rules.variant is not Variant.CUBE:
        turned = replace(rules, rows=rules.columns, columns=rules.rows)
    return results.get(str(rules)) or results.get(str(turned))


def known_winner(rules: Rules) -> Side | None:
    """Return who is known to win with best play, X moving first. None for a draw or if unknown.

    >>> known_winner(Rules.parse("connect4")), known_winner(Rules.parse("tictactoe"))
    (Side.X, None)
    """
    found = known_result(rules)
    return found.winner if found else None
