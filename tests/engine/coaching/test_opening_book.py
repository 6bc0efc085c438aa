"""The opening book of gomoku: what it has, and where it is asked."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.learning import gomoku_book as maker
from engine import Limit, Position, Rules, analyse
from engine.coaching import opening_book as book
from engine.coaching.opening_book import Cell, Pattern, seen

GOMOKU = Rules.parse("gomoku")
PATTERNS = sorted(book.opening_book())


def test_each_line_is_a_pattern_with_moves_that_can_be_made() -> None:
    """Every pattern is in its own frame, and its moves are on free cells and near the best."""
    for pattern, found in book.opening_book().items():
        position = maker.placed(pattern)
        assert seen(position)[0] == pattern
        assert position.ply <= book.PLIES
        assert min(found.values()) == 0
        assert max(found.values()) <= book.WINDOW
        assert set(book.moves(position)) <= set(position.legal)
        assert len(book.moves(position)) >= len(found)


def test_lines_are_read_as_they_are_written() -> None:
    """The file is what would be written of what is read."""
    for pattern, found in book.opening_book().items():
        assert book.read(book.written(pattern, found)) == (pattern, found)


def test_the_book_has_a_move_after_every_first_answer() -> None:
    """From the empty board on, and against every reply at most two steps away."""
    start = Position.start(GOMOKU)
    for first in book.moves(start):
        after = start.play(first)
        assert book.moves(after)
        row, column = divmod(first - 1, 15)
        for reply in after.legal:
            steps = abs((reply - 1) // 15 - row), abs((reply - 1) % 15 - column)
            clear = all(4 <= at < 11 for at in divmod(reply - 1, 15))
            if max(steps) <= 2 and clear:
                assert book.moves(after.play(reply))


@given(st.sampled_from(PATTERNS), st.integers(0, 8), st.integers(0, 8))
def test_moves_move_with_the_stones(pattern: Pattern, down: int, right: int) -> None:
    """Elsewhere on a larger board, and mirrored, the book has the same moves there."""
    here = maker.placed(pattern)
    large = Rules(19, 19, 5)
    cells = [divmod(tile - 1, 15) for tile in here.tiles]
    mirrored = [(18 - column - right + 4, row + down - 4) for row, column in cells]
    if not cells or not all(4 <= at < 15 for cell in mirrored for at in cell):
        return
    there = Position.from_moves(large, [row * 19 + column + 1 for row, column in mirrored])
    found = {divmod(move - 1, 15): short for move, short in book.moves(here).items()}
    assert book.moves(there) == {
        (18 - column - right + 4) * 19 + row + down - 4 + 1: short
        for (row, column), short in found.items()
    }


@pytest.mark.parametrize("game", ["15x15x6", "15x15x5 misere", "15x15x5g", "9x9x5", "10x15x5"])
def test_other_games_have_no_book(game: str) -> None:
    """Neither other goals and rules nor small boards."""
    start = Position.start(Rules.parse(game))
    assert not book.moves(start)
    assert not book.moves(start.play(start.legal[len(start.legal) // 2]))


@pytest.mark.parametrize("first, has", [((4, 7), True), ((3, 7), False), ((7, 11), False)])
def test_near_an_edge_there_is_no_book(first: tuple[int, int], has: bool) -> None:
    """The stones keep four rows and columns clear."""
    start = Position.start(GOMOKU)
    assert bool(book.moves(start.play(first[0] * 15 + first[1] + 1))) is has


def test_the_better_a_move_the_likelier() -> None:
    """Moves as good as the best come equally often, one a temperature worse e times more rarely."""
    rng = random.Random(1)
    short = {1: 0.0, 2: 0.0, 3: book.TEMPERATURE}
    made = [book.likely_one(short, rng) for _ in range(3000)]
    assert made.count(1) == pytest.approx(made.count(2), rel=0.15)
    assert made.count(1) / made.count(3) == pytest.approx(2.718, rel=0.2)


@pytest.mark.parametrize("number", range(6))
def test_no_move_of_the_book_loses_to_threats(number: int) -> None:
    """A search of another size finds nothing decided after it, from either side."""
    rng = random.Random(number)
    position = maker.placed(rng.choice(PATTERNS))
    move = rng.choice(list(book.moves(position)))
    told = analyse(position.play(move), Limit(nodes=20_000), every=False).verdict
    assert told.value is None
    assert abs(told.score) < book.DECIDED + 0.05


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
