"""Judging moves."""

from __future__ import annotations

import pytest

from engine import (
    IllegalMoveError,
    Judgement,
    Limit,
    Mistake,
    Rules,
    Verdict,
    analyse,
    judge,
    review,
)
from engine.position import Position
from engine.review import mistake

TICTACTOE = Rules(3, 3, 3)


def test_a_game_of_mistakes() -> None:
    """Each move is judged by what it turned the game into, for the side that made it."""
    judgements = review(TICTACTOE, [1, 2, 4, 7, 6, 5, 9])
    assert [judgement.mistake for judgement in judgements] == [
        Mistake.NONE,
        Mistake.LOSING,
        Mistake.NONE,
        Mistake.NONE,
        Mistake.BLUNDER,
        Mistake.NONE,
        Mistake.NONE,
    ]
    assert judgements[4].best == 5
    assert judgements[4].before == Verdict.win(3)
    assert judgements[4].after.value == "loss"
    assert [judgement.ply for judgement in judgements] == list(range(1, 8))


@pytest.mark.parametrize("moves", [[1, 4, 2, 5, 3], [1, 2, 3, 5, 4, 6, 8, 7, 9], [5, 1]])
def test_before_is_the_truth_and_after_what_was_played(moves: list[int]) -> None:
    """Both verdicts are those of an exact analysis, to the end of the game."""
    position = Position.start(TICTACTOE)
    for judgement, move in zip(review(TICTACTOE, moves), moves, strict=True):
        analysis = analyse(position)
        assert judgement.before == analysis.verdict
        assert judgement.after == analysis.verdicts[move]
        position = position.play(move)


@pytest.mark.parametrize("moves", [[1, 4, 2, 5, 3], [1, 2, 4, 7, 6, 5, 9], [5, 1]])
def test_a_game_can_be_judged_move_by_move(moves: list[int]) -> None:
    """From the last move to the first it gives what a review of the whole game does."""
    later = None
    for ply, judgement in reversed(list(enumerate(review(TICTACTOE, moves)))):
        later = judge(Position.from_moves(TICTACTOE, moves[:ply]), moves[ply], later=later)
        assert later == judgement


def test_a_proof_outranks_the_estimate_of_what_followed() -> None:
    """Whatever a shallow search thought of the reply, a lost position stays lost."""
    lost = Position.from_moves(TICTACTOE, [1, 2, 4])
    even = Verdict.estimate(0)
    reply = Judgement(5, 5, even, even, 5, Mistake.NONE)
    judgement = judge(lost, 3, later=reply)
    assert (judgement.before.value, judgement.after.value) == ("loss", "loss")
    assert judgement.mistake is Mistake.NONE


def test_a_move_that_cannot_be_played_is_not_judged() -> None:
    """It is refused as by the position."""
    with pytest.raises(IllegalMoveError):
        judge(Position.from_moves(TICTACTOE, [5]), 5)


def test_misere_is_judged_by_its_own_aim() -> None:
    """In misere completing a line is the blunder."""
    judgements = review(Rules(3, 3, 3, misere=True), [5, 1, 9, 2, 6, 3])
    assert judgements[-1].after == Verdict.loss(1)
    assert judgements[-1].mistake is not Mistake.NONE


def test_an_unproved_game_is_judged_by_estimates() -> None:
    """Leaving four in a row open is a mistake on any board; a good opening is none."""
    moves = [113, 1, 114, 2, 115, 3, 116, 4]
    judgements = review(Rules(15, 15, 5), moves, Limit(nodes=2000))
    assert judgements[0].mistake is Mistake.NONE
    assert judgements[3].mistake not in {Mistake.NONE, Mistake.SLOWER}
    assert judgements[-2].after == Verdict.win(3)


@pytest.mark.parametrize(
    "before, after, kind",
    [
        (Verdict.win(3), Verdict.win(3), Mistake.NONE),
        (Verdict.win(3), Verdict.win(5), Mistake.SLOWER),
        (Verdict.loss(6), Verdict.loss(4), Mistake.SLOWER),
        (Verdict.win(3), Verdict.draw(4), Mistake.MISSED_WIN),
        (Verdict.win(3), Verdict.estimate(100), Mistake.MISSED_WIN),
        (Verdict.win(3), Verdict.loss(2), Mistake.BLUNDER),
        (Verdict.draw(4), Verdict.loss(2), Mistake.LOSING),
        (Verdict.draw(4), Verdict.draw(4), Mistake.NONE),
        (Verdict.estimate(0), Verdict.loss(2), Mistake.ERROR),
        (Verdict.estimate(9000), Verdict.estimate(0), Mistake.ERROR),
        (Verdict.estimate(3000), Verdict.estimate(0), Mistake.INACCURACY),
        (Verdict.estimate(100), Verdict.estimate(0), Mistake.NONE),
    ],
)
def test_kinds(before: Verdict, after: Verdict, kind: Mistake) -> None:
    """The kind of a mistake follows from the verdicts before and after."""
    assert mistake(before, after) is kind


def test_nothing_has_no_sign() -> None:
    """An even position is worth 0 to both sides, written alike."""
    even = Verdict.estimate(0)
    later = Judgement(2, 81, even, even, 81, Mistake.NONE)
    judgement = judge(Position.start(Rules(9, 9, 5)), 1, Limit(nodes=1), later)
    assert repr(judgement.after.score) == "0.0"


def test_an_impossible_game_is_refused() -> None:
    """A game that cannot be played cannot be judged."""
    with pytest.raises(IllegalMoveError):
        review(TICTACTOE, [1, 1])
