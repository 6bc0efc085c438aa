"""What is said to come after a move that somebody asks about."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import (
    Comparison,
    Consequence,
    Limit,
    Position,
    ReasonKind,
    Rules,
    Verdict,
    analyse,
    consequence,
    decode_game,
    explain,
)
from engine.coaching.consequence import compared
from tests.engine.coaching.claims.consequences import untruths
from tests.engine.coaching.test_hints import A_FEW, PLIES, of_a_game, share

K = ReasonKind
LIMIT = Limit(nodes=3000)


def asked(position: Position, move: int, limit: Limit = LIMIT) -> Consequence:
    """What comes after a move, beside the recommended one."""
    analysis = analyse(position, limit)
    best = explain(position, analysis, limit)
    known = analysis.verdicts[move]
    return consequence(position, move, best.move, best.verdict, limit, known)


def false_answers(board: str, count: int, seed: str = "") -> list[str]:
    """What is false in so many answers on a board."""
    rng, found = random.Random(f"{board}{seed}"), []
    for _ in range(count):
        position = of_a_game(Rules.parse(board), PLIES[board], rng)
        move = rng.choice(position.legal)
        wrong = untruths(position, asked(position, move))
        found += [f"{position} {move}: {words}" for words in wrong]
    return found


@pytest.mark.parametrize("board", PLIES)
def test_answers_are_true(board: str) -> None:
    """Of a few answers on each board nothing is false."""
    assert false_answers(board, A_FEW.get(board, 6)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("board", PLIES)
def test_many_answers_are_true(board: str) -> None:
    """Nor of 50 on all boards."""
    assert false_answers(board, share(board, 50), "many") == []


@pytest.mark.long
@pytest.mark.parametrize("board", PLIES)
def test_very_many_answers_are_true(board: str) -> None:
    """Nor of 5,000 on all boards."""
    assert false_answers(board, share(board, 5_000), "very many") == []


@pytest.mark.parametrize(
    "code, move, line, kind",
    [
        ("3x3x3:9-4-1-6", 2, (5,), K.WINS),
        ("3x3x3:6-8-1", 3, (4,), K.DOUBLE_THREAT),
        ("6x7x4g:3-4-4-4-3-3-4-7-3-5-5", 7, (6,), K.BLOCKS),
        ("6x7x4g:2-4-4-6-5-5-4-4-5-5-5-3-3-3-2-3-3-4", 4, (2,), K.DOUBLE_THREAT),
    ],
)
def test_a_consequence_tells_what_punishes_a_move(
    code: str, move: int, line: tuple[int, ...], kind: K
) -> None:
    """They win, make two threats, or take the win away: as the board shows it."""
    found = asked(decode_game(code), move)
    assert (found.line, found.reason and found.reason.kind) == (line, kind)


def test_a_move_that_is_as_good_has_no_answer() -> None:
    """On the empty board of tic-tac-toe every move draws."""
    found = asked(Position.start(Rules.parse("3x3")), 2)
    assert found.comparison is Comparison.EQUAL
    assert (found.line, found.reason) == ((), None)


def test_a_move_that_ends_the_game_is_told_by_its_end() -> None:
    """A line wins, in misère it loses."""
    assert asked(decode_game("3x3x3:1-4-2-5"), 3).verdict.value == "win"
    assert asked(decode_game("3x3x3m:1-4-2-5"), 3).verdict.value == "loss"


def test_a_win_far_away_is_no_consequence() -> None:
    """A win in 21 plies beside a loss in 32: nobody at the board sees either."""
    found = asked(decode_game("6x7x4g:4-3-4-7-1-6-6-7"), 6, Limit(nodes=20_000))
    assert found.comparison is Comparison.WORSE
    assert not found.loses_soon
    assert not found.spoils


def test_the_distance_of_an_end_is_told_within_the_horizon() -> None:
    """The same loss in six plies: a beginner sees four, a newcomer six."""
    found = Consequence(2, Verdict.loss(6), 5, Verdict.draw(None), (5,))
    assert found.loses_soon
    assert not replace(found, horizon=4).loses_soon


WIN, LOSS, DRAW, GUESS = Verdict.win(9), Verdict.loss(8), Verdict.draw(12), Verdict.estimated(0.0)


@pytest.mark.parametrize(
    "found, best, comparison",
    [
        (DRAW, DRAW, Comparison.EQUAL),
        (WIN, WIN, Comparison.EQUAL),
        (Verdict.loss(32), Verdict.loss(32), Comparison.EQUAL),
        (Verdict.win(21), WIN, Comparison.WINS_LATER),
        (Verdict.win(21), Verdict.win(25), Comparison.WINS_TOO),
        (Verdict.win(None), WIN, Comparison.WINS_TOO),
        (Verdict.loss(22), Verdict.loss(24), Comparison.LOSES_SOONER),
        (LOSS, Verdict.loss(None), Comparison.LOSES_TOO),
        (DRAW, WIN, Comparison.WORSE),
        (LOSS, DRAW, Comparison.WORSE),
        (WIN, GUESS, Comparison.WINS),
        (GUESS, GUESS, Comparison.LOOKS_EQUAL),
        (DRAW, GUESS, Comparison.LOOKS_EQUAL),
        (GUESS, DRAW, Comparison.LOOKS_EQUAL),
        (GUESS, WIN, Comparison.LOOKS_WORSE),
        (LOSS, GUESS, Comparison.LOOKS_WORSE),
        (Verdict.estimated(-0.2), GUESS, Comparison.LOOKS_WORSE),
    ],
)
def test_two_proofs_are_compared_and_all_else_is_an_estimate(
    found: Verdict, best: Verdict, comparison: Comparison
) -> None:
    """By what they are worth, then by how soon it ends; a proof beside none tells how it looks."""
    assert compared(found, best) is comparison
