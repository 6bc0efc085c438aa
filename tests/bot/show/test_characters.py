"""Boards laid out with the application's own emoji."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bot.show import characters
from bot.show.overlay import Overlay
from tests.bot.builders import position


def rows(rules: str, moves: Iterable[int], marks: Mapping[int, str] | None = None) -> list[str]:
    """The keys of a board's tiles, row by row."""
    board = characters.tiles(position(rules, moves), Overlay(marks or {}))
    return [row.strip(":").replace("::", " ") for row in board.split("\n")]


def test_free_tiles_carry_their_numbers() -> None:
    """An empty board shows what to type."""
    assert rows("3x4", []) == ["t1 t2 t3 t4", "t5 t6 t7 t8", "t9 t10 t11 t12"]


def test_the_last_move_is_marked() -> None:
    """Of all stones the last one looks different."""
    assert rows("3x3", [1, 5, 9]) == ["x t2 t3", "t4 o t6", "t7 t8 xl"]


def test_the_line_that_ends_the_game_is_marked() -> None:
    """All stones of the line look different, and no other."""
    assert rows("3x3", [1, 4, 2, 5, 3]) == ["xw xw xw", "o o t6", "t7 t8 t9"]


def test_a_drawn_game_ends_with_its_last_move() -> None:
    """A full board without a line marks the last stone."""
    assert rows("3x3", [5, 1, 9, 3, 2, 8, 4, 6, 7]) == ["o x o", "x x o", "xl o x"]


def test_columns_have_numbers_above_them() -> None:
    """With gravity the numbers stand over the discs."""
    assert rows("3x3 gravity", [2, 2, 1]) == ["t1 t2 t3", "h h h", "h y h", "rl r h"]


def test_verdicts_lie_on_free_tiles() -> None:
    """A hint marks each tile it has a verdict for; the others keep their numbers."""
    board = rows("3x3", [5, 2], {1: "👍", 8: "🤝", 7: "👎", 9: "❔"})
    assert board == ["vw ol t3", "t4 x t6", "vl vd vu"]


def test_a_recommended_move_has_a_light_bulb() -> None:
    """On its tile, or with gravity where the disc would land; the other tiles are as they were."""
    tile = characters.tiles(position("3x3", [5]), Overlay(move=2))
    assert tile == ":t1:💡:t3:\n:t4::xl::t6:\n:t7::t8::t9:"
    disc = characters.tiles(position("3x3 gravity", [2]), Overlay(move=2))
    assert disc == ":t1::t2::t3:\n:h::h::h:\n:h:💡:h:\n:h::rl::h:"


def test_verdicts_lie_where_a_disc_would_land() -> None:
    """With gravity each column has its verdict on its discs, a full one has none."""
    board = rows("3x3 gravity", [2, 2, 1, 2], {1: "👍", 3: "🤝"})
    assert board == ["t1 t2 t3", "h yl h", "vw y h", "r r vd"]
