"""Reasons in words: with the field's names where it has them, and the cells."""

from __future__ import annotations

import re

import pytest

from bot.show.text.reasons import ONE_SIDED, cell_name, reason_words
from engine import PRESETS, Reason, ReasonKind, Rules

ROW = (36, 37, 38, 39)
COLUMN = (14, 21, 28, 35)
LINE = (1, 2, 3)
SLOPE = (17, 25, 33, 41)


@pytest.mark.parametrize(
    "rules, reason, words",
    [
        ("connect4", Reason(ReasonKind.BLOCKS, ROW, (ROW,)), "blocks columns 1-2-3-4 in row 1"),
        ("connect4", Reason(ReasonKind.BLOCKS, COLUMN, (COLUMN,)), "blocks column 7"),
        (
            "connect4",
            Reason(ReasonKind.BLOCKS, SLOPE, (SLOPE,)),
            "blocks the diagonal 3-4-5-6 falling from row 4",
        ),
        (
            "connect4",
            Reason(ReasonKind.OPEN_FOUR, (36, 40), ((37, 38, 39),)),
            "makes 3 in a row, open at both ends",
        ),
        (
            "connect4",
            Reason(ReasonKind.ZUGZWANG, (19,), (SLOPE,)),
            "if all other columns fill up, they must play under your threat at column 5, row 4",
        ),
        (
            "connect4",
            Reason(ReasonKind.AVOIDS, (3, 5), (ROW, ROW)),
            "stays off 3, 5, where they could win right on top",
        ),
        (
            "gomoku",
            Reason(ReasonKind.OPEN_FOUR, (111, 116), ((112, 113, 114, 115),)),
            "makes an open four (g8-h8-i8-j8)",
        ),
        (
            "gomoku",
            Reason(ReasonKind.OPEN_THREE, (), ((112, 113, 114),)),
            "makes an open three (g8-h8-i8)",
        ),
        (
            "8x8",
            Reason(ReasonKind.FOUR_THREE, (), ((1, 2, 3, 4, 5), (1, 9, 17))),
            "makes a four and an open three at once (a1-b1-c1-d1-e1 + a1-a2-a3)",
        ),
        (
            "3x3 misere",
            Reason(ReasonKind.AVOIDS, (3,)),
            "stays off 3, which would complete a line and lose",
        ),
        (
            "4x4 misere",
            Reason(ReasonKind.AVOIDS, tuple(range(1, 8))),
            "stays off a1, b1, c1, …, which would complete a line and lose",
        ),
        (
            "connect4",
            Reason(ReasonKind.DOUBLE_THREAT, (), ((22, 30, 38), (38, 32, 26), (24, 30, 36))),
            "makes two threats at once (the diagonal 1-2-3 falling from row 3 + the diagonal "
            "3-4-5 rising from row 1)",
        ),
        (
            "connect4",
            Reason(ReasonKind.BLOCKS, (), ((39, 40, 41), (32, 33, 34))),
            "blocks columns 4-5-6 in row 1 + columns 4-5-6 in row 2",
        ),
        (
            "3x3 misere",
            Reason(ReasonKind.LEAVES, count=1),
            "leaves them 1 move that completes no line",
        ),
        (
            "3x3 misere",
            Reason(ReasonKind.LEAVES, count=0),
            "leaves them only moves that complete a line",
        ),
        (
            "connect4",
            Reason(ReasonKind.STOPS_BUILDING, (38,)),
            "gets in the way of their disc in column 3",
        ),
        (
            "connect4",
            Reason(ReasonKind.STOPS_BUILDING, (31, 38)),
            "gets in the way of their discs in column 3",
        ),
        (
            "connect4",
            Reason(ReasonKind.BUILDS, (38,)),
            "builds lines with the disc in column 3",
        ),
        (
            "3x3",
            Reason(ReasonKind.OPEN_LINES, (5,), count=4),
            "lies on 4 open lines, more than any other cell",
        ),
        ("3x3", Reason(ReasonKind.OPEN_LINES, count=2), "lies on 2 lines still open to you"),
        ("3x3", Reason(ReasonKind.NO_LINES_LEFT), "leaves them no line to complete"),
        (
            "3x3",
            Reason(ReasonKind.PAIRS, lines=((1, 2),)),
            "stops all their lines once you get 1 or 2: they can't take both",
        ),
    ],
)
def test_a_reason_in_words(rules: str, reason: Reason, words: str) -> None:
    """Lines by their tiles, or with gravity by their columns; threats by their cell."""
    assert reason_words(Rules.parse(rules), reason) == words


@pytest.mark.parametrize("kind", ReasonKind)
@pytest.mark.parametrize("rules", [*PRESETS.values(), Rules.parse("19x19x19"), Rules(3, 19, 3)])
def test_every_reason_has_words(kind: ReasonKind, rules: Rules) -> None:
    """However long its lines are, they are short, and no placeholder is left."""
    line = tuple(range(1, rules.goal + 1))
    lines = (line[:2],) if kind is ReasonKind.PAIRS else (line, line, line)
    words = reason_words(rules, Reason(kind, line[:3], lines, 2))
    assert 0 < len(words) < 250
    assert "{" not in words
    assert not words.endswith(".")


@pytest.mark.parametrize("kind", ReasonKind)
def test_words_for_one_side_alone_are_not_told_to_the_other(kind: ReasonKind) -> None:
    """The answer of the other side is not told in words such as “they”, which is the reader."""
    lines = (LINE[:2],) if kind is ReasonKind.PAIRS else (LINE, LINE)
    told = [
        reason_words(rules, Reason(kind, tiles, lines, 2))
        for rules in (*PRESETS.values(), Rules(6, 6, 4), Rules(3, 3, 3, misere=True))
        for tiles in ((), (3,), (3, 4))
    ]
    sides = re.compile(r"\b(they|them|their|you|your)\b")
    assert any(map(sides.search, told)) is (kind in ONE_SIDED)


def test_rows_are_counted_from_the_bottom() -> None:
    """The lowest cell of a column is in row 1, where the first disc falls."""
    rules = Rules.parse("connect4")
    assert cell_name(rules, 42) == "column 7, row 1"
    assert cell_name(rules, 1) == "column 1, row 6"
    assert cell_name(Rules.parse("gomoku"), 113) == "h8"
