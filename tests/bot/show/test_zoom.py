"""Where the fight is."""

from __future__ import annotations

import pytest

from bot.show.zoom import Section, fight
from engine import Position, Rules, parse_move
from tests.bot.builders import ALL_RULES, half_full, position

GOMOKU = Rules(15, 15, 5)


@pytest.mark.parametrize("rules", ALL_RULES[::5], ids=str)
def test_the_newest_stone_is_in_the_part(rules: Rules) -> None:
    """On the board, nine rows and columns at most, and with a tile around it where there is one."""
    now = half_full(rules)
    part = fight(now)
    assert (part.rows, part.columns) == (min(9, rules.rows), min(9, rules.columns))
    assert 0 <= part.top <= rules.rows - part.rows
    assert 0 <= part.left <= rules.columns - part.columns
    row, column = divmod(now.tiles[-1] - 1, rules.columns)
    for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if 0 <= row + down < rules.rows and 0 <= column + across < rules.columns:
            tile = (row + down) * rules.columns + column + across + 1
            assert part.holds(rules, tile)


def test_it_is_around_the_latest_stones() -> None:
    """An old stone in a corner does not keep the part there."""
    start = Position.start(Rules.parse("gomoku"))
    moves = [parse_move(start, word) for word in ("a1", "j10", "k10", "j11", "l11", "m12")]
    now = position("gomoku", [move for move in moves if move is not None])
    part = fight(now)
    assert not part.holds(now.rules, 1)
    assert all(part.holds(now.rules, tile) for tile in now.tiles[1:])


def test_an_empty_board_is_shown_in_its_middle() -> None:
    """And a small one whole."""
    assert fight(position("gomoku")) == Section(3, 3, 9, 9)
    assert fight(position("3x3", [1])) == Section.whole(Rules.parse("3x3"))


def test_a_part_knows_its_corners() -> None:
    """The tiles that are named beside the picture."""
    assert Section(3, 3, 9, 9).corners(Rules.parse("gomoku")) == (49, 177)


@pytest.mark.parametrize("moves", [[], [113], [1], [225], [113, 114, 98, 97], [113, 1, 114, 98]])
def test_a_smaller_part_holds_the_newest_stone_too(moves: list[int]) -> None:
    """Never at its edge, unless that is the edge of the board."""
    game = position("gomoku", moves)
    window = fight(game, 5)
    assert (window.rows, window.columns) == (5, 5)
    shown = window.tiles(game.rules)
    assert [len(row) for row in shown] == [5] * 5
    assert (shown[0][0], shown[-1][-1]) == window.corners(game.rules)
    if moves:
        inner = {tile for row in shown[1:-1] for tile in row[1:-1]}
        row, column = divmod(moves[-1] - 1, 15)
        assert moves[-1] in inner or {row, column} & {0, 14}
        assert window.holds(game.rules, moves[-1])


@pytest.mark.parametrize(
    "words, held",
    [
        ("h8 o9 i9 o6", "i9"),
        ("h8 a1", "h8"),
        ("h8 i8 h7 h9 g6 o1", "g6"),
        ("h8 a1 h7 b1 h6 c1", "c1"),
    ],
)
def test_a_stone_that_stands_alone_does_not_take_the_part_away(words: str, held: str) -> None:
    """The player to move finds the own latest stone in it, unless the other builds elsewhere."""
    start = Position.start(GOMOKU)
    moves = [move for word in words.split() if (move := parse_move(start, word))]
    tile = parse_move(start, held)
    assert tile is not None
    window = fight(position("gomoku", moves), 5)
    row, column = divmod(tile - 1, 15)
    assert window.holds(GOMOKU, tile)
    assert {row - window.top, column - window.left} <= {1, 2, 3} or {row, column} & {0, 14}


def test_a_part_is_moved_as_far_as_the_board_goes() -> None:
    """Its size stays."""
    window = Section(5, 5, 5, 5)
    assert window.moved(GOMOKU, 3, -3) == Section(8, 2, 5, 5)
    assert window.moved(GOMOKU, 9, -9) == Section(10, 0, 5, 5)
    assert Section.whole(Rules(5, 5, 4)).moved(Rules(5, 5, 4), 3, 3) == Section(0, 0, 5, 5)


def test_a_part_is_widened_around_its_middle() -> None:
    """To nine rows and columns, where the board has as many."""
    assert Section(5, 5, 5, 5).widened(GOMOKU) == Section(3, 3, 9, 9)
    assert Section(0, 10, 5, 5).widened(GOMOKU) == Section(0, 6, 9, 9)
    assert Section(1, 0, 5, 5).widened(Rules(7, 5, 4)) == Section(0, 0, 7, 5)
