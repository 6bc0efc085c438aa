"""Reviews on boards that brute force cannot solve, compared with much longer searches."""

from __future__ import annotations

import random

import pytest

from engine import (
    Judgement,
    Level,
    Limit,
    Mistake,
    Position,
    Rules,
    Verdict,
    analyse,
    choose,
    review,
)
from tests.thorough import long, thorough

NODES = {"connect4": 3000, "8x8x4": 3000, "9x9x5": 2000, "15x15x5": 2000}
"""Boards, and the nodes for each search of a long test."""
LONGER = 20
"""How many times as long the other search is."""
SURE = 4
"""How many times as long a move is searched for itself before one is blamed by a proof."""


def played(game: str, number: int) -> Position:
    """The end of a game between beginners, the same for the same number."""
    rng = random.Random(f"{game} {number}")
    position = Position.start(Rules.parse(game))
    while position.outcome is None:
        level = rng.choice((Level.EASY, Level.MEDIUM, Level.MEDIUM))
        position = position.play(choose(position, level, rng=rng))
    return position


def after(position: Position, move: int, nodes: int) -> Verdict:
    """What a search of its own says of a move."""
    led_to = position.play(move)
    if led_to.outcome is not None:
        return Verdict.draw(1) if led_to.outcome.winner is None else Verdict.win(1)
    return analyse(led_to, Limit(nodes=nodes), every=False).verdict.one_ply_earlier()


def agree(told: Verdict, other: Verdict) -> bool:
    """Whether two verdicts may both be true."""
    if told.value is None or other.value is None:
        return True
    return told.value == other.value and (
        told.plies == other.plies or None in {told.plies, other.plies}
    )


def is_blamed(judged: Judgement) -> bool:
    """Whether the move is a mistake that changes the result or the estimate."""
    return judged.mistake not in {Mistake.NONE, Mistake.SLOWER}


def check_review(game: str, number: int, nodes: int, longer: int) -> None:
    """Compare the review of a game with longer searches of each position, move and best move."""
    end = played(game, number)
    judgements = review(end.rules, end.moves, Limit(nodes=nodes))
    position, lost = Position.start(end.rules), False
    for judged in judgements:
        whole = analyse(position, Limit(nodes=longer * nodes), every=False).verdict
        best = after(position, judged.best, longer * nodes)
        assert agree(judged.before, whole), judged
        assert agree(judged.before, best) or judged.before.value is None, judged
        assert agree(judged.after, after(position, judged.move, longer * nodes)), judged
        if is_blamed(judged):
            assert not lost, "the move before was proved to win"
            assert judged.best != judged.move
            if judged.before.value is None and judged.after.value == "loss":
                assert after(position, judged.best, SURE * nodes).value != "loss", judged
            if judged.before.value == "win" and judged.after.value is None:
                assert after(position, judged.move, SURE * nodes).value != "win", judged
        lost = judged.after.value == "win"
        position = position.play(judged.move)


@pytest.mark.parametrize("game", [*list(NODES)[:2], *thorough("9x9x5"), *long("15x15x5")])
def test_a_review_and_a_longer_search_agree(game: str) -> None:
    """What a review tells as proved, a longer search does not refute, and nobody is blamed for
    a loss where the move named as best is seen to lose as well."""
    check_review(game, 0, 300, 4)


@pytest.mark.parametrize("game", [*thorough("8x8x4"), *long("connect4", "9x9x5", "15x15x5")])
def test_a_review_and_a_much_longer_search_agree(game: str) -> None:
    """The same with more nodes, and with twenty times as many for the other search."""
    check_review(game, 1, NODES[game], LONGER)


@pytest.mark.long
@pytest.mark.parametrize("game", NODES)
@pytest.mark.parametrize("number", range(2, 8))
def test_many_reviews_and_much_longer_searches_agree(game: str, number: int) -> None:
    """The same for more games."""
    check_review(game, number, NODES[game], LONGER)
