"""How well a game was played."""

from __future__ import annotations

import pytest

from bot.match.accuracy import Accuracy, accuracy, evaluations, hastened, mistakes, mover
from engine import Judgement, Mistake, Rules, Side, Verdict, review

JUDGED = review(Rules(3, 3, 3), [1, 2, 4, 7, 6, 5, 9])
"""O errs with the second move, and X with the fifth."""


def test_accuracy_is_the_share_of_moves_that_gave_nothing_away() -> None:
    """Each player is measured by their own moves alone."""
    assert accuracy(JUDGED, Side.X) == Accuracy(good=3, moves=4)
    assert accuracy(JUDGED, Side.O) == Accuracy(good=2, moves=3)


def test_a_hundred_percent_means_every_move() -> None:
    """The share is rounded down, so that one mistake in a long game still shows."""
    assert Accuracy(good=180, moves=180).percent == 100
    assert Accuracy(good=179, moves=180).percent == 99
    assert Accuracy(good=2, moves=3).percent == 66


def test_mistakes_are_found_with_who_made_them() -> None:
    """X makes the moves of odd plies."""
    assert [(judged.ply, mover(judged)) for judged in mistakes(JUDGED)] == [
        (2, Side.O),
        (5, Side.X),
    ]


def test_a_slower_win_is_no_mistake() -> None:
    """Who wins later than they could still wins."""
    slow = review(Rules(3, 3, 3), [1, 2, 7, 4, 5, 6, 8, 9, 3])
    assert slow[6].mistake is Mistake.SLOWER
    assert [judged.ply for judged in mistakes(slow)] == [2]


@pytest.mark.parametrize(
    "before, after, much",
    [
        (Verdict.loss(12), Verdict.loss(4), True),
        (Verdict.loss(6), Verdict.loss(2), True),
        (Verdict.loss(4), Verdict.loss(2), False),
        (Verdict.win(3), Verdict.win(13), False),
    ],
)
def test_a_loss_that_is_hastened_much_is_half_a_good_move(
    before: Verdict, after: Verdict, much: bool
) -> None:
    """It is no mistake, since the result stays; a slower win costs nothing at all."""
    slower = Judgement(1, 5, before, after, 9, Mistake.SLOWER)
    fine = Judgement(3, 5, before, before, 5, Mistake.NONE)
    assert mistakes([slower, fine]) == ()
    assert hastened([slower, fine]) == ((slower,) if much else ())
    assert accuracy([slower, fine], Side.X) == Accuracy(good=1.5 if much else 2, moves=2)
    assert accuracy([slower, fine], Side.X).percent == (75 if much else 100)


def test_evaluations_are_those_of_x() -> None:
    """A move that wins for O is bad news for X, whoever made it."""
    values = evaluations(JUDGED)
    assert values[0] == 0
    assert all(value > 0.5 for value in values[1:4])
    assert all(value < -0.5 for value in values[4:6])
