"""What a look some plies ahead tells of each move."""

from __future__ import annotations

import random

import pytest

from engine import Limit, Rules
from engine.alphabeta.survey import survey
from tests.engine.boards import wander
from tests.engine.brute_force import truth


@pytest.mark.parametrize("game", ["4x4x3", "4x4x4", "4x4g", "3x4x3 misere"])
def test_a_look_sees_what_happens_within_it(game: str) -> None:
    """Each move that wins or loses within so many plies is told so, and when."""
    rng = random.Random(game)
    told = 0
    for _ in range(8):
        position = wander(Rules.parse(game), rng.randint(7, 9), rng)
        if position.outcome is not None:
            continue
        known = truth(position)
        for depth in (1, 2, 4):
            for move, seen in survey(position, Limit(depth=depth)).items():
                value, plies = known[move]
                decided = value != "draw" and plies <= depth
                told += decided
                if decided:
                    assert (seen.verdict.value, seen.verdict.plies) == (value, plies)
    assert told > 10
