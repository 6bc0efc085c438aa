"""What numba has no function for does the same compiled and in plain Python."""

from __future__ import annotations

import numpy as np

from engine.kernels.instructions import WIDTH, Floats, add_scaled, exchange
from engine.kernels.jit import entry


@entry
def add_compiled(to: Floats, at: int, of: Floats, first: int, factor: np.float32) -> None:
    """`add_scaled` in compiled code."""
    add_scaled(to, at, of, first, factor)


@entry
def exchange_compiled(
    cells: Floats, at: int, sums: Floats, total: int, vectors: Floats, old: int, new: int, most: int
) -> None:
    """`exchange` in compiled code."""
    exchange(cells, at, sums, total, vectors, old, new, most)


def numbers(seed: int, count: int) -> Floats:
    """Numbers from -8 to 8."""
    return np.random.default_rng(seed).uniform(-8, 8, count).astype(np.float32)


def test_numbers_are_added() -> None:
    """To the bit, from any place, and no other number changes."""
    for at, first in ((0, 0), (3, 5), (7, 1)):
        to, of = numbers(1, 2 * WIDTH), numbers(2, 2 * WIDTH)
        plain = to.copy()
        add_compiled(to, at, of, first, np.float32(0.3))
        add_scaled(plain, at, of, first, np.float32(0.3))
        assert np.array_equal(to, plain)
        assert np.array_equal(np.flatnonzero(to != numbers(1, to.size)), at + np.arange(WIDTH))


def test_vectors_are_exchanged() -> None:
    """A cell has the new vector in place of the old one; the sums have what it counts, clipped."""
    for at, total, old, new in ((0, 0, 0, 16), (16, 5, 20, 3)):
        kept = [numbers(seed, 3 * WIDTH) for seed in (3, 4)]
        plain = [array.copy() for array in kept]
        vectors = numbers(5, 3 * WIDTH)
        exchange_compiled(kept[0], at, kept[1], total, vectors, old, new, 4)
        exchange(plain[0], at, plain[1], total, vectors, old, new, 4)
        assert all(np.array_equal(one, other) for one, other in zip(kept, plain, strict=True))
        before, after = numbers(3, 3 * WIDTH)[at : at + WIDTH], kept[0][at : at + WIDTH]
        change = after.clip(0, 4) - before.clip(0, 4)
        sums = numbers(4, 3 * WIDTH)[total : total + WIDTH] + change
        assert np.array_equal(kept[1][total : total + WIDTH], sums)
