"""What the weights of shapes are fitted from, and that the fit finds what is there."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks import weights as fitting
from benchmarks.weights import HALF, SCALE, Fit, Game, counts, current, fit, load, play, positions
from engine import Position
from engine.alphabeta import weights
from engine.alphabeta.arrays import fresh_shape_board
from engine.kernels import shape_search, shapes
from engine.kernels.shapes import BROKEN, BROKEN_TWICE, ONE_THREE, OPEN_FOUR, SHAPES, THREE_TWICE

NEVER = OPEN_FOUR

OPEN_THREE = Game(0, 2, (113, 1, 114, 15, 129, 31, 115, 112, 209), 1)


def test_a_game_is_the_same_for_the_same_numbers() -> None:
    """What is played depends on the seed and the number alone, and the moves are legal."""
    game = play(3, 50, seed=1)
    assert game == play(3, 50, seed=1)
    assert game.moves != play(4, 50, seed=1).moves
    assert game.result in {-1, 0, 1}
    assert Position.from_moves(fitting.GAMES, game.moves).ply >= game.start


def test_games_are_gone_on_with(tmp_path: Path) -> None:
    """What a file has is not played again, and a line cut off is left out."""
    file = tmp_path / "games.jsonl"
    kept = {"number": 0, "start": 1, "moves": [113, 114], "result": 1}
    file.write_text(f'{json.dumps(kept)}\n{{"number": 1, "sta')
    assert load(file) == [Game(0, 1, (113, 114), 1)]
    fitting.go_on(file, 1, 50, jobs=1, seed=1)
    assert load(file) == [Game(0, 1, (113, 114), 1)]
    fitting.go_on(file, 2, 50, jobs=1, seed=1)
    assert [game.number for game in load(file)] == [0, 1]


def test_counts_are_of_the_side_to_move_first() -> None:
    """Every free cell has four shapes and a kind for either side; weighed, they are the value."""
    board = fresh_shape_board(fitting.GAMES)
    shape_search.put_stones(board, np.array([112, 0, 113]))
    found = counts(board)
    assert found[:SHAPES].sum() == found[HALF : HALF + SHAPES].sum() == 4 * 222
    assert found[SHAPES:HALF].sum() == found[HALF + SHAPES :].sum() == 222
    assert found[HALF + THREE_TWICE] > 0
    assert found[HALF + SHAPES + ONE_THREE] > 0
    assert found[THREE_TWICE] == 0
    assert current() @ found + board.shape[shapes.OFFSET] == shapes.evaluate(board)


@pytest.mark.thorough
def test_only_quiet_positions_are_learnt_from() -> None:
    """From the opening on, while nobody has an open three or more; the result is the mover's."""
    found = list(positions(OPEN_THREE))
    # on ply 6 X makes an open three, on ply 7 O stops it
    assert [int(row[-1]) for row in found] == [2, 0, 2, 0, 2, 2]


@pytest.mark.parametrize("move", [0.0, 0.3])
def test_the_fit_finds_what_is_there(move: float) -> None:
    """Results drawn by known weights give them back; what never occurs weighs nothing."""
    rng = np.random.default_rng(1)
    counted = rng.poisson(1.0, (6_000, 2 * HALF)).astype(float)
    counted[:, NEVER] = 0
    true = rng.normal(0, 0.1, 2 * HALF)
    true[BROKEN_TWICE], true[HALF + BROKEN_TWICE] = true[BROKEN], true[HALF + BROKEN]
    chance = 1 / (1 + np.exp(-(counted @ true + move)))
    won = (rng.random(6_000) < chance).astype(float)
    fitted = fit(counted, won)
    true[NEVER] = 0
    assert fitted.weights[NEVER] == 0
    assert np.abs(fitted.weights - true).max() < 0.15
    assert fitted.weights[BROKEN] == fitted.weights[BROKEN_TWICE]
    nothing = Fit(np.zeros(2 * HALF), 0.0)
    assert fitted.loss(counted, won) < nothing.loss(counted, won)


def test_what_is_printed_can_be_pasted() -> None:
    """Four lines of Python that give the numbers back, risks turned round."""
    names: dict[str, tuple[int, ...]] = {}
    exec(fitting.tuples(current().tolist()).replace(": Final", ""), names)
    assert names["GAIN_OF_SHAPE"] == weights.GAIN_OF_SHAPE
    assert names["RISK_OF_KIND"] == weights.RISK_OF_KIND
    assert fitting.pasted(Fit(current() / SCALE, 0.0), np.ones((1, 2 * HALF))).tolist() == (
        current().tolist()
    )


def test_too_few_games_are_told() -> None:
    """Without a game to leave out nothing is fitted."""
    assert "too few" in fitting.report([])
