"""What a stone makes."""

from __future__ import annotations

import pytest

from engine import Reason, ReasonKind, decode_game
from engine.coaching.lines import Lines, tiles_of
from engine.coaching.threats import builds, forks, made, open_three

K = ReasonKind
MADE = [
    ("3x3x3:1-4-2-5", 3, [Reason(K.WINS, (1, 2, 3), ((1, 2, 3),))]),
    ("3x3x3:1-2-3-4-7-6-9-8", 5, [Reason(K.WINS, (1, 5, 9), ((1, 5, 9), (3, 5, 7)))]),
    ("3x3x3:5-1", 3, [Reason(K.FOUR, (7,), ((3, 5, 7),))]),
    ("3x3x3:1-2-5-9", 4, [Reason(K.DOUBLE_THREAT, (6, 7), ((4, 5, 6), (1, 4, 7)))]),
    ("3x3x3:1-9", 7, [Reason(K.FOUR, (4,), ((1, 4, 7),))]),
    ("3x3x3:1-5", 6, [Reason(K.FORK_NEXT, (3,), ((1, 2, 3), (3, 6, 9)))]),
    ("4x4x3:6-1", 7, [Reason(K.OPEN_FOUR, (5, 8), ((6, 7),))]),
    ("4x4x4:6-7", 10, []),
    ("4x4x4:1-5-2-6", 3, [Reason(K.FOUR, (4,), ((1, 2, 3, 4),))]),
    ("6x7x4g:3-3-2-3", 4, [Reason(K.OPEN_FOUR, (36, 40), ((37, 38, 39),))]),
    ("6x7x4g:4-4-5-5-6-5", 2, []),
    ("6x7x4g:3-3-1-1-7-4-7", 4, [Reason(K.HANGING_THREAT, (30,), ((29, 30, 31, 32),))]),
    ("6x7x4g:3-3-1-1-4", 4, []),
    (
        "6x7x4g:5-4-4-5-5-4-5-6-5-5-4-6-4-6-6-3-2-4-6-6",
        2,
        [Reason(K.STACKED_HANGING, (24, 17), ((12, 18, 24, 30), (17, 18, 19, 20)))],
    ),
    ("5x4x3g:3-3-3-4", 1, [Reason(K.STACKED_THREATS, (18, 14), ((17, 18, 19), (11, 14, 17)))]),
    (
        "6x7x4g:2-6-6-6-4-1-3-2-3-6-2-3",
        4,
        [Reason(K.HANGING_THREAT, (33,), ((31, 32, 33, 34),))],
    ),
    ("15x15x5:113-1-114-15", 115, [Reason(K.OPEN_THREE, (), ((113, 114, 115),))]),
    ("15x15x5:113-112-114-15", 115, []),
    ("15x15x5:113-1-115-15", 116, [Reason(K.OPEN_THREE, (), ((113, 115, 116),))]),
    ("15x15x5:113-1-114-15-115-3", 116, [Reason(K.OPEN_FOUR, (112, 117), ((113, 114, 115, 116),))]),
    (
        "15x15x5:113-112-114-1-115-3",
        116,
        [Reason(K.FOUR, (117,), ((113, 114, 115, 116, 117),))],
    ),
    (
        "15x15x5:113-112-114-1-115-3-131-5-146-7",
        116,
        [
            Reason(
                K.FOUR_THREE,
                (117,),
                ((113, 114, 115, 116, 117), (116, 131, 146)),
            )
        ],
    ),
    (
        "15x15x5:113-1-115-3-129-5-144-7",
        114,
        [Reason(K.DOUBLE_THREE, (), ((113, 114, 115), (114, 129, 144)))],
    ),
    (
        "15x15x5:113-112-114-2-115-15-116-17-118-30",
        117,
        [Reason(K.WINS, (113, 114, 115, 116, 117, 118), ((113, 114, 115, 116, 117, 118),))],
    ),
]  # fmt: skip
"""A game, a move, and what it makes; readable codes."""


@pytest.mark.parametrize("code, move, expected", MADE)
def test_made(code: str, move: int, expected: list[Reason]) -> None:
    """A stone makes what a player would call it, with its tiles and lines, and nothing else."""
    position = decode_game(code)
    assert made(Lines.of(position), position.landing(move) - 1) == expected


def test_a_three_that_the_answer_closes_is_none() -> None:
    """A four with a gap beside a row of three is one threat: its answer closes the row too."""
    lines = Lines.of(decode_game("15x15x5:113-1-115-3-116-5"))
    (four,) = made(lines, 117 - 1)
    assert four.kind is K.FOUR
    assert four.tiles == (114,)


def test_a_stone_below_two_threats_of_its_own_is_a_fork() -> None:
    """Two threats that hang on top of each other come down by a stone under the lower one."""
    lines = Lines.of(decode_game("5x5x4g:3-5-4-4-4-2-3-2-5-1-4-3-4-5-3-3-5-1"))
    stacked = made(lines, 12 - 1)[0]
    assert (stacked.kind, stacked.tiles) == (K.STACKED_STANDING, (7, 2))
    assert 12 - 1 in forks(lines)


def test_a_gap_on_each_side_is_no_open_three() -> None:
    """Four stones with gaps make two fours by one more stone, but no row with two ends."""
    lines = Lines.of(decode_game("15x15x5:113-1-115-3-117-5-119-7"))
    assert not open_three(lines, 113 - 1, 0)


def test_forks_are_found_at_once() -> None:
    """Between two corners of its own a stone on either other corner is a fork."""
    assert [cell + 1 for cell in forks(Lines.of(decode_game("3x3x3:1-5-9")).swapped())] == [3, 7]


@pytest.mark.parametrize(
    "code, move, stones",
    [
        ("4x4x4:6-7", 10, [(6, 10)]),
        ("4x4x4:1-4-2-13-3", 16, [(4, 16), (13, 16)]),
        ("15x15x5:113-1", 114, [(113, 114)]),
        ("15x15x5:1-113", 2, []),
        ("15x15x5:99-1-101-3", 115, [(99, 115), (101, 115)]),
    ],
)
def test_builds(code: str, move: int, stones: list[tuple[int, ...]]) -> None:
    """A stone works with those in an open line with it, if the line amounts to something."""
    assert sorted(builds(Lines.of(decode_game(code)), move - 1)) == stones


def test_nothing_is_built_in_a_closed_line() -> None:
    """Stones that cannot be in one line any more do not work together."""
    lines = Lines.of(decode_game("4x4x4:1-2-3-16"))
    assert (1, 4) not in builds(lines, 4 - 1)
    assert tiles_of(lines.own) == (1, 3)
