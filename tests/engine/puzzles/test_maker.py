"""Making a collection: it grows by new puzzles, goes on where it ended, and can be calibrated."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from engine import Rules
from engine.__main__ import main
from engine.puzzles import maker
from engine.puzzles.collection import PuzzleCollection, read
from engine.puzzles.symmetry import solver_key

SMALL = Rules.parse("5x5x4g")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small collection of one board."""
    file = tmp_path_factory.mktemp("puzzles") / "collection.txt"
    maker.extend(file, 12, [SMALL], lambda _: None)
    return file


def test_a_collection_grows_by_new_puzzles(made: Path) -> None:
    """At least as many as wanted, on the boards wanted, of several themes."""
    puzzles = [rated.puzzle for rated in collection(made).values()]
    assert len({solver_key(puzzle.start) for puzzle in puzzles}) == len(puzzles) >= 12
    assert {puzzle.start.rules for puzzle in puzzles} == {SMALL}
    assert len(Counter(puzzle.theme for puzzle in puzzles)) >= 2


def test_it_goes_on_where_it_ended(made: Path, tmp_path: Path) -> None:
    """Lines that are there stay, and the same ones come after them."""
    lines = made.read_text("ascii").splitlines(keepends=True)
    file = tmp_path / "again.txt"
    maker.extend(file, 4, [SMALL], lambda _: None)
    begun = file.read_text("ascii")
    assert 4 <= begun.count("\n") < len(lines)
    maker.extend(file, 12, [SMALL], lambda _: None)
    assert file.read_text("ascii").startswith(begun)
    assert file.read_text("ascii") == "".join(lines)


def test_calibrating_changes_nothing_but_strengths(
    made: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the command line: strengths that were lost come back."""
    lines = made.read_text("ascii").splitlines()
    file = tmp_path / "lost.txt"
    file.write_text("".join(f"1,{line.partition(',')[2]}\n" for line in lines), "ascii")
    assert main(["puzzles", "--calibrate", "--file", str(file)]) == 0
    assert file.read_text("ascii") == made.read_text("ascii")
    assert len(capsys.readouterr().out.splitlines()) == len(lines)


def test_the_command_composes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So many puzzles on one board."""
    file = tmp_path / "new.txt"
    assert main(["puzzles", "--to", "2", "--board", "5x5x4g", "--file", str(file)]) == 0
    assert len(collection(file)) >= 2
    assert "5x5x4g" in capsys.readouterr().out


def collection(file: Path) -> PuzzleCollection:
    """A collection in a file, all lines of which can be read."""
    lines = file.read_text("ascii").splitlines()
    assert all(read(line) for line in lines)
    return PuzzleCollection(lines)
