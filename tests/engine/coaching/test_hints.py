"""What is told in hints, each sentence as a reader takes it, on boards of all kinds."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import (
    Level,
    Limit,
    Position,
    Reason,
    ReasonKind,
    Rules,
    analyse,
    choose,
    decode_game,
    explain,
    reasons_for,
)
from tests.engine.boards import wander
from tests.engine.coaching.claims.explanations import untruths

K = ReasonKind
LIMIT = Limit(nodes=3000)
RENJU_FOUL = (
    "15x15x5r:113-81-52-79-48-23-63-19-64-76-3-34-77-18-47-91-46-107-51-10-96-93-62-109-68-32-53-"
    "106-2-94-20-24-5-67"
)
PLIES = {
    "6x7x4g": 26,
    "5x5x4g": 18,
    "4x4x4": 12,
    "3x3x3": 7,
    "15x15x5": 28,
    "renju": 28,
    "5x4x3g misere": 14,
    "4x5x4": 14,
}
"""The boards, and how many stones stand there at most."""
SLOW = {"15x15x5": 6, "renju": 4}
"""How many of a hundred hints are on the boards where they take long."""
A_FEW = {"15x15x5": 2, "renju": 2}
"""How many quick tests try on the boards where they take long."""
LEVELS = (None, Level.EASY, Level.MEDIUM, Level.HARD)
"""Who plays the games; None moves at random."""


def of_a_game(rules: Rules, most: int, rng: random.Random) -> Position:
    """An unfinished position of a game of some level, or at random."""
    level, plies = rng.choice(LEVELS), rng.randrange(most + 1)
    position = wander(rules, min(plies, 2), rng)
    while position.ply < plies:
        move = choose(position, level, rng=rng) if level else rng.choice(position.legal)
        after = position.play(move)
        if after.outcome is not None:
            break
        position = after
    return position


def share(board: str, count: int) -> int:
    """How many of so many hints on all boards are on this one."""
    others = (100 - sum(SLOW.values())) // (len(PLIES) - len(SLOW))
    return count * SLOW.get(board, others) // 100


def false_hints(board: str, count: int, seed: str = "") -> list[str]:
    """What is false in so many hints on a board."""
    rng, found = random.Random(f"{board}{seed}"), []
    for _ in range(count):
        position = of_a_game(Rules.parse(board), PLIES[board], rng)
        analysis = analyse(position, LIMIT)
        wrong = untruths(position, analysis, explain(position, analysis, LIMIT))
        found += [f"{position}: {words}" for words in wrong]
    return found


@pytest.mark.parametrize("board", PLIES)
def test_hints_are_true(board: str) -> None:
    """Of a few hints on each board nothing is false."""
    assert false_hints(board, A_FEW.get(board, 6)) == []


@pytest.mark.thorough
@pytest.mark.parametrize("board", PLIES)
def test_many_hints_are_true(board: str) -> None:
    """Nor of 100 on all boards."""
    assert false_hints(board, share(board, 100), "many") == []


@pytest.mark.long
@pytest.mark.parametrize("board", PLIES)
def test_very_many_hints_are_true(board: str) -> None:
    """Nor of 20,000 on all boards."""
    assert false_hints(board, share(board, 20_000), "very many") == []


@pytest.mark.parametrize(
    "code, untold",
    [
        ("6x7x4g:3-5-5-5-3-3-4-1-4", {K.HANGING_THREAT}),
        ("6x7x4g:5-4-4-5-5-4-5-6-5-5-4-6-4-6-6-3-2-4-6-6", {K.ZUGZWANG, K.HANGING_THREAT}),
        ("6x7x4g:3-5-1-4-7-4-4-5-5-3-4-3-4-4", {K.STOPS_HANGING_THREAT}),
        ("6x7x4g:6-6-2-5-3-5-4-1-5-4-3-3-4-5-6-4-2-3-6-3-3-5-4-4-5", {K.ZUGZWANG}),
        (RENJU_FOUL, {K.HANGING_THREAT, K.FORK_NEXT}),
    ],
)
def test_untrue_reasons_are_not_told(code: str, untold: set[ReasonKind]) -> None:
    """Where a threat lies on theirs, is blocked, stood before, or several columns stay open."""
    position = decode_game(code)
    limit = Limit(nodes=20_000)
    analysis = analyse(position, limit)
    told = explain(position, analysis, limit)
    assert untruths(position, analysis, told) == []
    assert not untold & {reason.kind for reason in told.reasons}


def test_no_fork_is_prepared_on_a_foul() -> None:
    """X may not play where the fork would be a foul, and nothing hangs without gravity."""
    position = decode_game(RENJU_FOUL)
    for move in position.legal:
        after = position.play(move)
        for reason in reasons_for(position, move):
            assert reason.kind is not K.HANGING_THREAT
            assert reason.kind is not K.FORK_NEXT or reason.tiles[0] not in after.fouls_of_x


def test_zugzwang_is_told_where_the_other_columns_are_full() -> None:
    """At the end of the line the other side has one column left, and our threat lies in it."""
    position = decode_game("6x7x4g:4-2-5-3-6-7-4-4-3-6-2-5-2-4-5-4-4-2-1-1-5-2-5-5-2")
    limit = Limit(nodes=20_000)
    analysis = analyse(position, limit)
    told = explain(position, analysis, limit)
    assert untruths(position, analysis, told) == []
    assert told.reasons[0].kind is K.ZUGZWANG


def test_no_threat_waits_where_a_line_loses() -> None:
    """In misere the other side is glad of the last column under a line of ours."""
    position = decode_game("5x4x3gm:1-2-2-1-4-2-2-4-1-1-2-1-4")
    analysis = analyse(position, LIMIT)
    assert untruths(position, analysis, explain(position, analysis, LIMIT)) == []


def test_the_fork_that_is_named_is_what_comes_otherwise() -> None:
    """Where the other side would win by something else on that cell, that is not told."""
    moves = "113-112-142-140-126-94-64-84-128-156-116-172-124-188-204-185-125-127-143"
    position = decode_game(f"15x15x5r:{moves}")
    analysis = analyse(position, LIMIT)
    assert untruths(position, analysis, explain(position, analysis, LIMIT)) == []


def test_two_threats_above_each_other_are_the_reason() -> None:
    """The line ends on the upper one, because the lower one had to be taken."""
    position = decode_game("6x7x4g:5-4-4-5-5-4-5-6-5-5-4-6-4-6-6-3-2-4-6-6")
    told = explain(position, analyse(position, Limit(nodes=20_000)), LIMIT)
    assert (told.move, told.reasons[0].kind) == (2, K.STACKED_HANGING)
    assert told.reasons[0].tiles == (24, 17)


def test_two_threats_are_the_reason_where_the_lower_one_is_left() -> None:
    """The line ends there if the other side plays elsewhere."""
    position = decode_game("6x7x4g:6-5-4-4-5-3-3-3-4-3-4-4-5-6-6-5-3-5")
    analysis = analyse(position, Limit(nodes=20_000))
    told = explain(position, analysis, LIMIT)
    assert untruths(position, analysis, told) == []
    assert (told.reasons[0].kind, told.reasons[0].tiles) == (K.STACKED_STANDING, (28, 21))


def test_a_hint_in_a_lost_position_stops_a_line() -> None:
    """They complete another one with their next move, but might overlook it."""
    position = decode_game("6x7x4g:2-2-3-4-4-4-5-2-2-5-4-2-5-6-3-3-3-5-3")
    told = explain(position, analyse(position, LIMIT), LIMIT)
    assert told.verdict.plies == 2
    assert told.reasons[0].kind is K.BLOCKS


def test_of_a_win_in_sight_nothing_vague_is_told() -> None:
    """On how many lines the stone lies helps nobody who wins in three."""
    position = decode_game("6x7x4g:6-5-4-4-5-3-3-3-4-3-4-4-5-6-6-5-3-5")
    told = explain(position, analyse(position, LIMIT), LIMIT)
    vague = replace(told, reasons=(Reason(K.OPEN_LINES, count=1),))
    assert vague.idea(6) is vague.idea() is None
    assert vague.idea(4) == vague.reasons[0]
