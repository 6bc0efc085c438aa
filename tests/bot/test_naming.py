"""What marks and moves are called."""

from __future__ import annotations

import pytest

from bot.naming import mark, move_name, names_tiles
from bot.session import Style
from engine import Position, Rules, Side, parse_move


@pytest.mark.parametrize(
    "rules, naming, name",
    [
        ("3x3", "number", "5"),
        ("3x3 gravity", "column", "3"),
        ("connect4", "column", "5"),
        ("4x4", "coordinate", "a2"),
        ("19x19", "coordinate", "e1"),
        ("19x19 gravity", "column", "5"),
    ],
)
def test_moves_are_called_as_the_board_shows_them(rules: str, naming: str, name: str) -> None:
    """Numbers on 3x3, columns with gravity, coordinates elsewhere."""
    game = Rules.parse(rules)
    assert names_tiles(game) == naming
    assert move_name(game, min(5, game.moves[-1])) == name


@pytest.mark.parametrize("rules", ["3x3", "connect4", "4x5", "19x19", "19x19 gravity"])
def test_what_a_move_is_called_can_be_typed(rules: str) -> None:
    """The name of every move is read as that move."""
    start = Position.start(Rules.parse(rules))
    assert [parse_move(start, move_name(start.rules, m)) for m in start.legal] == [*start.legal]


@pytest.mark.parametrize(
    "rules, style, marks",
    [
        ("3x3", Style.EMOJI, "❌⭕"),
        ("connect4", Style.EMOJI, "🔴🟡"),
        ("gomoku", Style.EMOJI, "XO"),
        ("connect4", Style.TEXT, "XO"),
    ],
)
def test_marks_are_those_of_the_picture(rules: str, style: Style, marks: str) -> None:
    """Sentences use the signs that the board uses."""
    assert "".join(mark(Rules.parse(rules), style, side) for side in Side) == marks
