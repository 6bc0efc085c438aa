"""How much earlier a cell is tried for its lines."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.learning.games import HOME
from benchmarks.learning.positions import TAKEN, Positions
from benchmarks.learning.records import Look
from engine.alphabeta import line_weights
from engine.alphabeta.arrays import fresh_shape_board
from engine.kernels.windows import SIDE
from engine.wide_kernels import shape_search, shapes
from tests.benchmarks.learning.looked import CALM, looked

pytest.importorskip("torch", reason="weights are fitted with PyTorch: make learning")

from benchmarks.learning import urgency


def order_on_the_board(cells: tuple[int, ...]) -> list[int]:
    """How early the engine tries each free cell after these moves."""
    board = fresh_shape_board(HOME)
    shape_search.put_stones(board, np.array(cells, np.int64))
    free, side = np.flatnonzero(board.stone < 0), int(board.sums[SIDE])
    return [shapes.order_of(board, side, int(cell)) for cell in free]


def test_the_order_that_is_fitted_is_that_of_the_engine() -> None:
    """Ranks and urgencies of the fit, added up, are how early the engine tries each cell."""
    found = looked(CALM, 1, *(Look(ply, -1, 0, 127) for ply in range(2, 6)))
    seen = urgency.choices(found, HOME.variant)
    lines = seen.lines.reshape(len(found), -1, 4)
    order = seen.ranks + line_weights.learnt_urgency()[0][lines].sum(axis=2)
    for ply, row, ranks in zip(range(2, 6), order, seen.ranks, strict=True):
        assert row[ranks >= 0].astype(int).tolist() == order_on_the_board(CALM[:ply])


def test_the_fit_foretells_the_moves_that_searches_prefer() -> None:
    """Where the best cell is always the one in a corner, the lines of corners become urgent."""
    rng = np.random.default_rng(1)
    stones = np.zeros((500, HOME.cells), np.uint8)
    stones[np.arange(500), rng.integers(100, 120, 500)] = 1
    nothing, numbers = np.zeros(stones.shape, np.uint16), np.arange(500)
    taken = np.where(stones > 0, TAKEN, nothing).astype(np.uint16)
    corners = rng.choice([0, 14, 210, 224], 500)
    whole = Positions(stones, taken, taken, 0 * numbers, 0 * numbers, numbers, corners)
    seen = urgency.choices(whole, HOME.variant)
    found = urgency.fit(seen, passes=40)
    assert urgency.found_among(seen, found, 4) > 0.99
    assert urgency.found_among(seen, np.zeros_like(found), 1) == 1.0, "all are first alike"
    untold = Positions(stones, taken, taken, 0 * numbers, 0 * numbers, numbers, 0 * numbers - 1)
    assert len(urgency.choices(untold, HOME.variant).best) == 0
