"""The transposition table of the alpha-beta search, as two threads may leave it."""

from __future__ import annotations

import numpy as np
import pytest

from engine import Rules
from engine.alphabeta.arrays import fresh_alphabeta_arrays, fresh_window_board
from engine.kernels import alphabeta
from engine.kernels.alphabeta import CERTAIN, EXACT, LOWER, UPPER, AlphaBetaArrays
from engine.kernels.jit import entry
from engine.kernels.windows import KEY, WindowBoard
from engine.thinking.score import WIN


@entry
def store(
    board: WindowBoard, search: AlphaBetaArrays, depth: int, value: int, bound: int = EXACT
) -> None:
    """Enter a value of the board's position."""
    alphabeta.store(board, search, depth, value, bound, CERTAIN, 3)


@entry
def probe(board: WindowBoard, search: AlphaBetaArrays) -> int:
    """What is known of the board's position."""
    return alphabeta.probe(board, search)


def test_an_entry_is_found_again() -> None:
    """As long as its position is asked for, and no other."""
    rules = Rules.parse("4x4")
    board, search = fresh_window_board(rules), fresh_alphabeta_arrays(rules, 1)
    board.sums[KEY] = 12345
    assert probe(board, search) == 0
    store(board, search, 4, 100)
    word = probe(board, search)
    assert (word & 65535) - 32768 == 100
    assert word >> 16 & 511 == 4
    board.sums[KEY] = 12346
    assert probe(board, search) == 0


def test_halves_of_two_entries_are_none() -> None:
    """Two threads that write at once may leave one word of each: that belongs to no position."""
    rules = Rules.parse("4x4")
    board = fresh_window_board(rules)
    one, other = (fresh_alphabeta_arrays(rules, 1) for _ in range(2))
    keys = 12345, 12345 + (1 << 60)  # of one bucket
    for key, search, value in zip(keys, (one, other), (100, -100), strict=True):
        board.sums[KEY] = key
        store(board, search, 4, value)
    written = np.flatnonzero(one.table)
    assert list(written) == list(np.flatnonzero(other.table))
    mixed = one.table.copy()
    mixed[written[1]] = other.table[written[1]]
    torn = one._replace(table=mixed)
    for key in keys:
        board.sums[KEY] = key
        assert probe(board, torn) == 0


@pytest.mark.parametrize(
    "value, bound, found",
    [
        (300, EXACT, 300),
        (-300, EXACT, -300),
        (300, LOWER, 300),
        (-300, LOWER, 100),
        (300, UPPER, 100),
        (-300, UPPER, -300),
        (WIN - 9, LOWER, 100),
    ],
)
def test_an_entry_makes_an_estimate_better(value: int, bound: int, found: int) -> None:
    """Where it bounds the estimate from the other side; what says who wins is no estimate."""
    rules = Rules.parse("4x4")
    board, search = fresh_window_board(rules), fresh_alphabeta_arrays(rules, 1)
    store(board, search, 1, value, bound)
    assert alphabeta.refine_by_table(100, probe(board, search)) == found
    assert alphabeta.refine_by_table(100, 0) == 100
