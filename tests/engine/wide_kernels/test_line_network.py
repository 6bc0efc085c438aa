"""The network over lines of stones: its sums follow the board, and its value is what it says."""

from __future__ import annotations

import random

import numpy as np
import pytest
from numpy.typing import NDArray

from engine import PRESETS, Rules, Variant
from engine.alphabeta import line_weights
from engine.alphabeta.arrays import fresh_line_network, fresh_shape_board
from engine.kernels.windows import SIDE
from engine.wide_kernels import shape_search
from engine.wide_kernels.line_network import (
    CLIP,
    POINTS,
    REACH,
    LineNetwork,
    corrected,
    evaluate_near,
)
from engine.wide_kernels.shapes import ShapeBoard, evaluate

GOMOKU = PRESETS["gomoku"]
GAMES = (GOMOKU, Rules(20, 20, 5), Rules(11, 16, 5), PRESETS["renju"], PRESETS["caro"])
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
FAR = 1 << 30
"""A window in which every value lies."""
WALKS = 3


def some_cells(rng: random.Random, count: int, rules: Rules = GOMOKU) -> list[int]:
    """Different cells of the board, near one another and one edge."""
    near = [(rng.randrange(9), rng.randrange(rules.columns - 9, rules.columns)) for _ in range(60)]
    cells = {rules.columns * row + column for row, column in near[: 2 * count]}
    return rng.sample(sorted(cells), min(count, len(cells)))


def board_with(cells: list[int], rules: Rules = GOMOKU) -> ShapeBoard:
    """The board after moves on these cells."""
    board = fresh_shape_board(rules)
    shape_search.put_stones(board, np.array(cells, np.int64))
    return board


def value_of(board: ShapeBoard, network: LineNetwork) -> int:
    """The value by the network."""
    return int(evaluate_near(board, network, -FAR, FAR))


def sums_of(seen: NDArray[np.int64], vectors: NDArray[np.int16]) -> NDArray[np.float64]:
    """The sums over the cells of a board: 0 none, 1 of the side to move, 2 of the other."""
    number = {int(line): i for i, line in enumerate(line_weights.lines())}
    rows, columns = seen.shape
    seen = np.pad(seen, REACH, constant_values=3)
    sums = np.zeros(vectors.shape[1])
    for row in range(REACH, REACH + rows):
        for column in range(REACH, REACH + columns):
            total = np.zeros_like(sums)
            for down, right in DIRECTIONS:
                steps = range(-REACH, REACH + 1)
                line = [int(seen[row + step * down, column + step * right]) for step in steps]
                codes = (line, line[::-1])
                code = min(sum(cell << 2 * i for i, cell in enumerate(one)) for one in codes)
                total += vectors[number[code]]
            sums += total.clip(0, CLIP)
    return sums


def by_hand(board: ShapeBoard, rules: Rules) -> float:
    """The value in points, computed from the weights cell by cell."""
    learnt, side = line_weights.learnt(rules.variant), int(board.sums[SIDE])
    weights = learnt[side if rules.variant is Variant.RENJU else 0]
    stone = board.stone.reshape(rules.rows, rules.columns)
    seen = np.where(stone < 0, 0, np.where(stone == side, 1, 2))
    empty = np.zeros_like(seen)
    sums = sums_of(seen, weights.vectors) - sums_of(empty, weights.vectors)
    odds = float(evaluate(board)) / POINTS
    stones = float((board.stone >= 0).sum())
    one = np.array([1, odds, stones, *sums]) @ weights.first.astype(float)
    two = np.array([1, *one.clip(0)]) @ weights.second.astype(float)
    return float(POINTS * (odds + np.array([*two.clip(0), 1]) @ weights.last.astype(float)))


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_the_value_is_that_of_the_weights(rules: Rules) -> None:
    """Whole sums, and no more than a point of rounding in the layers."""
    rng = random.Random(1)
    for count in (1, 6, 7, 30):
        board = board_with(some_cells(rng, count, rules), rules)
        assert abs(value_of(board, fresh_line_network(rules)) - by_hand(board, rules)) <= 1


@pytest.mark.parametrize("rules", GAMES, ids=str)
@pytest.mark.parametrize("seed", range(WALKS))
def test_the_sums_follow_the_board(rules: Rules, seed: int) -> None:
    """However many stones came and went since it was last asked, for either side."""
    rng = random.Random(seed)
    board, network = fresh_shape_board(rules), fresh_line_network(rules)
    played: list[int] = []
    for _ in range(30):
        for _ in range(rng.randrange(len(played) + 1) if rng.random() < 0.5 else 0):
            shape_search.lift_stone(board, played.pop())
        new = [cell for cell in some_cells(rng, 6, rules) if cell not in played]
        shape_search.put_stones(board, np.array(new, np.int64))
        played += new
        if len(played) > 60:
            continue
        again = board_with(played, rules)
        assert value_of(board, network) == value_of(again, fresh_line_network(rules))


def test_a_position_is_worth_the_same_from_any_side() -> None:
    """Turned and mirrored, to the point."""
    cells = some_cells(random.Random(5), 21)
    grid = np.arange(GOMOKU.cells).reshape(GOMOKU.rows, GOMOKU.columns)
    images = [np.rot90(side, turns) for side in (grid, grid.T) for turns in range(4)]
    values = {
        value_of(board_with([int(image.flat[cell]) for cell in cells]), fresh_line_network(GOMOKU))
        for image in images
    }
    assert len(values) == 1


def test_it_is_asked_near_the_window_alone() -> None:
    """Far from it the shapes say enough."""
    board, network = board_with(some_cells(random.Random(1), 12)), fresh_line_network(GOMOKU)
    by_shapes = int(evaluate(board))
    by_network = int(corrected(board, network, by_shapes))
    assert by_network != by_shapes
    for low, high, value in (
        (by_shapes, by_shapes, by_network),
        (by_shapes - 9_000, by_shapes + 9_000, by_network),
        (by_shapes + 9_000, by_shapes + 9_001, by_shapes),
        (by_shapes - 9_001, by_shapes - 9_000, by_shapes),
    ):
        assert evaluate_near(board, network, low, high) == value


@pytest.mark.parametrize("rules", [Rules(9, 9, 5), Rules(15, 15, 6)], ids=str)
def test_other_games_have_none(rules: Rules) -> None:
    """It says nothing of other goals, nor of small boards."""
    board, network = fresh_shape_board(rules), fresh_line_network(rules)
    shape_search.put_stones(board, np.array([30, 31, 40], np.int64))
    assert evaluate_near(board, network, -FAR, FAR) == evaluate(board)
