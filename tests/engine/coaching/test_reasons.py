"""Why a move is good, held against plain definitions."""

from __future__ import annotations

import random

import pytest

from engine import Position, Reason, ReasonKind, Rules, decode_game
from engine.coaching.reasons import first_order, order, reasons_for
from engine.thinking.analysis import WEAK
from tests.engine.boards import wander
from tests.engine.coaching.claims.reasons import is_true

K = ReasonKind
TOLD = [
    ("3x3x3:1-5-2", 3, Reason(K.BLOCKS, (1, 2, 3), ((1, 2, 3),))),
    ("3x3x3:1-5-9", 2, Reason(K.PREVENTS_FORK, (3, 7), ((8,),))),
    ("3x3x3:1", 5, Reason(K.CENTRE, (5,))),
    ("4x4x4:1-9-11-16-6-8", 4, Reason(K.PAIRS, (), ((13, 14),))),
    ("4x4x4:4-12-15-10-9-7", 6, Reason(K.NO_LINES_LEFT, count=4)),
    ("4x4x4:6-7", 10, Reason(K.BUILDS, (6,), ((6, 10),), 1)),
    ("4x4x4:6-7", 10, Reason(K.STOPS_BUILDING, (7,), ((7, 10),), 1)),
    ("3x3x3:1-5-9", 3, Reason(K.STOPS_DOUBLE_THREAT, (2, 6), ((1, 2, 3), (3, 6, 9)))),
    ("4x4x4:1-5-2", 3, Reason(K.STOPS_FOUR, (4,), ((1, 2, 3, 4),))),
    ("5x4x3g:4-1-4-4", 2, Reason(K.STOPS_STACKED_THREATS, (19, 15), ((17, 18, 19), (12, 15, 18)))),
    ("5x4x3g:2-2-3-1", 1, Reason(K.AVOIDS, (3,), ((11, 14, 17),))),
    ("6x7x4g:1-7-1-7-1", 1, Reason(K.BLOCKS, (15, 22, 29, 36), ((15, 22, 29, 36),))),
    ("6x7x4g:5-1-6", 4, Reason(K.STOPS_OPEN_FOUR, (38, 42), ((39, 40, 41),))),
    ("6x7x4g:5-4-5-2-2", 4, Reason(K.STOPS_HANGING_THREAT, (31,), ((30, 31, 32, 33),))),
    ("6x7x4g:5-4-5-7-1-3-1-5-2-5-2-6-7-3-4", 3,
     Reason(K.STOPS_HANGING_THREAT, (18,), ((18, 24, 30, 36),))),
    ("6x7x4g:4-4-2-5-7-5-3-3", 2, Reason(K.AVOIDS, (6,), ((31, 32, 33, 34),))),
    ("6x7x4g:5-5-5-3-3", 3, Reason(K.FOLLOWS_UP, (31,))),
    ("6x7x4g:4-3-5-4-5-5-4", 1, Reason(K.WAITING_THREAT, (20,), ((20, 26, 32, 38),))),
    ("4x5x4:1", 8, Reason(K.CENTRE)),
    ("6x7x4g:", 4, Reason(K.CENTRE, (39,))),
    ("6x7x4g:", 4, Reason(K.OPEN_LINES, count=7)),
    ("3x3x3:", 5, Reason(K.OPEN_LINES, (5,), count=4)),
    ("15x15x5:113-1-114-15-115", 116, Reason(K.STOPS_OPEN_THREE, (), ((113, 114, 115),))),
    ("15x15x5:113-1-114", 115, Reason(K.PREVENTS_OPEN_THREE, (), ((113, 114, 115),))),
    ("15x15x5:113-112-114-1-115-3-131-5-146", 116,
     Reason(K.STOPS_FOUR_THREE, (117,), ((113, 114, 115, 116, 117), (116, 131, 146)))),
    ("15x15x5:113-1-115-3-129-5-144", 114,
     Reason(K.STOPS_DOUBLE_THREE, (), ((113, 114, 115), (114, 129, 144)))),
    ("15x15x5:99-130-101-117", 115, Reason(K.BUILDS, (99, 101), ((99, 115), (101, 115)), 2)),
    ("3x3x3m:1-2-3-5", 7, Reason(K.LEAVES, count=3)),
    ("3x3x3m:1-2-3-5-4", 9, Reason(K.AVOIDS, (8,))),
]  # fmt: skip
"""A game, a move, and one of the reasons for it."""

BOARDS = [
    *("3x3", "4x4x4", "4x4x3", "4x5x4", "5x5x4", "6x6x4", "6x6x5", "7x7x5", "9x9x5", "9x9x6"),
    *("connect4", "gomoku", "5x4x3g", "6x6x4g", "5x5x4g", "8x9x5g", "4x4x3g", "3x5x2", "4x4x2g"),
    *("3x3 misere", "4x4x3 misere", "5x4x3g misere", "6x7x4g misere"),
]


@pytest.mark.parametrize("code, move, expected", TOLD)
def test_reasons(code: str, move: int, expected: Reason) -> None:
    """The reason is told, and true by the plain definition."""
    position = decode_game(code)
    assert expected in reasons_for(position, move)
    assert is_true(position, move, expected)


def test_the_last_move_of_misere_leaves_nothing_to_complete() -> None:
    """The board is full: nobody moves after it."""
    position = decode_game("5x4x4gm:4-3-4-4-3-3-4-3-1-1-1-1-4-2-3-1-2-2-2")
    assert reasons_for(position, 2) == []


@pytest.mark.parametrize(
    "code, move, kind",
    [
        ("3x3x3:1-5-2", 6, K.BLOCKS),
        ("3x3x3:1-5-9", 3, K.PREVENTS_FORK),
        ("3x3x3:4-8-5-3", 1, K.PREVENTS_FORK),
        ("6x7x4g:4-4-2-5-7-5-3-3", 6, K.AVOIDS),
        ("15x15x5:113-1-114-15-115", 117, K.STOPS_OPEN_THREE),
        ("15x15x5:113-1-114-15-115", 116, K.PREVENTS_FORK),
        ("15x15x5:113-1-115-3-116-5", 117, K.FOUR_THREE),
        ("7x7x5:46-8-31-20-26-19-38-11-23-32-1-16-3-22-10-45-29", 18, K.FOUR_THREE),
        ("6x7x4g:5-5-5-3", 3, K.FOLLOWS_UP),
        ("15x15x5:1-2-3-4-5", 113, K.CENTRE),
        ("6x7x4g:4-4-4-4-4-4-3-3-3-3-3-3-5-5-5-5-5-5", 2, K.CENTRE),
        ("6x6x4g:", 3, K.CENTRE),
        ("4x4x4:4-14-1-12-11-7-6", 2, K.STOPS_DOUBLE_THREAT),
        ("6x7x4g:3-5-5-5-3-3-4-1-4", 4, K.HANGING_THREAT),
        ("6x7x4g:3-5-1-4-7-4-4-5-5-3-4-3-4-4", 1, K.STOPS_HANGING_THREAT),
        ("4x4x3m:1-2-3", 4, K.AVOIDS),
        ("4x5x4:8-14-17-10-1-7-2-15-5", 3, K.PAIRS),
        ("3x3x3:5-1", 3, K.PAIRS),  # one is told, not two
        ("3x3x3:", 1, K.OPEN_LINES),  # on three, and the centre on four
        ("6x7x4g:", 3, K.OPEN_LINES),
    ],
)
def test_near_misses_of_a_reason_are_not_told(code: str, move: int, kind: ReasonKind) -> None:
    """Near misses: another cell, a side that wins first, a three that its own four closes, or
    that it leaves no time for since the answer is a threat."""
    assert kind not in [reason.kind for reason in reasons_for(decode_game(code), move)]


def test_a_threat_that_waits_is_told_only_where_nothing_is_proved() -> None:
    """What is proved is decided by something else."""
    position = decode_game("6x7x4g:4-3-5-4-5-5-4")
    assert K.WAITING_THREAT in [reason.kind for reason in reasons_for(position, 1)]
    assert K.WAITING_THREAT not in [reason.kind for reason in reasons_for(position, 1, "draw")]


def test_a_line_says_all() -> None:
    """Of a move that wins nothing else is said."""
    assert [reason.kind for reason in reasons_for(decode_game("3x3x3:1-4-2-5"), 3)] == [K.WINS]


def test_the_most_telling_reason_comes_first() -> None:
    """Reasons are sorted by how telling they are."""
    found = reasons_for(decode_game("3x3x3:1-5-2"), 3)
    assert [order(reason) for reason in found] == sorted(map(order, found))
    assert found[0].kind is K.BLOCKS


@pytest.mark.parametrize("kind", sorted(WEAK, key=str))
def test_an_effect_of_nearly_every_move_is_a_weak_reason(kind: ReasonKind) -> None:
    """No weak reason says what a stone makes."""
    assert kind.value.startswith(("stops", "open lines", "closes lines"))


def check_reasons(rules: Rules, positions: int, moves: int, rng: random.Random) -> int:
    """Hold what is said of random moves in random positions against the plain definitions."""
    told = 0
    for _ in range(positions):
        position = wander(rules, rng.randrange(min(rules.cells, 40)), rng)
        told += check_position(position, moves, rng)
    return told


def check_position(position: Position, moves: int, rng: random.Random) -> int:
    """Hold what is said of random moves against the plain definitions; how much was said."""
    told = 0
    for move in rng.sample(position.legal, min(moves, len(position.legal))):
        for reason in reasons_for(position, move):
            told += 1
            assert is_true(position, move, reason), (position, move, reason)
    return told


@pytest.mark.parametrize("board", BOARDS)
def test_reasons_are_true(board: str) -> None:
    """Nothing that is said of some moves of random positions is false."""
    assert check_reasons(Rules.parse(board), 10, 3, random.Random(board))


@pytest.mark.thorough
@pytest.mark.parametrize("board", BOARDS)
def test_many_reasons_are_true(board: str) -> None:
    """The same for more positions of each board."""
    assert check_reasons(Rules.parse(board), 13, 8, random.Random(f"many {board}"))


def test_a_threat_they_must_answer_is_told_first() -> None:
    """A threat to win next, though the move also keeps them from one that would have to wait."""
    told = reasons_for(decode_game("6x7x4g:4-5-4-6-3-5"), 4)
    assert [reason.kind for reason in told[:2]] == [K.FOUR, K.STOPS_HANGING_THREAT]


def test_a_threat_that_is_simply_answered_speaks_least_for_a_move() -> None:
    """Of moves as good the one that stops something comes first, else fours would be wasted."""
    position = decode_game("6x7x4g:4-5-4-6-3-5")
    stops = Reason(K.STOPS_HANGING_THREAT)
    assert first_order(position, 4) == order(stops) < order(Reason(K.OPEN_THREE))


def test_no_line_is_built_that_they_win_on_first() -> None:
    """The other side would complete one on a cell of it, or on the way up to it."""
    position = decode_game("5x5x4g:3-4-4-4-3-3-4-2-2-2")
    rows = {reason.lines for reason in reasons_for(position, 3) if reason.kind is K.ROW}
    assert ((6, 7, 8, 9),) not in rows
