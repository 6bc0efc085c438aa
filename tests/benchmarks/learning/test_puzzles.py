"""Making a collection: it grows by new puzzles, goes on where it ended, and can be calibrated."""

from __future__ import annotations

import random
from collections import Counter
from math import prod
from pathlib import Path

import pytest

from benchmarks.learning import puzzles as maker
from benchmarks.learning.puzzles import calibrated, main, solver_key, solving_chance
from engine import (
    LADDER,
    Level,
    Position,
    Puzzle,
    Rules,
    Task,
    Theme,
    choose,
    decode_game,
    puzzle_collection,
)
from engine.coaching.choice import chances
from engine.puzzles.collection import PuzzleCollection, read

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
    main(["--calibrate", "--file", str(file)])
    assert file.read_text("ascii") == made.read_text("ascii")
    assert len(capsys.readouterr().out.splitlines()) == len(lines)


def test_the_command_composes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """So many puzzles on one board."""
    file = tmp_path / "new.txt"
    main(["--to", "2", "--board", "5x5x4g", "--file", str(file)])
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


FORK = Puzzle(decode_game("6x7x4g:4-1-3-1"), Task.WIN, (5, 6, 2), Theme.WIN, ((), ()))
"""Three in a row with both ends free."""


def test_a_chance_is_that_of_all_moves_together() -> None:
    """As often as games by chance come out."""
    level, tries = Level.EASY, 300
    expected = solving_chance(FORK, level)
    solved = 0
    for seed in range(tries):
        rng = random.Random(seed)
        found = [choose(FORK.after(step), level, rng=rng) for step in range(FORK.moves)]
        solved += all(FORK.solves(step, move) for step, move in enumerate(found))
    assert 0 < expected < 1
    assert abs(solved / tries - expected) < 0.1


@pytest.mark.parametrize("code", ["6x7x4g:4-4-3", "6x6x4:15-16-21", "9x9x5:41-42"])
@pytest.mark.parametrize("level", [Level.PIP, Level.FINN, Level.HARD, Level.BRUNO])
def test_chances_are_those_of_the_moves_made(code: str, level: Level) -> None:
    """They add up to 1, and what is played is one of the moves that have a chance."""
    position = decode_game(code)
    likely = chances(position, level)
    assert abs(sum(likely.values()) - 1) < 1e-9
    assert {*likely} <= {*position.legal}
    played = {choose(position, level, rng=random.Random(seed)) for seed in range(10)}
    assert all(likely[move] > 0 for move in played)


def test_slower_wins_count_as_solutions() -> None:
    """A step that plays them solves the puzzle too."""
    likely = chances(FORK.start, Level.EASY)
    other = next(move for move in likely if move != FORK.line[0] and likely[move] > 0.02)
    more = Puzzle(FORK.start, Task.WIN, FORK.line, Theme.WIN, ((other,), ()))
    assert solving_chance(more, Level.EASY) > solving_chance(FORK, Level.EASY)


def test_stronger_steps_solve_more() -> None:
    """Of a sample of the collection, all themes together."""
    puzzles = [puzzle_collection()[number].puzzle for number in range(1, 60, 3)]
    low, middle, high = (
        sum(solving_chance(puzzle, level) for puzzle in puzzles if puzzle.start.rules.gravity)
        for level in (LADDER[0], LADDER[6], LADDER[10])
    )
    assert low < middle < high


def test_the_same_puzzle_has_the_same_strength() -> None:
    """Nothing is left to chance."""
    assert calibrated(FORK) == calibrated(FORK)
    assert prod(solving_chance(FORK, level) for level in LADDER[:2]) <= 1
