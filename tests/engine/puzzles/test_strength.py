"""The strength of a puzzle follows from what steps of the ladder make of it."""

from __future__ import annotations

import random
from math import prod

import pytest

from engine import LADDER, Level, Puzzle, Task, Theme, choose, decode_game, puzzle_collection
from engine.coaching.choice import chances
from engine.puzzles.strength import EASIEST, HARDEST, calibrated, fitted, solving_chance

FORK = Puzzle(decode_game("6x7x4g:4-1-3-1"), Task.WIN, (5, 6, 2), Theme.WIN, ((), ()))
"""Three in a row with both ends free."""


@pytest.mark.parametrize("true", [700, 1000, 1500, 2200])
def test_the_strength_is_where_half_solve(true: int) -> None:
    """Solvers who solve as the curve of Elo says give back the strength that it was drawn with."""
    tries = [(elo, 1.0, 1 / (1 + 10 ** ((true - elo) / 400))) for elo in range(600, 2600, 200)]
    assert abs(fitted(tries) - true) <= 1


def test_more_solvers_make_a_puzzle_easier() -> None:
    """And the strength stays within its bounds where all or none solve it."""
    elos = range(600, 2600, 200)
    by_success = [fitted([(elo, 1.0, chance / 4) for elo in elos]) for chance in range(5)]
    assert by_success == sorted(by_success, reverse=True)
    assert len(set(by_success)) == 5
    assert EASIEST <= by_success[-1] < by_success[0] <= HARDEST


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
