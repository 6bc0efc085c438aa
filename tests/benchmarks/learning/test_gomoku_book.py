"""Making the book: what is searched, kept and resumed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from benchmarks.learning import gomoku_book as maker
from benchmarks.learning.gomoku_book import main
from engine import Position
from engine.coaching import opening_book as book
from engine.coaching.opening_book import EMPTY, Pattern


def near_the_middle(position: Position, tile: int, nodes: int) -> float:
    """In place of a search: moves are the better the nearer to the middle, one way a little more
    than the other."""
    row, column = divmod(tile - 1, position.rules.columns)
    return -0.01 * abs(row - 7) - 0.013 * abs(column - 7)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """No search at all."""
    monkeypatch.setattr(maker, "_worth", near_the_middle)


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches of a few nodes, of few moves."""
    monkeypatch.setattr(maker, "_LOOKS", (20, 40, 80))
    monkeypatch.setattr(maker, "_BEST", 2)


@pytest.mark.usefixtures("quick")
def test_making_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    """What is in the file is not searched again, and the book is the same in the end."""
    whole = maker.make(9, tmp_path / "whole", io.StringIO())
    part = tmp_path / "part"
    maker.make(4, part, io.StringIO())
    later = io.StringIO()
    assert maker.pack(maker.make(9, part, later)) == maker.pack(whole)
    assert len(later.getvalue().splitlines()) == 5
    assert part.read_text() == (tmp_path / "whole").read_text()


@pytest.mark.usefixtures("quick")
def test_the_empty_board_comes_first_and_then_one_stone(tmp_path: Path) -> None:
    """All first moves lead to one pattern."""
    made = maker.make(3, tmp_path / "progress", io.StringIO())
    assert list(made)[:2] == [EMPTY, (((0, 0),), ())]
    assert list(map(len, list(made)[2])) == [1, 1]


@pytest.mark.usefixtures("quick")
def test_every_answer_to_the_first_stone_is_kept() -> None:
    """Not the best alone, since people may make any: 14 up to symmetry."""
    assert len(maker.scores((((0, 0),), ()))) == 14


def test_only_what_is_near_the_best_is_packed() -> None:
    """Moves far below it stay out, and positions where one side is far ahead."""
    one: Pattern = (((0, 0),), ())
    two: Pattern = (((0, 0),), ((0, 1),))
    made = {
        one: {(1, 1): -0.1, (0, 1): -0.1 - 0.9 * book.WINDOW, (3, 3): -0.2},
        two: {(2, 2): 0.45},
    }
    assert maker.pack(made) == "h8: i9=0 i8=27\n"


@pytest.mark.usefixtures("hasty")
def test_the_command_writes_what_the_reader_loads(tmp_path: Path) -> None:
    """Two patterns: the empty board, and what follows the first stone."""
    out = tmp_path / "gomoku.txt"
    main(["--patterns", "2", "--progress", str(tmp_path / "progress"), "--out", str(out)])
    patterns = [book.read(line)[0] for line in out.read_text().splitlines()]
    assert patterns == [EMPTY, (((0, 0),), ())]
