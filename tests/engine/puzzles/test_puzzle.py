"""Every winning answer counts, and a slower one is told apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine import (
    Grade,
    IllegalMoveError,
    InvalidMoveError,
    Puzzle,
    Task,
    Theme,
    decode_game,
    grade,
    puzzle_collection,
)
from tests.engine.brute_force import truth


def of(theme: Theme) -> Puzzle:
    """The first puzzle of the collection about a theme."""
    entry = next(entry for entry in puzzle_collection().entries if entry.theme is theme)
    return puzzle_collection()[entry.number].puzzle


@pytest.mark.parametrize("theme", list(Theme))
def test_the_solution_is_best(theme: Theme) -> None:
    """At each step."""
    puzzle = of(theme)
    for found in range(puzzle.moves):
        assert grade(puzzle, found, puzzle.line[2 * found]) is Grade.BEST


@pytest.mark.parametrize("known", [True, False])
def test_answers_are_graded_by_what_they_are_worth(known: bool) -> None:
    """By what is stored and by searching alike: minimax gives the same grades."""
    checked = 0
    for entry in puzzle_collection().entries:
        puzzle = puzzle_collection()[entry.number].puzzle
        if entry.rules.cells > 25 or entry.rules.cells - puzzle.start.ply > 10 or checked == 6:
            continue
        checked += 1
        asked = puzzle if known else replace(puzzle, slower=None)
        for found in range(puzzle.moves):
            left = len(puzzle.line) - 2 * found
            for move, (value, plies) in truth(puzzle.after(found)).items():
                wanted = "draw" if puzzle.task is Task.HOLD else "win"
                late = puzzle.task is Task.WIN and plies > left
                right = Grade.SLOWER if late else Grade.BEST
                expected = right if value == wanted else Grade.WRONG
                assert grade(asked, found, move) is expected, (entry.number, found, move)
    assert checked == 6


def test_another_attack_counts() -> None:
    """On 15x15 a search tells that a move wins too: as soon, or later."""
    start = decode_game("15x15x5:113-1-114-15-115-211-98-225")
    puzzle = Puzzle(start, Task.WIN, (112, 111, 116), Theme.ATTACK)
    assert grade(puzzle, 0, 116) is Grade.BEST
    assert grade(replace(puzzle, line=(112,)), 0, 116) is Grade.SLOWER


def test_a_move_that_does_not_win_is_wrong() -> None:
    """The opponent has four in a row with both ends free: only a line of one's own helps."""
    start = decode_game("15x15x5:113-33-114-34-115-35-116-36")
    puzzle = Puzzle(start, Task.WIN, (112,), Theme.ATTACK)
    assert grade(puzzle, 0, 117) is Grade.BEST
    assert grade(puzzle, 0, 32) is Grade.WRONG


def test_moves_that_cannot_be_played_are_no_answers() -> None:
    """A taken tile, and one that the board does not have."""
    puzzle = of(Theme.ATTACK)
    with pytest.raises(IllegalMoveError):
        grade(puzzle, 0, puzzle.start.tiles[0])
    with pytest.raises(InvalidMoveError):
        grade(puzzle, 0, 1000)
