"""Verdicts order, and results travel."""

from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Limit, Memory, Position, Reason, ReasonKind, Rules, Verdict, analyse, decode_game
from engine.thinking import score
from engine.thinking.analysis import Analysis, RootMove, Value
from engine.thinking.score import DRAW, loss_in, win_in

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


@pytest.mark.parametrize(
    "verdicts, expected",
    [
        ([Verdict.win(3), Verdict.win(5), Verdict.loss(2)], Verdict.win(3)),
        ([Verdict.win(3), Verdict.estimate(0)], replace(Verdict.win(3), plies=None)),
        ([Verdict.win(3), Verdict.win(None)], replace(Verdict.win(3), plies=None)),
        ([Verdict.draw(9), Verdict.draw(9), Verdict.loss(2)], Verdict.draw(9)),
        ([Verdict.draw(9), Verdict.loss(None)], Verdict.draw(9)),
        ([Verdict.draw(9), Verdict.estimate(-100)], Verdict.estimate(0)),
        ([Verdict.loss(4), Verdict.loss(2)], Verdict.loss(4)),
        ([Verdict.loss(4), Verdict.loss(None)], replace(Verdict.loss(4), plies=None)),
        ([Verdict.estimate(100), Verdict.draw(9)], Verdict.estimate(100)),
    ],
)
def test_a_position_is_worth_what_all_its_moves_prove(
    verdicts: list[Verdict], expected: Verdict
) -> None:
    """One move proves a win; a draw, a loss or a distance needs the proofs of all."""
    reason = Reason(ReasonKind.ESTIMATE)
    found = Analysis(1, dict(enumerate(verdicts, 1)), (1,), reason, False, 1, 1, 0.0)
    assert found.verdict == expected


@pytest.mark.parametrize(
    "code, nodes",
    [
        ("4x5x4:9-19-20-15-8-14-13-17-16-7", 24),
        ("4x5x4m:9-5-7-16-14-19-20-13-15-18-10-1", 1217),
    ],
)
def test_a_move_that_draws_proves_no_draw(code: str, nodes: int) -> None:
    """Where the others are estimated a draw of the best is not the value of the position: a win."""
    position = decode_game(code)
    analysis = analyse(position, Limit(nodes=nodes), every=False)
    assert analysis.verdicts[analysis.best].value == "draw"
    assert not analysis.settled
    assert analysis.verdict == Verdict.estimate(0)
    assert analyse(position, Limit()).verdict.value == "win"


@given(plies, plies, estimates)
def test_a_move_is_worth_the_reverse_of_what_it_leads_to(
    near: int, far: int, estimate: int
) -> None:
    """What is best for the one side is worst for the other, a ply further from the end."""
    assert Verdict.win(near).one_ply_earlier() == Verdict.loss(near + 1)
    assert Verdict.loss(near).one_ply_earlier() == Verdict.win(near + 1)
    assert Verdict.draw(near).one_ply_earlier() == Verdict.draw(near + 1)
    assert Verdict.estimate(estimate).one_ply_earlier() == Verdict.estimate(-estimate)
    for units in (score.win_in(far), score.loss_in(far)):
        bound = Verdict.proved(units, 361, exact=False).one_ply_earlier()
        later = Verdict.proved(score.one_ply_earlier(units), 361, exact=False)
        assert (bound.value, bound.plies) == (later.value, None)
        assert bound.score == pytest.approx(later.score)


@given(st.floats(-2, 2))
def test_an_estimate_keeps_to_its_part_of_the_scale(wanted: float) -> None:
    """Whatever score it is made of, it ranks below all wins and above all losses."""
    made = Verdict.estimated(wanted)
    assert (made.value, made.plies) == (None, None)
    assert abs(made.score) == min(abs(wanted), 0.5)
    assert Verdict.loss(361).score < made.score < Verdict.win(361).score


@pytest.mark.parametrize(
    "value, plies, outside",
    [
        (None, None, -0.992),
        (None, None, 0.501),
        (None, 4, 0.0),
        ("win", 3, 0.5),
        ("win", 3, 1.001),
        ("draw", 3, 0.1),
        ("loss", 3, -0.5),
        ("loss", 3, float("nan")),
    ],
)
def test_no_verdict_has_a_score_of_another(
    value: Value | None, plies: int | None, outside: float
) -> None:
    """Each value has its own part of the scale, and only what is proved has a distance."""
    with pytest.raises(ValueError, match="does not belong"):
        Verdict(value, plies, outside)


@pytest.mark.parametrize("unknown", [Verdict.win(None), Verdict.loss(None)])
def test_an_unknown_distance_stays_a_proof_however_often_it_is_handed_back(
    unknown: Verdict,
) -> None:
    """After a whole game on the largest board it still ranks above or below every estimate."""
    for _ in range(361):
        unknown = unknown.one_ply_earlier()
        assert abs(unknown.score) > Verdict.estimated(1).score


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


GAME = Position.from_moves(Rules(15, 15, 5), [113, 114, 98])


def test_a_game_that_goes_on_is_remembered() -> None:
    """By one move or more, or by none."""
    memory = Memory()
    assert memory.recall(GAME) is None
    memory.keep(GAME, "found")
    assert memory.recall(GAME) == "found"
    assert memory.recall(GAME.play(99).play(128).play(143)) == "found"


def test_another_game_begins_anew() -> None:
    """A move taken back is another game, as is the same one by other rules."""
    memory = Memory()
    memory.keep(GAME, "found")
    assert memory.recall(Position.from_moves(GAME.rules, GAME.moves[:2])) is None
    assert memory.recall(Position.from_moves(GAME.rules, [113, 114, 97, 99])) is None
    assert memory.recall(Position.from_moves(Rules(15, 15, 4), GAME.moves)) is None
