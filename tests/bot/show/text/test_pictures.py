"""Pictures in words."""

from __future__ import annotations

import pytest

from bot.show.overlay import Overlay
from bot.show.text.pictures import ALT_LIMIT, alt_text, chart_alt_text, replay_alt_text
from engine import Position, Rules
from tests.bot.builders import ALL_RULES, crowded, half_full, position


@pytest.mark.parametrize(
    "rules, moves, text",
    [
        ("3x3", [], "Tic-tac-toe. The board is empty. X, your turn; free: 1 2 3 4 5 6 7 8 9."),
        (
            "3x3",
            [5],
            "Tic-tac-toe. X on 5. Last move: X on 5; O, your turn; free: 1 2 3 4 6 7 8 9.",
        ),
        (
            "3x3",
            [1, 4, 2, 5, 3],
            "Tic-tac-toe. X on 1, 2, 3; O on 4, 5. Last move: X on 3 completes 1-2-3; X wins.",
        ),
        (
            "connect4",
            [4, 4, 3],
            "Connect Four. Columns from the bottom up: 3: X; 4: X, O. "
            "Last move: X in column 3; O, your turn; free columns: 1 2 3 4 5 6 7.",
        ),
        (
            "gomoku",
            [113, 98],
            "Gomoku. X on h8; O on h7. Last move: O on h7; X, your turn; 223 free tiles. "
            "X is black, O is white.",
        ),
    ],
)
def test_every_stone_has_its_place(rules: str, moves: list[int], text: str) -> None:
    """The words name each stone, the last move, and whose turn it is or who has won."""
    assert alt_text(position(rules, moves)) == text


@pytest.mark.parametrize(
    "rules, moves, overlay, text",
    [
        (
            "3x3",
            [1, 5, 2],
            Overlay(move=3, own=((3, 6, 9), (3, 5, 7)), theirs=((1, 2, 3), (4,), (7,))),
            "Recommended: O on 3. Lines of O: 3-6-9; 3-5-7. Lines of X: 1-2-3. "
            "Cells that matter to X: 4; 7.",
        ),
        (
            "connect4",
            [4, 4, 3],
            Overlay(move=5, theirs=((37, 38, 39, 40), (40,))),
            "Recommended: O in column 5. Lines of X: columns 2-3-4-5 in row 1. "
            "Cells that matter to X: column 5, row 1.",
        ),
        ("gomoku", [113], Overlay({98: "❔", 99: "❔"}, move=98), "Recommended: O on h7."),
    ],
)
def test_a_hint_is_told(rules: str, moves: list[int], overlay: Overlay, text: str) -> None:
    """After the stones come the recommended move and the lines that the picture shows."""
    now = position(rules, moves)
    assert alt_text(now, overlay) == f"{alt_text(now)} {text}"


def test_lines_that_do_not_fit_are_left_out() -> None:
    """The recommended move stays."""
    now = half_full(Rules.parse("19x19x19"))
    lines = tuple(tuple(range(first, first + 60)) for first in range(1, 5))
    told = alt_text(now, Overlay(move=now.legal[0], own=lines, theirs=lines))
    assert len(told) <= ALT_LIMIT
    assert "Recommended" in told


def test_many_stones_are_counted() -> None:
    """Where the stones are too many to be named, their number and the last moves stand for them."""
    text = alt_text(crowded(Rules.parse("19x19x19")))
    assert "X has 181 stones, O has 180 stones" in text
    assert text.endswith("; a draw. X is black, O is white.")


def test_words_fit_a_file() -> None:
    """Every board from 3x3 to 19x19, and a replay, is told in at most 1,024 characters."""
    for rules in ALL_RULES:
        for board in (Position.start(rules), half_full(rules), crowded(rules)):
            assert max(len(alt_text(board)), len(replay_alt_text(board))) <= ALT_LIMIT


def test_a_replay_is_told_by_its_end() -> None:
    """How long it is, and the board that it comes to."""
    assert replay_alt_text(position("3x3", [5])) == (
        "A replay of 1 move. At its end: Tic-tac-toe. X on 5. "
        "Last move: X on 5; O, your turn; free: 1 2 3 4 6 7 8 9."
    )


@pytest.mark.parametrize(
    "values, mistakes, text",
    [
        ([0.0, 0.01], [], "2 in all: up for X, down for O. No mistakes. In the end it is even."),
        (
            [0.0, 0.9, 0.95],
            {2},
            "3 in all: up for X, down for O. Mistakes: O in move 2. In the end X is ahead.",
        ),
        (
            [-0.9, None],
            [2, 1],
            "2 in all: up for X, down for O. Mistakes: X in move 1, O in move 2. "
            "The last move was not judged.",
        ),
    ],
)
def test_a_chart_is_told(values: list[float | None], mistakes: list[int], text: str) -> None:
    """The words name the mistakes, who made them, and how it ended."""
    assert chart_alt_text(values, mistakes) == f"The evaluation after each move, {text}"


def test_a_long_list_of_mistakes_is_cut() -> None:
    """Only so many mistakes are named that the words fit."""
    text = chart_alt_text([-0.5] * 361, range(1, 362))
    assert "and 341 more" in text
    assert len(text) <= ALT_LIMIT
