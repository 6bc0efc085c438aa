"""Elo by maximum likelihood."""

from __future__ import annotations

import pytest

from benchmarks.elo import Tally, ratings


def test_three_points_in_four_are_191_elo() -> None:
    """The formula, where the games are many."""
    found = ratings({("strong", "weak"): Tally(75_000, 0, 25_000)}, "weak")
    assert found["strong"].points == pytest.approx(1190.8, abs=0.1)
    assert found["weak"].points == 1000
    assert found["strong"].error == pytest.approx(1.27, abs=0.01)


def test_a_draw_is_half_a_point() -> None:
    """Half of the games won and half drawn is as good as three of four won."""
    won = ratings({("a", "b"): Tally(75, 0, 25)}, "b")
    drawn = ratings({("a", "b"): Tally(50, 50, 0)}, "b")
    assert won == drawn


def test_differences_add_up() -> None:
    """Results that fit one scale are explained exactly, whoever has played whom."""
    tallies = {
        ("b", "a"): Tally(100_000, 0, 10_000),
        ("c", "b"): Tally(100_000, 0, 10_000),
        ("c", "a"): Tally(1_000_000, 0, 10_000),
    }
    found = ratings(tallies, "b")
    assert found["c"].points == pytest.approx(1400, abs=0.1)
    assert found["a"].points == pytest.approx(600, abs=0.1)


def test_a_player_who_never_lost_has_a_strength() -> None:
    """A large one, with a large error."""
    found = ratings({("winner", "loser"): Tally(10, 0, 0)}, "loser")["winner"]
    assert 1300 < found.points < 2000
    assert found.error > 100
