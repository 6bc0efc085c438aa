"""What shapes are worth, as it is fitted and as the engine has it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from benchmarks.learning.games import HOME, rules_on
from benchmarks.learning.positions import TAKEN, positions
from benchmarks.learning.records import Game, Look
from benchmarks.learning.worth import SCALE, features, weights_of, worth_of
from benchmarks.learning.worth import written as file_of_weights
from engine import Rules, Variant
from engine.alphabeta import patterns, shape_weights
from engine.alphabeta.arrays import fresh_shape_board
from engine.wide_kernels import shape_search, shapes
from tests.benchmarks.learning.looked import CALM, looked
from tests.engine.boards import PLANE

OTHERS = (rules_on(11), rules_on(20), rules_on(15, Variant.RENJU), rules_on(20, Variant.CARO))


def value(cells: tuple[int, ...], rules: Rules = HOME) -> int:
    """The engine's evaluation after these moves."""
    board = fresh_shape_board(rules)
    shape_search.put_stones(board, np.array(cells, np.int64))
    return int(shapes.evaluate(board))


def test_the_fitted_weights_add_up_to_the_engines_evaluation() -> None:
    """The weights of the engine, summed over the cells of a position, are its evaluation."""
    found = looked(CALM, 1, *(Look(ply, -1, 0, 1) for ply in range(2, 6)), Look(5, 99, 0, 1))
    played = [*(CALM[:ply] for ply in (2, 3, 4, 5)), (*CALM[:5], 99)]
    odds = worth_of(shape_weights.learnt()).odds(found)
    assert np.rint(SCALE * odds).tolist() == [value(cells) for cells in played]
    assert ((found.mine == TAKEN).sum(axis=1) == [2, 3, 4, 5, 6]).all()


@pytest.mark.parametrize("rules", OTHERS, ids=str)
def test_so_it_is_on_boards_of_other_sizes_and_variants(rules: Rules) -> None:
    """Whatever the many free cells are worth there, it is taken away."""
    cells = (60, 0, 61, rules.rows)
    found = positions([Game(str(rules), 7, 1, cells, 1, (Look(4, -1, 0, 1),))], rules)
    odds = worth_of(shape_weights.learnt(rules.variant), rules).odds(found)
    assert np.rint(SCALE * odds).tolist() == [value(cells, rules)]


def test_features_count_the_shapes_of_each_multiset() -> None:
    """Four shapes and one kind, each a whole number of times."""
    found = features()
    assert (found[:, : shapes.SHAPES].sum(axis=1) == 4).all()
    assert (found[:, shapes.SHAPES :].sum(axis=1) == 1).all()
    assert len(np.unique(found, axis=0)) == patterns.MULTISETS


@pytest.mark.parametrize("variant", PLANE, ids=lambda variant: variant.value)
def test_weights_are_written_as_the_engine_reads_them(variant: Variant) -> None:
    """The file of the engine is what the program writes, and loses nothing on the way."""
    known, home = shape_weights.learnt(variant), rules_on(15, variant)
    text = file_of_weights(known)
    assert json.loads(text)["gain"] == known.gain.tolist()
    again = weights_of(worth_of(known, home), home)
    assert again.to_move == known.to_move
    assert np.array_equal(again.gain, known.gain)
    assert np.array_equal(again.risk, known.risk)
    file = Path(shape_weights.__file__).with_name(shape_weights.FILE.format(variant.value))
    assert file.read_text(encoding="utf-8") == text
