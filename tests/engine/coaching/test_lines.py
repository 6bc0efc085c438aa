"""What of a board's lines one side sees."""

from __future__ import annotations

import random

import pytest

from engine import Rules, Side, decode_game
from engine.coaching.lines import Lines, Window, board_windows, cells_of, pairing, tiles_of
from tests.engine.boards import wander
from tests.engine.coaching.claims.grid import Grid
from tests.engine.coaching.claims.reasons import pairs_exist

BOARDS = ["3x3x3", "4x4x4", "4x5x3", "connect4", "5x4x3g", "9x9x5", "3x5x2"]
VARIANTS = ["9x9x5 renju", "9x9x5 caro", "9x9x5 exact"]
"""Where six in a row don't win, or not for both."""


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


@pytest.mark.parametrize("board", BOARDS + VARIANTS)
def test_lines_are_those_of_a_grid(board: str) -> None:
    """What completes a line, what is open and what can be reached is so, tile by tile."""
    rng = random.Random(board)
    rules = Rules.parse(board)
    for _ in range(10):
        position = wander(rules, rng.randrange(rules.cells // 2), rng)
        lines, grid = Lines.of(position), Grid.of(position)
        fouls = set(position.fouls_of_x) if position.side is Side.X else set()
        assert tiles_of(lines.reachable) == tuple(t for t in grid.reachable() if t not in fouls)
        for side, seen in ((position.side, lines), (position.side.other, lines.swapped())):
            assert {cell + 1 for cell in seen.completing()} == grid.completing(side)
            opened = sorted(tiles_of(window.cells) for window in seen.open_windows())
            assert opened == sorted(
                tuple(sorted(span)) for span, _ in grid.spans() if grid.is_open(span, side)
            )
            for cell in cells_of(seen.reachable):
                assert seen.completes(cell) == bool(grid.lines(cell + 1, side))


def test_each_line_has_a_pair() -> None:
    """After 9 three lines are open to X in the middle, and each keeps a pair of its own."""
    lines = Lines.of(decode_game("3x3x3:1-5")).with_stone(9 - 1)
    pairs = pairing(lines.free, lines.swapped().open_windows())
    assert sorted(map(tiles_of, pairs)) == [(2, 8), (3, 7), (4, 6)]


@pytest.mark.parametrize(
    "free, windows, pairs",
    [
        (0b111111, [0b000111, 0b111000], 2),
        (0b000110, [0b000111], 1),
        (0b000011, [0b000111, 0b001011], 1),
        (0b000001, [0b000111], 0),
        (0b000111, [0b000111, 0b001110, 0b010101], 0),
        (0b1, [], 0),
    ],
)
def test_pairs(free: int, windows: list[int], pairs: int) -> None:
    """One pair may serve two lines; none is found where cells are too few."""
    assert len(pairing(free, [Window(cells, 0) for cells in windows])) == pairs


def test_too_many_lines_are_left_alone() -> None:
    """Nobody keeps a pairing of more than a dozen lines in mind."""
    windows = [Window(0b11 << 2 * number, 0) for number in range(13)]
    assert pairing((1 << 26) - 1, windows) == ()
    assert len(pairing((1 << 26) - 1, windows[:12])) == 12


@pytest.mark.thorough
def test_pairs_are_found_where_there_are_some() -> None:
    """Up to three pairs are found exactly where trying all of them finds some."""
    rng, found = random.Random(1), 0
    for _ in range(70):
        position = wander(Rules(3, 3, 3), rng.randrange(1, 8), rng)
        for move in position.legal:
            after = Lines.of(position).with_stone(move - 1)
            left = after.swapped().open_windows()
            pairs = pairing(after.free, left)
            found += bool(pairs)
            assert (bool(pairs) or not left) == pairs_exist(position, move, most=4)
    assert found
