"""What is proved of a move of the root."""

from __future__ import annotations

import pytest

from engine import Verdict
from engine.thinking.root_move import RootMove
from engine.thinking.score import DRAW, loss_in, win_in

EMPTY = 12
"""Free cells of the board."""
GUESS = Verdict.estimate(500)


def test_nothing_proved_is_an_estimate() -> None:
    """Between the soonest loss and the soonest win any score is possible."""
    root = RootMove(1)
    assert [root.proved, root.won, root.lost] == [False, False, False]
    assert root.verdict(EMPTY, GUESS) == GUESS


def test_bounds_only_narrow() -> None:
    """A weaker bound than one that is known changes nothing."""
    root = RootMove(1)
    root.prove_at_least(-100)
    root.prove_at_least(-200)
    root.prove_at_most(100)
    root.prove_at_most(200)
    assert (root.low, root.high) == (-100, 100)
    root.prove(7)
    assert root.proved


def test_a_bound_beyond_all_estimates_has_no_distance() -> None:
    """A win within some plies wins, a loss within some plies loses; how soon is not told."""
    won, lost = RootMove(1, low=win_in(7)), RootMove(2, high=loss_in(6))
    assert won.won
    assert lost.lost
    assert won.verdict(EMPTY, GUESS) == Verdict("win", None, Verdict.win(7).score)
    assert lost.verdict(EMPTY, GUESS) == Verdict("loss", None, Verdict.loss(6).score)


@pytest.mark.parametrize(
    "verdict, low, high",
    [
        (Verdict.win(5), win_in(5), win_in(5)),
        (Verdict.loss(4), loss_in(4), loss_in(4)),
        (Verdict.draw(EMPTY), DRAW, DRAW),
        (Verdict.win(None), win_in(EMPTY), win_in(1)),
        (Verdict.loss(None), loss_in(1), loss_in(EMPTY)),
        (GUESS, loss_in(1), win_in(1)),
    ],
)
def test_a_verdict_of_another_search_is_taken_up(verdict: Verdict, low: int, high: int) -> None:
    """A distance makes it exact; without one the board's last ply is the latest."""
    root = RootMove(1)
    root.adopt_proved(verdict, EMPTY)
    assert (root.low, root.high) == (low, high)
