"""The course of a game: what becomes of the stones where they do not all stay (`Rules.plain`).

In vanishing each side has at most three marks. A new mark needs a free tile; then, if it is the
fourth of its side, the oldest goes; then lines count. So what stands are the last six marks,
whoever moves, and a *state*, all that matters for what follows, is their tiles, the oldest first:

     ply    1  2  3  4  5  6  7  8
     tile   5  1  9  3  7  2  6  4
                 └─ state ──────┘       the 9 goes with ply 9, the 3 with ply 10

Where the same state comes with the same side to move for the third time, the game is drawn.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

State = tuple[int, ...]
"""The tiles of the marks that stand, the oldest first."""

_SIDES: Final = 2
MARKS: Final = 3
"""How many marks of a side stand at most."""
_STANDING: Final = _SIDES * MARKS
_TWICE: Final = 2


def state(tiles: State) -> State:
    """What stands after marks have been put on tiles."""
    return tiles[-_STANDING:]


def lasting(tiles: State) -> State:
    """What still stands of each side once it has put its next mark, without that mark."""
    return tiles[-_SIDES * (MARKS - 1) :]


def fading(tiles: State) -> int | None:
    """The tile whose mark goes with the next move; None where none does."""
    return tiles[-_STANDING] if len(tiles) >= _STANDING else None


def is_repeated(tiles: State) -> bool:
    """Whether the state after these moves has come for the third time."""
    now, newest = tiles[-_STANDING:], tiles[-1:]
    same = 0
    for end in range(len(tiles), _STANDING - 1, -_SIDES):  # asked at each move: no list is made
        if tiles[end - 1 : end] == newest and tiles[end - _STANDING : end] == now:
            same += 1
    return same > _TWICE


def worn(tiles: State) -> frozenset[tuple[int, State]]:
    """The states that have come twice, each with how many plies had been played, modulo 2."""
    return frozenset(one for one, count in Counter(_came(tiles)).items() if count >= _TWICE)


def _came(tiles: State) -> list[tuple[int, State]]:
    """The states so far from the first with all marks on, in which any may come again."""
    ends = range(_STANDING, len(tiles) + 1)
    return [(end % _SIDES, tiles[end - _STANDING : end]) for end in ends]
