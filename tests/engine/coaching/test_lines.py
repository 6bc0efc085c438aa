"""What of a board's lines one side sees."""

from __future__ import annotations

import random

import pytest

from engine import Rules, decode_game
from engine.coaching.lines import Lines, board_windows, cells_of, tiles_of
from tests.engine.boards import wander
from tests.engine.coaching.claims.grid import Grid

BOARDS = ["3x3x3", "4x4x4", "4x5x3", "connect4", "5x4x3g", "9x9x5", "3x5x2"]


@pytest.mark.parametrize(
    "board, count", [("3x3x3", 8), ("4x4x4", 10), ("connect4", 69), ("gomoku", 572)]
)
def test_windows(board: str, count: int) -> None:
    """The runs of goal cells of well-known boards; each is listed with each of its cells."""
    found = board_windows(Rules.parse(board))
    assert len(found.windows) == count
    assert sum(map(len, found.through)) == count * Rules.parse(board).goal


def test_stones_are_told_as_tiles() -> None:
    """Cells are counted from 0, tiles from 1, both ascending."""
    assert list(cells_of(0b10100001)) == [0, 5, 7]
    assert tiles_of(0b10100001) == (1, 6, 8)


def test_a_disc_opens_the_cell_above() -> None:
    """With gravity a stone takes a cell and opens the one on top; in the top row it opens none."""
    lines = Lines.of(decode_game("6x7x4g:4-4-4-4-4"))
    assert lines.reachable >> 3 & 1
    assert not lines.with_stone(3).reachable & sum(1 << cell for cell in range(3, 42, 7))
    assert lines.with_stone(35).reachable >> 28 & 1


def test_the_side_to_move_sees_its_own_stones() -> None:
    """The side to move is the owner, and swapped the other one is."""
    lines = Lines.of(decode_game("3x3x3:5-1-9"))
    assert (tiles_of(lines.own), tiles_of(lines.other)) == ((1,), (5, 9))
    assert tiles_of(lines.swapped().own) == (5, 9)


def test_a_stone_of_the_other_closes_lines() -> None:
    """What the other side puts down is theirs, and the cell is taken."""
    lines = Lines.of(decode_game("3x3x3:5-1")).answered(8)
    assert tiles_of(lines.own) == (5,)
    assert tiles_of(lines.other) == (1, 9)
    assert not lines.reachable >> 8 & 1


@pytest.mark.parametrize("board", BOARDS)
def test_lines_are_those_of_a_grid(board: str) -> None:
    """What completes a line, what is open and what can be reached is so, tile by tile."""
    rng = random.Random(board)
    rules = Rules.parse(board)
    for _ in range(10):
        position = wander(rules, rng.randrange(rules.cells // 2), rng)
        lines, grid = Lines.of(position), Grid.of(position)
        assert tiles_of(lines.reachable) == grid.reachable()
        for side, seen in ((position.side, lines), (position.side.other, lines.swapped())):
            assert {cell + 1 for cell in seen.completing()} == grid.completing(side)
            opened = sorted(tiles_of(window.cells) for window in seen.open_windows())
            assert opened == sorted(
                tuple(sorted(span)) for span, _ in grid.spans() if grid.is_open(span, side)
            )
            for cell in cells_of(seen.reachable):
                assert seen.completes(cell) == bool(grid.lines(cell + 1, side))
