"""What others have found of whole games, with where it is from: outside facts to test against.

Each line has a value for the first player, the ply on which a perfect game ends where that is known
(a draw ends with a full board), and games, rows before columns, `g` with gravity.

- Without gravity: W.-J. Hsu et al., "Solving m,n,k-games", TCS 815 (2020); gomoku: L. V. Allis,
  "Searching for solutions in games and artificial intelligence" (1994).
- With gravity: J. Tromp's table of Connect Four by board size.
- All but gomoku, and misère games, were recomputed with a solver that shares no code with ours.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from engine import Rules

_FACTS: Final = """
win 5: 4x4x3 5x5x3
win 7: 3x4x3 3x5x3
win 11: 5x6x4 6x6x4 5x7x4 7x7x4 8x8x4
win: 3x8x3 4x9x4 15x15x5
draw: 3x3x3 4x4x4 4x5x4 4x6x4 4x7x4 4x8x4 5x5x4
draw: 4x6x5 4x7x5 5x5x5 5x6x5 5x8x5 5x9x5 5x10x5 6x6x5 6x7x5 6x8x5 7x7x5
draw: 6x6x6 7x7x6 7x8x6 7x7x7 8x8x7 8x8x8
draw: 3x3x3g 4x3x3g 5x3x3g 6x3x3g 7x3x3g 8x3x3g
draw: 4x4x4g 4x5x4g 4x7x4g 5x4x4g 5x5x4g 5x6x4g 5x7x4g 6x4x4g 6x5x4g 7x4x4g 7x5x4g 8x4x4g
draw: 8x5x4g 9x4x4g 5x4x5g 4x5x5g 4x6x5g 4x7x5g 4x8x5g 5x5x5g 5x6x5g
win 9: 3x4x3g 3x5x3g 3x6x3g 3x7x3g 3x8x3g 4x4x3g 4x5x3g 4x6x3g 4x7x3g 4x8x3g
win 9: 5x5x3g 5x6x3g 5x7x3g 6x5x3g 6x6x3g 7x5x3g
win 11: 5x4x3g 6x4x3g 7x4x3g 8x4x3g
win 39: 5x8x4g
win 41: 6x7x4g 7x6x4g
loss 24: 4x6x4g
loss 32: 4x8x4g
loss 36: 4x9x4g 6x6x4g
draw: 3x3x3-misere
win: 3x3x3g-misere
loss: 3x4x3-misere 3x4x3g-misere 4x4x4g-misere 4x4x3g-misere
"""


class Fact(NamedTuple):
    """What the first player gets with best play, and on which ply the game ends, if known."""

    value: str
    plies: int | None


def _read() -> dict[Rules, Fact]:
    found = {}
    for line in _FACTS.strip().splitlines():
        verdict, _, games = line.partition(": ")
        value, _, plies = verdict.partition(" ")
        for game in games.split():
            rules = Rules.parse(game.replace("-", " "))
            ends = rules.cells if value == "draw" else None
            found[rules] = Fact(value, int(plies) if plies else ends)
    return found


KNOWN: Final = _read()
"""By game."""
