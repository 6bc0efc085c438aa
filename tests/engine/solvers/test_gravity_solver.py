"""Exact scores of gravity boards."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

import engine.solvers.gravity_solver
from engine import Limit, Position, Rules
from engine.solvers.gravity_solver import Solver, stones
from engine.thinking.boards import is_solvable
from engine.thinking.clock import Clock, StoppedError
from tests.engine.boards import wander
from tests.engine.facts import KNOWN
from tests.engine.kernels.gravity_boards import all_boards, truth
from tests.thorough import long, thorough

CONNECT4 = Rules.parse("connect4")


def score(position: Position) -> int:
    """The exact score of a position, from an empty table."""
    rules = position.rules
    solver = Solver(rules)
    return solver.clamp(*stones(position), -rules.cells, rules.cells)


def given(folder: Path, name: str) -> list[tuple[Position, int]]:
    """The positions of a set, with their scores."""
    lines = (folder / "connect4" / f"{name}.txt").read_text().splitlines()
    return [
        (Position.from_moves(CONNECT4, map(int, moves)), int(known))
        for moves, known in map(str.split, lines)
    ]


@pytest.mark.parametrize(
    "name, count",
    [
        ("end-easy", 500),
        ("middle-easy", 500),
        ("middle-medium", 500),
        ("begin-easy", 500),
        *thorough(("begin-medium", 15)),
        *long(("begin-hard", 2)),
    ],
)
def test_given_positions_have_their_known_scores(shared_data: Path, name: str, count: int) -> None:
    """Scores agree with those that other solvers have found."""
    for position, known in given(shared_data, name)[:count]:
        assert score(position) == known, position


@pytest.mark.parametrize(
    "text", ["3x3x3g", "4x3x3g", *thorough("3x4x4g"), *long("3x5x3g", "4x4x3g")]
)
def test_every_position_of_a_small_board_is_solved(text: str) -> None:
    """Scores are those of plain negamax, on one table and in any order."""
    rules = Rules.parse(text)
    solver = Solver(rules)
    boards = list(all_boards(rules))
    random.Random(text).shuffle(boards)
    for board in boards:
        assert solver.clamp(*board, -rules.cells, rules.cells) == truth(rules, board), board


def published() -> Iterator[tuple[Rules, int]]:
    """The boards that other programs have solved, with the score of the empty board."""
    for rules, (value, plies) in KNOWN.items():
        if rules.gravity and not rules.misere and is_solvable(rules):
            assert plies is not None, rules
            left = (rules.cells + 2 - plies) // 2
            yield rules, {"draw": 0, "win": left, "loss": -left}[value]


@pytest.mark.thorough
def test_empty_boards_have_their_published_scores() -> None:
    """Value and length of perfect games, as J. Tromp and C. Steininger have them."""
    boards = [(rules, known) for rules, known in published() if rules.cells < 30]
    assert len(boards) >= 32
    for rules, known in boards:
        assert score(Position.start(rules)) == known, rules


@pytest.mark.long
def test_large_empty_boards_have_their_published_scores() -> None:
    """The same for boards that take seconds, up to six rows of seven columns and 5x8."""
    boards = [(rules, known) for rules, known in published() if rules.cells >= 30]
    assert len(boards) >= 14
    for rules, known in boards:
        assert score(Position.start(rules)) == known, rules


@pytest.mark.parametrize("text", ["connect4", "5x8x4g", "7x7x4g", "6x9x4g", "6x6x3g", "7x6x5g"])
def test_mirror_images_score_alike(text: str) -> None:
    """A board and its mirror image have one score."""
    rules = Rules.parse(text)
    rng = random.Random(text)
    for _ in range(20):
        position = wander(rules, rules.cells - 14, rng)
        image = Position.from_moves(rules, [rules.columns + 1 - move for move in position.moves])
        assert score(position) == score(image), position


def test_a_clamped_score_is_the_nearest_end_of_the_window() -> None:
    """The window asked for bounds the answer, from whatever side the score lies."""
    rng = random.Random(4)
    for _ in range(20):
        position = wander(CONNECT4, 26, rng)
        known = score(position)
        solver = Solver(CONNECT4)
        for lower in range(-9, 9):
            window = (lower, lower + 1)
            clamped = min(max(known, window[0]), window[1])
            assert solver.clamp(*stones(position), *window) == clamped


def test_breaking_off_and_going_on_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search in steps of a few nodes ends with the nodes and score of one in a single run."""
    position = Position.from_moves(CONNECT4, [3, 2, 7, 5, 1, 5, 7, 1, 2, 3, 1, 5, 5, 7])
    whole, steps = Solver(CONNECT4), Solver(CONNECT4)
    known = whole.clamp(*stones(position), -21, 21)
    monkeypatch.setattr(engine.solvers.gravity_solver, "_CHUNK", 7)
    assert steps.clamp(*stones(position), -21, 21, Clock(Limit())) == known
    assert steps.nodes == whole.nodes > 7


def test_a_stopped_search_has_true_bounds() -> None:
    """However few nodes a search may spend, the score lies in its bounds."""
    position = Position.from_moves(CONNECT4, [4, 4, 4, 4, 4, 2, 3, 5, 3, 3, 3, 5, 5, 2])
    known = score(position)
    for nodes in range(1, 2000, 50):
        solver = Solver(CONNECT4)
        clock = Clock(Limit(nodes=nodes), partial(getattr, solver, "nodes"))
        try:
            solver.clamp(*stones(position), -21, 21, clock)
        except StoppedError:
            lower, upper = solver.bounds()
            assert lower <= known <= upper


@pytest.mark.parametrize(
    "text, known",
    [
        ("connect4", True),
        ("6x9x4g", True),
        ("8x7x4g", True),
        ("7x8x4g", False),
        ("6x7x4", False),
        ("6x7x4g misere", False),
    ],
)
def test_boards_of_63_bits_fit(text: str, known: bool) -> None:
    """A board is solvable where its columns with a spare cell each take at most 63 bits."""
    assert is_solvable(Rules.parse(text)) is known


def test_plain_python_finds_the_same() -> None:
    """Without compiling, the same source has the same scores: no number outgrows 63 bits."""
    program = """
from engine import Limit, Position, Rules
from engine.solvers.gravity_solver import Solver, stones
import random
from tests.engine.boards import wander
rng = random.Random(1)
for text, free in (("connect4", 10), ("6x9x4g", 8), ("8x7x4g", 8), ("4x4x4g", 12), ("4x4x3g", 14)):
    rules = Rules.parse(text)
    for _ in range(4):
        position = wander(rules, rules.cells - free, rng)
        print(Solver(rules).clamp(*stones(position), -rules.cells, rules.cells))
"""
    outputs = [
        subprocess.run(
            [sys.executable, "-W", "error", "-c", program],
            env=os.environ | {"NUMBA_DISABLE_JIT": off},
            cwd=Path(__file__).parents[3],
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for off in ("0", "1")
    ]
    assert outputs[0] == outputs[1] != ""
