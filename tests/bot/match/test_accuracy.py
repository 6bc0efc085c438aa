"""How well a game was played."""

from __future__ import annotations

import pytest

from bot.match.accuracy import (
    Accuracy,
    accuracy,
    evaluations,
    given_away,
    hastened,
    mistakes,
    move_accuracy,
    mover,
    win_percent,
)
from engine import Judgement, Mistake, Position, Rules, Side, Verdict, review
from tests.bot.builders import crowded

RULES = Rules(3, 3, 3)
GAME = Position.from_moves(RULES, [1, 2, 4, 7, 6, 5, 9])
JUDGED = review(RULES, GAME.moves)
"""O errs with the second move, and X with the fifth."""


def estimate(score: float) -> Verdict:
    """An estimate on the scale of a verdict."""
    return Verdict(None, None, score)


def judged(before: Verdict, after: Verdict, ply: int = 1) -> Judgement:
    """A move that made the one of the other."""
    worse = win_percent(after) < win_percent(before)
    return Judgement(ply, 1, before, after, 2, Mistake.ERROR if worse else Mistake.NONE)


def test_a_proved_value_is_a_certain_chance() -> None:
    """A win is all of it, a draw half, a loss none, however far away."""
    verdicts = (Verdict.win(3), Verdict.win(None), Verdict.draw(5), Verdict.loss(2))
    assert list(map(win_percent, verdicts)) == [100, 100, 50, 0]


def test_an_estimate_is_less_than_certain() -> None:
    """Even is half, the chances of both sides make a whole, and no estimate is as good as a win."""
    assert win_percent(estimate(0)) == 50
    assert win_percent(estimate(0.2)) + win_percent(estimate(-0.2)) == pytest.approx(100)
    assert 50 < win_percent(estimate(0.1)) < win_percent(estimate(0.5)) < 100


def test_a_move_is_as_bad_as_what_it_gave_away() -> None:
    """A won game lost is worse than a draw lost, and that is worse than a lead that shrank."""
    moves = [
        judged(Verdict.win(3), Verdict.win(7)),
        judged(estimate(0.2), estimate(0.15)),
        judged(Verdict.draw(3), Verdict.loss(2)),
        judged(Verdict.win(3), Verdict.loss(2)),
    ]
    found = [move_accuracy(move) for move in moves]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 4
    assert (found[0], found[-1]) == (100, 0)


def test_accuracy_is_of_one_player_s_moves() -> None:
    """Each is measured by their own moves alone, and an error costs whoever made it."""
    assert accuracy(GAME, JUDGED, Side.X) == Accuracy(percent=54, moves=3)
    assert accuracy(GAME, JUDGED[:1], Side.O) is None
    x = accuracy(GAME, JUDGED[:4], Side.X)
    assert x == Accuracy(percent=100, moves=2)


def test_moves_in_a_lost_position_do_not_raise_accuracy() -> None:
    """Moves in a lost position do not count, nor does the last free tile."""
    won = Position.from_moves(RULES, [1, 4, 2, 5, 3])
    lost = accuracy(won, review(RULES, won.moves), Side.O)
    assert lost is not None
    assert lost.moves == 1
    full = Position.from_moves(RULES, [5, 1, 3, 7, 4, 6, 2, 8, 9])
    assert accuracy(full, review(RULES, full.moves), Side.X) == Accuracy(percent=100, moves=4)


def test_a_hundred_percent_means_every_move() -> None:
    """One slip in a long game still shows."""
    level = judged(estimate(0), estimate(0))
    slip = judged(estimate(0.001), estimate(0))
    game = crowded(Rules.parse("19x19x19"))
    moves = [Judgement(ply, 1, level.before, level.after, 1, Mistake.NONE) for ply in range(1, 113)]
    assert accuracy(game, moves, Side.X) == Accuracy(percent=100, moves=56)
    moves[10] = Judgement(11, 1, slip.before, slip.after, 2, Mistake.INACCURACY)
    assert accuracy(game, moves, Side.X) == Accuracy(percent=99, moves=56)


def test_nothing_is_gained_by_a_move() -> None:
    """Where a later look saw more, the move gave away nothing."""
    assert given_away(judged(estimate(0), Verdict.win(3))) == 0


def test_mistakes_are_found_with_who_made_them() -> None:
    """X makes the moves of odd plies."""
    assert [(judged.ply, mover(judged)) for judged in mistakes(JUDGED)] == [
        (2, Side.O),
        (5, Side.X),
    ]


def test_a_slower_win_is_no_mistake() -> None:
    """A player who wins later than possible still wins."""
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
def test_a_loss_that_is_hastened_much_is_worth_a_word(
    before: Verdict, after: Verdict, much: bool
) -> None:
    """It is no mistake, since the result stays; a slower win is not even that."""
    slower = Judgement(1, 5, before, after, 9, Mistake.SLOWER)
    fine = Judgement(3, 5, before, before, 5, Mistake.NONE)
    assert mistakes([slower, fine]) == ()
    assert hastened([slower, fine]) == ((slower,) if much else ())


def test_evaluations_are_those_of_x() -> None:
    """A move that wins for O is bad news for X, whoever made it."""
    values = evaluations(JUDGED)
    assert values[0] == 0
    assert all(value > 0.5 for value in values[1:4])
    assert all(value < -0.5 for value in values[4:6])
