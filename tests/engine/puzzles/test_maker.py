"""Making a collection: it grows by new puzzles, goes on where it ended, and can be calibrated."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pytest

from engine import Position, Rules, decode_game
from engine.__main__ import main
from engine.puzzles import maker
from engine.puzzles.collection import PuzzleCollection, read
from engine.puzzles.maker import solver_key

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


@pytest.mark.parametrize("board", ["4x5x4", "5x5x4"])
def test_turned_and_mirrored(board: str) -> None:
    """A rectangle has four images, a square eight."""
    rules, chance = Rules.parse(board), random.Random(1)
    moves = chance.sample(range(1, rules.cells + 1), 6)
    keys = {solver_key(Position.from_moves(rules, image)) for image in images(rules, moves)}
    assert len(keys) == 1


def images(rules: Rules, moves: list[int]) -> list[list[int]]:
    """The moves mirrored, upside down, and turned where that fits."""
    rows, columns = rules.rows, rules.columns
    places = [divmod(move - 1, columns) for move in moves]
    found = [places, [(r, columns - 1 - c) for r, c in places]]
    found += [[(rows - 1 - r, c) for r, c in image] for image in found]
    if rows == columns:
        found += [[(c, r) for r, c in image] for image in found]
    return [[r * columns + c + 1 for r, c in image] for image in found]


def test_discs_are_only_mirrored() -> None:
    """Left and right are alike, top and bottom are not."""
    assert key("6x7x4g:1-2-2") == key("6x7x4g:7-6-6") != key("6x7x4g:1-1-2")


def test_colours_don_t_matter_but_whose_turn_it_is_does() -> None:
    """The solver's stones are told from the opponent's, whichever mark they have."""
    assert key("4x4x4:1-16-2") != key("4x4x4:1-2-16")
    assert key("5x5x4g:1-2-3-4") == key("5x5x4g:3-4-1-2")


def test_boards_are_told_apart() -> None:
    """The same tiles on another board are another position."""
    assert key("5x5x4:1-2") != key("5x5x4g:1-2")


def key(code: str) -> object:
    """The key of a position."""
    return solver_key(decode_game(code))
