"""What people may type after `explore`, and positions in ids."""

from __future__ import annotations

import re

import pytest

from bot.errors import AnyProblem, Problem, UserError
from bot.features.explore.feature import ROOM
from bot.features.explore.grammar import PACKED, Subject, game_of, pack, parse_subject, unpack
from bot.features.explore.values import Trail
from bot.match.session import GameId
from engine import Position, Rules
from tests.bot.builders import ALL_RULES, crowded, half_full, position


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
def test_what_is_no_subject_is_told(words: str, problem: AnyProblem) -> None:
    """With the problem that fits it."""
    with pytest.raises(UserError) as refused:
        parse_subject(words)
    assert refused.value.problem is problem


@pytest.mark.parametrize("rules", ALL_RULES[::17], ids=str)
def test_a_position_comes_back_with_its_moves(rules: Rules) -> None:
    """Whatever board it is on."""
    for now in (Position.start(rules), half_full(rules)):
        packed = pack(Trail(now), 1_000)
        assert packed is not None
        assert re.fullmatch(PACKED, packed)
        assert game_of(packed) is None
        assert unpack(packed).position.moves == now.moves
        assert unpack(packed).position.rules == rules


@pytest.mark.parametrize("game", ["3x3 misere", "15x15 exact", "12x12x5 caro", "renju"])
def test_twists_and_variants_are_kept(game: str) -> None:
    """The rules are as in a code."""
    trail = Trail(position(game, [5, 1]))
    packed = pack(trail, 100)
    assert packed is not None
    assert re.fullmatch(PACKED, packed)
    assert unpack(packed) == trail


@pytest.mark.parametrize("game, plies", [("6x7x7g", 42), ("6x6x6", 36), ("15x15x15", 50)])
def test_long_games_fit_an_id(game: str, plies: int) -> None:
    """Whole games of Connect Four, and fifty moves of gomoku."""
    now = Position.from_moves(Rules.parse(game), crowded(Rules.parse(game)).moves[:plies])
    assert now.ply == plies
    assert pack(Trail(now), ROOM) is not None


def test_longer_games_are_named() -> None:
    """By their number and how many moves are theirs, and the moves of one's own after them."""
    end = crowded(Rules.parse("15x15x15"))
    trail = Trail(end, GameId(10**9), end.ply).back().back()
    own = trail.on(end.moves[-1]).on(end.moves[-2])
    for now, shared in ((trail, end.ply - 2), (own, end.ply - 2), (own.back(), end.ply - 2)):
        packed = pack(now, ROOM)
        assert packed is not None
        assert re.fullmatch(PACKED, packed)
        assert game_of(packed) == GameId(10**9)
        read = unpack(packed, end)
        assert read.position.moves == now.position.moves
        assert (read.game, read.shared) == (GameId(10**9), shared)


def test_without_a_game_there_is_no_room() -> None:
    """Nor for too many moves of one's own."""
    rules = Rules.parse("19x19x19")
    end = crowded(rules)
    assert pack(Trail(end), ROOM) is None
    assert pack(Trail(end, GameId(1), 10), ROOM) is None
    assert pack(Trail(Position.start(rules)), ROOM) is not None


@pytest.mark.parametrize("packed", ["3x3x3:A", "3x3x3:____", "3x3x9:AQ", "99x99x3:AQ"])
def test_a_forged_id_is_refused(packed: str) -> None:
    """Neither a board that cannot be nor moves that cannot be played are read."""
    with pytest.raises(UserError) as refused:
        unpack(packed)
    assert refused.value.problem is Problem.IMPOSSIBLE_CODE
