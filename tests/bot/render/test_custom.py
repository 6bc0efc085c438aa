"""Boards laid out with the application's own emoji."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from bot.emoji import TILES
from bot.render import custom
from tests.bot.builders import position

NAMES = {tile.name: f"{tile.name} " for tile in TILES}
"""Emoji that are written as their names, for a person to read."""


def rows(rules: str, moves: Iterable[int], overlay: Mapping[int, str] | None = None) -> list[str]:
    """The names of a board's tiles, row by row."""
    board = custom.board(position(rules, moves), NAMES, overlay)
    return [row.rstrip() for row in board.split("\n")]


def test_free_tiles_carry_their_numbers() -> None:
    """An empty board shows what to type."""
    assert rows("3x4", []) == ["t1a t2a t3a t4a", "t5a t6a t7a t8a", "t9a t10a t11a t12a"]


def test_the_last_move_is_marked() -> None:
    """Of all stones the last one looks different."""
    assert rows("3x3", [1, 5, 9]) == ["xa t2a t3a", "t4a oa t6a", "t7a t8a xla"]


def test_the_line_that_ends_the_game_is_marked() -> None:
    """All stones of the line look different, and no other."""
    assert rows("3x3", [1, 4, 2, 5, 3]) == ["xwa xwa xwa", "oa oa t6a", "t7a t8a t9a"]


def test_a_drawn_game_ends_with_its_last_move() -> None:
    """A full board without a line marks the last stone."""
    assert rows("3x3", [5, 1, 9, 3, 2, 8, 4, 6, 7]) == ["oa xa oa", "xa xa oa", "xla oa xa"]


def test_columns_have_numbers_above_them() -> None:
    """With gravity the numbers stand over the discs."""
    assert rows("3x3 gravity", [2, 2, 1]) == ["t1a t2a t3a", "ha ha ha", "ha ya ha", "rla ra ha"]


def test_verdicts_lie_on_free_tiles() -> None:
    """A hint marks each tile it has a verdict for; the others keep their numbers."""
    board = rows("3x3", [5, 2], {1: "👍", 8: "🤝", 7: "👎", 9: "❔"})
    assert board == ["vwa ola t3a", "t4a xa t6a", "vla vda vua"]


def test_verdicts_lie_where_discs_would_land() -> None:
    """With gravity the verdict of a column stands above its highest disc."""
    board = rows("3x3 gravity", [2, 2, 1], {1: "👍", 2: "👎", 3: "🤝"})
    assert board == ["t1a t2a t3a", "ha vla ha", "vwa ya ha", "rla ra vda"]


def test_an_emoji_that_is_not_owned_is_an_error() -> None:
    """A board is whole or not at all."""
    with pytest.raises(KeyError):
        custom.board(position("3x3"), {})
