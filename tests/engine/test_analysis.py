"""Verdicts order, and results travel."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import (
    Limit,
    Position,
    Reason,
    ReasonKind,
    Rules,
    Verdict,
    analyse,
    decode_game,
    score,
)

plies = st.integers(1, 361)
estimates = st.integers(-2 * score.ESTIMATE_LIMIT, 2 * score.ESTIMATE_LIMIT)


@given(plies, plies, estimates)
def test_verdicts_order_like_scores(near: int, far: int, estimate: int) -> None:
    """A verdict's score puts sooner wins first, later losses last but one, all within [-1, 1]."""
    near, far = sorted((near, far))
    ordered = [
        Verdict.win(near),
        Verdict.win(far),
        Verdict.estimate(estimate),
        Verdict.loss(far),
        Verdict.loss(near),
    ]
    scores = [verdict.score for verdict in ordered]
    assert scores == sorted(scores, reverse=True)
    assert all(-1 <= number <= 1 for number in scores)
    assert scores[1] > scores[2] > scores[3]


@given(plies)
def test_proved_scores_become_verdicts(plies: int) -> None:
    """An exact score gives the verdict with its distance; a bound keeps it to itself."""
    assert Verdict.proved(score.win_in(plies), 9) == Verdict.win(plies)
    assert Verdict.proved(score.loss_in(plies), 9) == Verdict.loss(plies)
    assert Verdict.proved(score.DRAW, 9) == Verdict.draw(9)
    bound = Verdict.proved(score.win_in(plies), 9, exact=False)
    assert (bound.value, bound.plies) == ("win", None)
    assert bound.score == Verdict.win(plies).score


def test_pickle_reads_back() -> None:
    """An analysis survives pickle, and so does a reason."""
    analysis = analyse(Position.start(Rules(3, 3, 3)))
    assert pickle.loads(pickle.dumps(analysis)) == analysis
    reason = Reason(ReasonKind.BLOCKS, (1, 2, 3))
    assert pickle.loads(pickle.dumps(reason)) == reason


@pytest.mark.parametrize("code", ["3x3x3:5", "6x7x4g:4-4-3", "9x9x5:41-42"])
def test_equal_searches_are_equal(code: str) -> None:
    """The same search gives an equal analysis of the same hash, however long it took."""
    first, second = (analyse(decode_game(code), Limit(nodes=500)) for _ in range(2))
    assert first == second
    assert hash(first) == hash(second)
    assert replace(first, seconds=first.seconds + 1) == first
