"""The benchmark of accuracies."""

from __future__ import annotations

import random

import pytest

from benchmarks.accuracy import LADDER, LOST, WON, in_order, measured, play
from engine import Limit, Rules

RULES = Rules(3, 3, 3)


def test_a_game_is_played_to_its_end() -> None:
    """The same one for the same seed."""
    ends = [play(RULES, "random", "easy", random.Random(3)) for _ in range(2)]
    assert ends[0].outcome is not None
    assert ends[0].moves == ends[1].moves


def test_accuracy_tells_the_stronger_player() -> None:
    """On 3x3 each level is measured above the one below it, and winners above losers."""
    means = measured(RULES, 40, 1, Limit(nodes=1))
    assert set(means) == {*LADDER, WON, LOST}
    assert in_order(means)
    assert means["perfect"] == 100


@pytest.mark.parametrize(
    "means, right",
    [
        ({"random": 30, "easy": 40}, True),
        ({"random": 40, "easy": 30}, False),
        ({"hard": 80, "perfect": 80}, False),
        ({WON: 30, LOST: 40}, False),
    ],
)
def test_a_wrong_order_is_noticed(means: dict[str, float], right: bool) -> None:
    """Equal means are as wrong as reversed ones."""
    assert in_order(means) is right
