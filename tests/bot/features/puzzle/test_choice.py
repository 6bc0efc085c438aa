"""Which puzzle of the collection is chosen."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from random import Random

from bot.features.puzzle.choice import NEAREST, WEEK, near
from engine import PRESETS, PuzzleEntry, Theme, puzzle_collection

LADDER = [PuzzleEntry(n, 10 * n, Theme.WIN, PRESETS["connect4"], 2) for n in range(1, 201)]
"""Puzzles of strength 10 to 2000."""


def test_those_nearest_to_the_strength_are_drawn_among() -> None:
    """Each of them comes now and then, and no other."""
    drawn = {near(LADDER, {}, 1000, (), Random(seed)) for seed in range(500)}
    assert drawn == set(range(100 - NEAREST // 2, 101 + NEAREST // 2))


def test_of_many_equal_ones_each_may_come() -> None:
    """Not only those with the lowest numbers."""
    equal = [replace(entry, strength=1000) for entry in LADDER]
    assert max(near(equal, {}, 1000, (), Random(seed)) for seed in range(20)) > NEAREST


def test_none_comes_twice_while_there_are_others() -> None:
    """And when all have been, it begins anew."""
    used = set(range(2, 201))
    assert near(LADDER, {}, 2000, used, Random(1)) == 1
    assert near(LADDER, {}, 2000, used | {1}, Random(1)) > 200 - NEAREST


def test_what_people_made_of_a_puzzle_counts() -> None:
    """Not what it was thought to be."""
    strengths = dict.fromkeys(range(1, 101), 5000.0)
    assert near(LADDER, strengths, 500, (), Random(1)) > 100


def test_the_collection_has_enough_for_each_day_of_the_week() -> None:
    """What is drawn for a day is harder than what is drawn for the day before."""
    drawn = [
        {near(puzzle_collection().entries, {}, wanted, (), Random(seed)) for seed in range(200)}
        for wanted in WEEK
    ]
    strengths = [[puzzle_collection()[n].strength for n in numbers] for numbers in drawn]
    for easier, harder in pairwise(strengths):
        assert sum(easier) / len(easier) < sum(harder) / len(harder)
        assert max(easier) <= min(harder) + 100
