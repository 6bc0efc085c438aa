"""What a search learns of its evaluation: to err less, and nothing from what tells nothing."""

from __future__ import annotations

from itertools import pairwise

import pytest

from engine import Position, decode_game
from engine.alphabeta.arrays import fresh_alphabeta_arrays, fresh_line_network
from engine.kernels.alphabeta import (
    BEST,
    BETA,
    CELL,
    DEPTH,
    FLOOR,
    FRAME_SIZE,
    AlphaBetaArrays,
)
from engine.kernels.wide.corrections import correction_of, evaluate_corrected, learn
from engine.kernels.wide.line_network import evaluate_near
from engine.kernels.wide.shape_frame import GUESS, NO_GUESS
from engine.kernels.wide.shapes import ShapeBoard
from engine.thinking.score import ESTIMATE_LIMIT, WIN
from tests.engine.kernels.wide.test_vcf import board_of

PLY = 2


def node(
    value: int, guess: int, low: int, high: int, position: Position
) -> tuple[ShapeBoard, AlphaBetaArrays]:
    """A board and a search that leaves a node at PLY with a value, a guess and a window."""
    tree = fresh_alphabeta_arrays(position.rules, 1)
    for ply, tile in enumerate(position.moves[-PLY:]):
        tree.frame[ply * FRAME_SIZE + CELL] = tile - 1
    at = PLY * FRAME_SIZE
    for field, number in ((BEST, value), (GUESS, guess), (FLOOR, low), (BETA, high), (DEPTH, 4)):
        tree.frame[at + field] = number
    return board_of(position), tree


GAME = decode_game("15x15x5:113-114-99-129-98-100-128-127-97")


@pytest.mark.parametrize("error", [1000, -1000])
def test_each_node_brings_the_correction_nearer_to_the_error(error: int) -> None:
    """After each node that was wrong by as much less of the error is left, at last next to none."""
    board, tree = node(300 + error, 300, -WIN, WIN, GAME)
    left = [abs(error)]
    for _ in range(150):
        learn(board, tree, PLY)
        left.append(abs(error - correction_of(board, tree, PLY)))
    assert all(after <= before for before, after in pairwise(left))
    assert left[1] < left[0]
    assert left[-1] < 20


@pytest.mark.parametrize(
    "value, guess, low, high",
    [
        (500, 800, 499, 500),  # at least 500, and 800 was guessed
        (500, 200, 500, 501),  # at most 500, and 200 was guessed
        (WIN - 9, 200, -WIN, WIN),
        (9 - WIN, 200, -WIN, WIN),
        (500, NO_GUESS, -WIN, WIN),
    ],
)
def test_what_tells_nothing_teaches_nothing(value: int, guess: int, low: int, high: int) -> None:
    """A bound to which the guess keeps, a win or a loss, and no guess at all leave no trace."""
    board, tree = node(value, guess, low, high, GAME)
    learn(board, tree, PLY)
    assert not tree.corrections.any()


def test_a_bound_that_the_guess_breaks_teaches() -> None:
    """At least 500 where 200 was guessed is an error of 300 or more."""
    board, tree = node(500, 200, 499, 500, GAME)
    learn(board, tree, PLY)
    assert correction_of(board, tree, PLY) > 0


def test_a_correction_is_of_the_moves_before() -> None:
    """After two other moves nothing is known, after one of them a part; at ply 1 nothing at all."""
    board, tree = node(2300, 300, -WIN, WIN, GAME)
    learn(board, tree, PLY)
    both = correction_of(board, tree, PLY)
    assert correction_of(board, tree, 1) == 0
    tree.frame[CELL] = 0
    assert 0 < correction_of(board, tree, PLY) < both
    tree.frame[FRAME_SIZE + CELL] = 0
    assert correction_of(board, tree, PLY) == 0


def test_a_corrected_evaluation_is_the_evaluation_and_the_correction() -> None:
    """And never a claim that somebody wins, however large the correction."""
    board, tree = node(2300, 300, -WIN, WIN, GAME)
    network = fresh_line_network(GAME.rules)
    rough = evaluate_near(board, network, 0, 0)
    plain = evaluate_near(board, network, rough, rough)
    assert evaluate_corrected(board, tree, network, PLY, rough) == plain
    tree.corrections[:] = 100 << 8
    assert evaluate_corrected(board, tree, network, PLY, plain + 300) == plain + 300
    for sign in (1, -1):
        tree.corrections[:] = sign * WIN << 8
        assert evaluate_corrected(board, tree, network, PLY, 0) == sign * ESTIMATE_LIMIT
