"""Chooses puzzles from the engine's collection by their strength.

The strength of a puzzle is on the scale of ratings: a person of that rating solves it at the first
try in half of the cases. The collection gives the strength that was measured with the engine's
levels; what people make of a puzzle moves it from there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from heapq import nsmallest
from random import Random
from typing import Final

from engine import PuzzleEntry

WEEK: Final = (900, 1050, 1200, 1350, 1550, 1750, 2000)
"""The strength of the puzzle of the day, from Monday to Sunday: it gets harder each day."""
NEAREST: Final = 30
"""How many puzzles of about the wanted strength the lot is drawn among."""


def near(
    entries: Iterable[PuzzleEntry],
    strengths: Mapping[int, float],
    wanted: float,
    used: Collection[int],
    rng: Random,
) -> int:
    """Draw one of the puzzles of about the wanted strength, of those not `used` if any is left.

    Returns its number. `strengths` are those by number that differ from the collection's.
    """
    of_all = tuple(entries)
    fresh = [entry for entry in of_all if entry.number not in used] or of_all

    def distance(entry: PuzzleEntry) -> tuple[float, float]:
        # Many are equally strong: the lot decides among them too, not the number.
        return abs(strengths.get(entry.number, entry.strength) - wanted), rng.random()

    return rng.choice(nsmallest(NEAREST, fresh, key=distance)).number
