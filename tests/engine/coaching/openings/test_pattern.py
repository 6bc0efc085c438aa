"""Patterns: the same wherever the stones lie, and however the board is turned."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from engine import Position, Rules
from engine.coaching.openings.pattern import Cell, seen

BOARD = Rules(15, 15, 5)
CELLS = st.tuples(st.integers(0, 6), st.integers(0, 6))
STONES = st.lists(CELLS, min_size=1, max_size=6, unique=True)


def position(cells: list[Cell], rules: Rules = BOARD) -> Position:
    """The position with these stones, X first."""
    return Position.from_moves(rules, [row * rules.columns + column + 1 for row, column in cells])


@given(STONES, st.integers(0, 8), st.integers(0, 8))
def test_moved_and_turned_stones_are_one_pattern(cells: list[Cell], down: int, right: int) -> None:
    """Every image of some stones, anywhere on any board, is the same pattern."""
    pattern, _ = seen(position(cells))
    images = [
        [(row + down, column + right) for row, column in cells],
        [(column, row) for row, column in cells],
        [(row, 14 - column) for row, column in cells],
        [(14 - column, 14 - row) for row, column in cells],
    ]
    for image in images:
        assert seen(position(image))[0] == pattern
    assert seen(position(images[0], Rules(15, 19, 5)))[0] == pattern


@given(STONES)
def test_the_order_of_moves_does_not_matter(cells: list[Cell]) -> None:
    """A pattern is its stones, and nothing of how they came there."""
    mine, theirs = cells[::2], cells[1::2]
    random.Random(1).shuffle(mine)
    mixed = [cell for pair in zip(mine, theirs, strict=False) for cell in pair]
    mixed += mine[len(theirs) :]
    assert seen(position(mixed))[0] == seen(position(cells))[0]


@given(STONES, CELLS)
def test_every_frame_leads_there_and_back(cells: list[Cell], other: Cell) -> None:
    """A cell of the board is one of the pattern, and that is the cell of the board again."""
    pattern, frames = seen(position(cells))
    for frame in frames:
        assert frame.outside(frame.inside(other)) == other
        assert tuple(sorted(map(frame.inside, cells[::2]))) == pattern[0]
        assert tuple(sorted(map(frame.inside, cells[1::2]))) == pattern[1]


def test_a_symmetric_position_has_several_frames() -> None:
    """Eight on an empty board, on any of them with the centre at 0, 0; two for two in a row."""
    for rules in (BOARD, Rules(12, 19, 5)):
        _, frames = seen(Position.start(rules))
        centre = rules.rows // 2, rules.columns // 2
        assert [frame.inside(centre) for frame in frames] == [(0, 0)] * 8
    assert len(seen(position([(3, 3), (3, 4)]))[1]) == 2
    assert len(seen(position([(3, 3), (4, 5)]))[1]) == 1
