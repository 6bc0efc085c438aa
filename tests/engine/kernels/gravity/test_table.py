"""The table of the solver: what it keeps, and what stays where it doubles."""

from __future__ import annotations

import random

import numpy as np

from engine import Rules
from engine.gravity.solver import geometry
from engine.kernels.gravity.table import double, entry_at, hash_of, store


def test_a_mirrored_board_is_one_position_in_the_opening() -> None:
    """Below 16 stones both have one hash; later each has its own."""
    masks = geometry(Rules.parse("connect4"))
    left, right = 1, 1 << 42
    assert hash_of(left, left, 1, masks) == hash_of(right, right, 1, masks)
    assert hash_of(left, left, 20, masks) != hash_of(right, right, 20, masks)


def test_a_doubled_table_has_the_same_entries() -> None:
    """What was found before is found after, and nothing else; the array is longer than its use."""
    rng = random.Random(1)
    tag_bits, buckets = 6, 8
    keys = range(buckets << tag_bits)
    entries = np.zeros(4 * buckets, dtype=np.int64)
    for key in rng.sample(keys, 100):
        store(entries, key, tag_bits, True, key % 20, key % 7, 1 + key)
    before = [entry_at(entries, key, tag_bits) for key in keys]
    double(entries, buckets, tag_bits)
    after = [entry_at(entries, key, tag_bits - 1) for key in keys]
    assert [entry & (1 << 20) - 1 for entry in after] == [entry & (1 << 20) - 1 for entry in before]
    assert np.count_nonzero(entries) == np.count_nonzero(before) > buckets


def test_an_entry_keeps_both_bounds_and_the_costlier_neighbour() -> None:
    """Bounds of a position add up; a third position in a bucket replaces the cheaper."""
    entries = np.zeros(2 << 8, dtype=np.int64)
    tag_bits = 41
    store(entries, 5, tag_bits, True, -3, 2, 100)
    store(entries, 5, tag_bits, False, 4, 1, 10)
    entry = entry_at(entries, 5, tag_bits)
    assert ((entry & 63) - 32, 32 - (entry >> 6 & 63)) == (-3, 4)
    store(entries, 6, tag_bits, False, 0, 0, 1)
    store(entries, 7, tag_bits, False, 0, 0, 1)
    assert entry_at(entries, 5, tag_bits) == entry
    assert entry_at(entries, 6, tag_bits) == 0
    assert entry_at(entries, 7, tag_bits) != 0
