"""What people may type after `explore`, and positions in ids."""

from __future__ import annotations

import re

import pytest

from bot.errors import Problem, UserError
from bot.features.explore.grammar import PACKED, Subject, pack, parse_subject, unpack
from bot.match.session import GameId
from engine import Position, Rules
from tests.bot.builders import ALL_RULES, half_full, position


@pytest.mark.parametrize(
    "words, subject",
    [
        ("", None),
        ("  ", None),
        ("12", GameId(12)),
        (" #12 ", GameId(12)),
        ("connect4", Rules.parse("connect4")),
        ("Connect Four", Rules.parse("connect4")),
        ("4x4", Rules.parse("4x4")),
        ("3x3 misere", Rules.parse("3x3 misere")),
        ("5 in a row", Rules.parse("gomoku")),
        ("6x7x4g:4-4-3", position("connect4", [4, 4, 3])),
        ("`3x3x3:`", position("3x3")),
    ],
)
def test_a_subject_is_read(words: str, subject: Subject) -> None:
    """A number, a game, a code, or nothing."""
    assert parse_subject(words) == subject


@pytest.mark.parametrize(
    "words, problem",
    [
        ("conect4", Problem.UNKNOWN_WORD),
        ("@bob", Problem.UNKNOWN_WORD),
        ("<@1>", Problem.UNKNOWN_WORD),
        ("hard", Problem.UNKNOWN_WORD),
        ("2x2", Problem.BOARD_SIZE),
        ("3x3x3:5-x", Problem.NOT_A_CODE),
        ("3x3x3:5-5", Problem.IMPOSSIBLE_CODE),
        ("9" * 30, Problem.NOT_A_GAME_NUMBER),
    ],
)
def test_what_is_no_subject_is_told(words: str, problem: Problem) -> None:
    """With the problem that fits it."""
    with pytest.raises(UserError) as refused:
        parse_subject(words)
    assert refused.value.problem is problem


@pytest.mark.parametrize("rules", ALL_RULES[::17], ids=str)
def test_a_position_comes_back_with_its_moves(rules: Rules) -> None:
    """Whatever board it is on."""
    for now in (Position.start(rules), half_full(rules)):
        packed = pack(now)
        assert re.fullmatch(PACKED, packed)
        assert unpack(packed).moves == now.moves
        assert unpack(packed).rules == rules


def test_misere_is_kept() -> None:
    """The rules are as in a code."""
    now = position("3x3 misere", [5, 1])
    assert unpack(pack(now)) == now


@pytest.mark.parametrize("game, plies", [("connect4", 42), ("6x6x6", 36), ("gomoku", 50)])
def test_long_games_are_short(game: str, plies: int) -> None:
    """Whole games of Connect Four, and fifty moves of gomoku, take at most 80 characters."""
    rules = Rules.parse(game)
    moves = [move for _ in range(rules.rows) for move in rules.moves][:plies]
    number = Position(rules, tuple(moves), (), None, 0, 0)
    assert len(pack(number)) <= 80


@pytest.mark.parametrize("packed", ["3x3x3:A", "3x3x3:____", "3x3x9:AQ", "99x99x3:AQ"])
def test_a_forged_id_is_refused(packed: str) -> None:
    """Neither a board that cannot be nor moves that cannot be played are read."""
    with pytest.raises(UserError) as refused:
        unpack(packed)
    assert refused.value.problem is Problem.IMPOSSIBLE_CODE
