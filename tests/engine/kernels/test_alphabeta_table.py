"""The transposition table of the alpha-beta search, as two threads may leave it."""

from __future__ import annotations

import numpy as np
import pytest

from engine.kernels import alphabeta_table
from engine.kernels.alphabeta import CERTAIN
from engine.kernels.alphabeta_table import (
    BUCKET_SIZE,
    EXACT,
    LOWER,
    UPPER,
    claim_of,
    depth_of,
    move_of,
    refine_by_table,
    value_and_bound,
)
from engine.kernels.jit import Array, entry
from engine.thinking.score import WIN


@entry
def store(table: Array, key: int, depth: int, value: int, bound: int = EXACT) -> None:
    """Enter a value of a position, and a move."""
    alphabeta_table.store(table, key, depth, value, bound, CERTAIN, 3)


@entry
def probe(table: Array, key: int) -> int:
    """What is known of a position."""
    return alphabeta_table.probe(table, key)


def _empty() -> Array:
    """A table of 1024 buckets."""
    return np.zeros(1024 * BUCKET_SIZE, np.int64)


def test_an_entry_is_found_again() -> None:
    """As long as its position is asked for, and no other."""
    table = _empty()
    assert probe(table, 12345) == 0
    store(table, 12345, 4, -100, UPPER)
    known = probe(table, 12345)
    assert value_and_bound(known) == (-100, UPPER)
    assert (depth_of(known), claim_of(known), move_of(known)) == (4, CERTAIN, 3)
    assert probe(table, 12346) == 0


def test_halves_of_two_entries_are_none() -> None:
    """Two threads that write at once may leave one word of each: that belongs to no position."""
    one, other = _empty(), _empty()
    keys = 12345, 12345 + (1 << 60)  # of one bucket
    for key, table, value in zip(keys, (one, other), (100, -100), strict=True):
        store(table, key, 4, value)
    written = np.flatnonzero(one)
    assert list(written) == list(np.flatnonzero(other))
    torn = one.copy()
    torn[written[1]] = other[written[1]]
    for key in keys:
        assert probe(torn, key) == 0


def test_a_bucket_keeps_the_deepest_and_the_last() -> None:
    """Its second entry gives way to whatever is not as deep as its first."""
    table = _empty()
    deep, first, second = (12345 + (n << 60) for n in range(3))  # of one bucket
    store(table, deep, 9, 1)
    store(table, first, 4, 2)
    store(table, second, 3, 3)
    found = [value_and_bound(probe(table, key))[0] for key in (deep, second)]
    assert found == [1, 3]
    assert probe(table, first) == 0


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
    table = _empty()
    store(table, 12345, 1, value, bound)
    assert refine_by_table(100, probe(table, 12345)) == found
    assert refine_by_table(100, 0) == 100
