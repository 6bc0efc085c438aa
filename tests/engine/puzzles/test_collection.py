"""The stored collection: lines read back, no puzzle twice, each board and theme, all strengths."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files

import pytest

from benchmarks.learning.puzzles import COLLECTED, solver_key
from engine import Position, Puzzle, Task, Theme, puzzle_collection
from engine.puzzles.collection import FILE, PuzzleCollection, read, write

COLLECTION = puzzle_collection()
LINES = files("engine.puzzles").joinpath(FILE).read_text(encoding="ascii").splitlines()


def test_there_are_as_many_as_promised() -> None:
    """Numbered from 1, with an entry each."""
    assert len(COLLECTION) >= 5_200
    assert [entry.number for entry in COLLECTION.entries] == list(COLLECTION)
    assert list(COLLECTION) == list(range(1, len(LINES) + 1))


def test_lines_read_back() -> None:
    """What is read writes the same line, and an entry tells what the puzzle is."""
    for number in range(1, len(LINES) + 1, 10):
        rated, entry = COLLECTION[number], COLLECTION.entries[number - 1]
        assert write(rated.strength, rated.puzzle) == LINES[number - 1]
        assert (rated.number, rated.strength) == (number, entry.strength)
        puzzle = rated.puzzle
        assert (puzzle.theme, puzzle.start.rules, puzzle.moves) == (
            entry.theme,
            entry.rules,
            entry.moves,
        )
        assert puzzle.theme is not None
        assert puzzle.task is puzzle.theme.task


def test_no_puzzle_comes_twice() -> None:
    """Not mirrored, not turned, not with the colours exchanged."""
    keys = Counter(solver_key(read(line)[1].start) for line in LINES)
    assert [key for key, count in keys.items() if count > 1] == []


def test_every_board_has_every_theme_that_it_can_have() -> None:
    """Eleven boards and five themes."""
    found = Counter((entry.rules, entry.theme) for entry in COLLECTION.entries)
    for rules in COLLECTED:
        large = rules.cells > 72
        themes = {Theme.WIN, Theme.ATTACK} if large else {Theme.WIN, Theme.ONLY_MOVE, Theme.HOLD}
        themes |= {Theme.ZUGZWANG} if rules.gravity else set()
        assert all(found[rules, theme] >= 10 for theme in themes), rules


def test_there_are_easy_and_hard_ones() -> None:
    """Enough of each strength for years of a day of the week."""
    strengths = sorted(entry.strength for entry in COLLECTION.entries)
    tenth = len(strengths) // 10
    assert strengths[tenth] < 1000
    assert strengths[-tenth] > 1700
    bands = Counter(strength // 100 for strength in strengths)
    assert all(bands[band] >= 50 for band in range(8, 18)), bands


@pytest.mark.parametrize("number", [0, -1, 10**6, None, 1.5, "1"])
def test_numbers_that_are_none(number: object) -> None:
    """A KeyError, and `in` says no."""
    assert number not in COLLECTION
    with pytest.raises(KeyError):
        COLLECTION[number]  # type: ignore[index] # the point of it


def test_lines_are_played_to_their_end() -> None:
    """Each move can be played; a win is completed by its last one, and zugzwang by its sequel."""
    for number in range(1, len(LINES) + 1, 10):
        puzzle = COLLECTION[number].puzzle
        position = played(puzzle.start, (*puzzle.line, *puzzle.sequel))
        if puzzle.task is Task.WIN or puzzle.theme is Theme.ZUGZWANG:
            assert position.outcome is not None
            assert position.outcome.winner is puzzle.start.side
        assert len(puzzle.line) % 2 == 1
        assert puzzle.slower is None or len(puzzle.slower) == puzzle.moves


def played(position: Position, moves: tuple[int, ...]) -> Position:
    """The position after some moves."""
    for move in moves:
        position = position.play(move)
    return position


def test_a_line_for_each_kind_of_puzzle() -> None:
    """Nothing known of slower wins, none of them, and a sequel are told apart."""
    start = Position.from_moves(COLLECTED[0], (4, 4))
    for slower in (None, ((),), ((1, 2), ()), ((), (3,))):
        for sequel in ((), (1, 2, 3)):
            puzzle = Puzzle(start, Task.KEEP, (4, 4, 4), Theme.ZUGZWANG, slower, sequel)
            assert read(write(1234, puzzle)) == (1234, puzzle)


def test_an_empty_collection() -> None:
    """Has no puzzle, and no entries."""
    assert (len(PuzzleCollection([])), PuzzleCollection([]).entries) == (0, ())
