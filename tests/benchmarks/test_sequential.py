"""A match that stops by itself: seldom wrong, soon where the truth is plain."""

from __future__ import annotations

import random
from statistics import mean

import pytest

from benchmarks.sequential import Sequential


def decided(score: float, seed: int) -> Sequential:
    """A match of a player with a true score, a fifth of whose games are drawn, to its end."""
    rng = random.Random(seed)
    points, odds = (1.0, 0.5, 0.0), (score - 0.1, 0.2, 0.9 - score)
    match = Sequential(0.4, 0.5)
    while match.verdict is None:
        match.add(*rng.choices(points, odds, k=2))
    return match


@pytest.mark.parametrize("truth", [0.4, 0.5])
def test_both_errors_are_as_rare_as_wanted(truth: float) -> None:
    """One match in twenty may be wrong, and chance adds a few in three hundred."""
    wrong = sum(decided(truth, seed).verdict != truth for seed in range(300))
    assert wrong <= 24


def test_a_plain_difference_takes_fewer_games() -> None:
    """A player far better than both claims needs fewer games than one at the better of them."""
    plain = mean(decided(0.7, seed).pairs for seed in range(50))
    close = mean(decided(0.5, seed).pairs for seed in range(50))
    assert plain < close / 2


def test_nothing_is_told_before_games_are_played() -> None:
    """Nor by a single pair."""
    match = Sequential(0.4, 0.5)
    assert match.verdict is None
    match.add(1, 1)
    assert match.verdict is None
    assert match.score == 1


def test_sides_may_be_exchanged() -> None:
    """The other player's match says the opposite."""
    one, other = Sequential(0.4, 0.6), Sequential(0.4, 0.6)
    for first, second in ((1, 0.5), (0.5, 0.5), (1, 0)):
        one.add(first, second)
        other.add(1 - first, 1 - second)
    assert one.evidence == pytest.approx(-other.evidence)
