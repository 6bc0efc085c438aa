"""Scores order and hold their distance."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.thinking import score

plies = st.integers(1, 361)
estimates = st.integers(-score.ESTIMATE_LIMIT, score.ESTIMATE_LIMIT)


@given(plies, plies, estimates)
def test_order(near: int, far: int, estimate: int) -> None:
    """Sooner wins come first, later losses before sooner ones, estimates between."""
    near, far = sorted((near, far))
    assert score.win_in(near) >= score.win_in(far) > estimate
    assert estimate > score.loss_in(far) >= score.loss_in(near)


@given(plies)
def test_distances_read_back(plies: int) -> None:
    """A proved score holds its distance, and fits 16 bits."""
    for proved in (score.win_in(plies), score.loss_in(plies)):
        assert score.plies_to_end(proved) == plies
        assert abs(proved) < 2**15


@given(plies, estimates)
def test_one_ply_earlier(plies: int, estimate: int) -> None:
    """A ply before a win there is a loss one ply longer; an estimate changes its sign."""
    assert score.one_ply_earlier(score.win_in(plies)) == score.loss_in(plies + 1)
    assert score.one_ply_earlier(score.loss_in(plies)) == score.win_in(plies + 1)
    assert score.one_ply_earlier(estimate) == -estimate
