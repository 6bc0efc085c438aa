"""Pairing strategies: pairs of cells that stop every line, whichever of a pair the other takes.

A. W. Hales and R. I. Jewett, "Regularity and Positional Games" (1963): who answers each stone on
a cell of a pair with one on the other never lets a line be completed that holds a whole pair.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from engine.coaching.lines import Window, cells_of

_MOST_WINDOWS: Final = 12
"""With more lines a pairing is nothing that a person keeps in mind."""


def pairing(free: int, windows: Sequence[Window]) -> tuple[int, ...]:
    """Pairs of free cells, a bit each, one within every window; () where there is no such choice.

    No cell is in two pairs.
    """
    if len(windows) > _MOST_WINDOWS:
        return ()
    wanted = sorted({window.cells & free for window in windows}, key=int.bit_count)
    return _paired(wanted, (), 0) or ()


def _paired(wanted: list[int], pairs: tuple[int, ...], taken: int) -> tuple[int, ...] | None:
    """Pairs for the first of the wanted sets of cells, and then for the others."""
    if not wanted:
        return pairs
    cells, *others = wanted
    if any(pair & ~cells == 0 for pair in pairs):
        return _paired(others, pairs, taken)
    for one, other in combinations(cells_of(cells & ~taken), 2):
        pair = 1 << one | 1 << other
        if (found := _paired(others, (*pairs, pair), taken | pair)) is not None:
            return found
    return None
