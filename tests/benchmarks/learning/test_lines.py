"""Which lines of stones a position has."""

from __future__ import annotations

import numpy as np

from benchmarks.learning.games import HOME
from benchmarks.learning.lines import lines_of
from benchmarks.learning.records import Look
from engine.alphabeta.arrays import fresh_line_network, fresh_shape_board
from engine.kernels.windows import SIDE
from engine.wide_kernels import shape_search
from engine.wide_kernels.line_network import REACH, STRIDE, corrected
from tests.benchmarks.learning.looked import CALM, looked


def test_the_lines_are_those_of_the_board() -> None:
    """What the fit sees of a position is what the engine holds of it."""
    found = looked(CALM, 1, Look(5, -1, 0, 1))
    board, known = fresh_shape_board(HOME), fresh_line_network(HOME)
    shape_search.put_stones(board, np.array(CALM[:5], np.int64))
    corrected(board, known, 0)
    held = known.held.reshape(2, -1, STRIDE)[int(board.sums[SIDE])]
    expected = held[board.line_of, board.line_shift // 2 - REACH]
    assert np.array_equal(lines_of(found.stones)[0], expected)
