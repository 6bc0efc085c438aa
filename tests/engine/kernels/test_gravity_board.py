"""Lines and threats as bits."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine import Rules
from engine.kernels import gravity_board as kernel
from engine.kernels.gravity_board import (
    NO_BOUND,
    Geometry,
    claimeven_bound,
    double,
    entry_at,
    hash_of,
    store,
    zugzwang_bound,
)
from engine.solvers.gravity_solver import column_masks, geometry
from tests.engine.kernels.gravity_boards import (
    Board,
    all_boards,
    has_line,
    late_boards,
    lines,
    truth,
)
from tests.thorough import long, thorough


@pytest.mark.parametrize(
    "text",
    ["3x3x2g", "4x4x3g", "6x7x4g", "5x6x5g", "9x6x6g", "3x15x4g", "14x4x9g", "19x3x4g", "19x3x3g"],
)
def test_lines_and_threats_are_those_of_the_rules(text: str) -> None:
    """Lines and the cells that complete one are found by shifts as they are cell by cell."""
    rules = Rules.parse(text)
    masks = geometry(rules)
    rng = random.Random(text)
    cells = [1 << bit for bit in range(masks.key_bits) if masks.board >> bit & 1]
    for _ in range(100):
        piles = [rng.randint(0, rules.rows) for _ in range(rules.columns)]
        taken = sum((1 << pile) - 1 << i * (rules.rows + 1) for i, pile in enumerate(piles))
        stones = sum(cell for cell in cells if taken & cell and rng.random() < 0.6)
        assert kernel.has_line(stones, masks) == has_line(rules, stones)
        missing = [line & ~stones for line in lines(rules)]
        threats = {cell for cell in missing if cell.bit_count() == 1 and not cell & taken}
        assert kernel.threats_of(stones, masks) & ~taken == sum(threats)


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


def ceiling(rules: Rules, masks: Geometry, board: Board, target: int) -> int:
    """The bound from zugzwang that applies to a board."""
    mover, waiter = board
    taken = mover | waiter
    threats = sum(
        1 << bit
        for bit in range(masks.key_bits)
        if masks.board >> bit & 1 and not taken >> bit & 1 and has_line(rules, waiter | 1 << bit)
    )
    if threats & taken + masks.bottom:
        return NO_BOUND
    if (rules.cells - taken.bit_count()) % 2 == 0:
        return claimeven_bound(mover, waiter, threats, target, masks)
    columns = column_masks(rules)
    return zugzwang_bound(mover, waiter, threats, target, columns, masks)


def assert_bounds_hold(rules: Rules, boards: set[Board]) -> None:
    """Every bound that applies to one of the boards is compared with the truth."""
    masks = geometry(rules)
    applied = 0
    for board in boards:
        for target in range(-3, 2):
            bound = ceiling(rules, masks, board, target)
            if bound < NO_BOUND:
                applied += 1
                assert truth(rules, board) <= bound < target, (board, target, bound)
    assert applied


@pytest.mark.parametrize(
    "text",
    [
        *("3x3x3g", "3x4x3g", "4x3x3g"),
        *thorough("5x3x3g", "3x4x4g"),
        *long("4x4x3g", "3x5x3g", "4x4x4g"),
    ],
)
def test_bounds_from_zugzwang_hold_everywhere_on_small_boards(text: str) -> None:
    """No bound from zugzwang is below the truth, in any position of the board."""
    rules = Rules.parse(text)
    assert_bounds_hold(rules, all_boards(rules))


@pytest.mark.parametrize(
    "text",
    [
        *("4x5x4g", "5x4x4g"),
        *thorough("5x5x4g", "6x5x4g"),
        *long("6x7x4g", "6x4x4g", "5x6x4g", "7x6x4g"),
    ],
)
def test_bounds_from_zugzwang_hold_late_on_large_boards(text: str) -> None:
    """No bound from zugzwang is below the truth, with even and odd numbers of free cells."""
    rules = Rules.parse(text)
    assert_bounds_hold(rules, late_boards(rules, 6, 50) | late_boards(rules, 7, 50))
