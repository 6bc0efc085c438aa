"""What a proof-number search remembers: the dearest of what met in one bucket."""

from __future__ import annotations

import numpy as np

from engine.kernels.dfpn_memory import BUCKET_SIZE, INFINITE, bucket_of, probe, store

BUCKETS = 8
DEAREST = 1 << 40


def fresh() -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """A table of which nothing is known."""
    return np.zeros(BUCKETS * BUCKET_SIZE, np.int64)


def test_stored_numbers_are_found_again() -> None:
    """Both numbers, for keys of either sign, whatever the position cost."""
    table = fresh()
    told = {-(5 << 60): (0, INFINITE), 1 << 62 | 3: (INFINITE, 0), 77: (12, INFINITE - 1)}
    for spent, (key, (pn, dn)) in zip((0, 9, DEAREST), told.items(), strict=True):
        store(table, key, pn, dn, spent)
    for key, (pn, dn) in told.items():
        word = probe(table, key)
        assert (word & INFINITE, word >> 20 & INFINITE) == (pn, dn)
    assert probe(table, 78) == 0


def test_better_numbers_replace_those_of_the_same_key() -> None:
    """A key stands in its bucket once."""
    table = fresh()
    for pn in (1, 5, 3):
        store(table, 42, pn, 1, 100)
    assert probe(table, 42) & INFINITE == 3
    assert np.count_nonzero(table == 42) == 1


def test_the_cheapest_of_a_bucket_gives_way() -> None:
    """Four keys have room; a fifth takes the place of the one that cost least."""
    table = fresh()
    keys = [at * BUCKETS + 1 for at in range(1, 6)]
    assert len({bucket_of(table, key) for key in keys}) == 1
    for key, spent in zip(keys, (10_000, 100, 1_000_000, DEAREST, 50), strict=True):
        store(table, key, 1, 1, spent)
    assert [probe(table, key) != 0 for key in keys] == [True, False, True, True, True]
