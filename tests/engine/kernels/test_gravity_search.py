"""The compiled solver of gravity boards, function by function."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest

from engine import Rules
from engine.gravity.solver import column_masks, geometry
from engine.kernels import gravity_search as kernel
from engine.kernels.gravity_search import Geometry
from tests.thorough import thorough

Board = tuple[int, int]
"""Mover and waiter."""

NO_BOUND = 32


@cache
def lines(rules: Rules) -> list[int]:
    """Every line of the board, cell by cell."""
    found = []
    for column in range(rules.columns):
        for row in range(rules.rows):
            for right, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(column + right * i, row + up * i) for i in range(rules.goal)]
                if all(c < rules.columns and 0 <= r < rules.rows for c, r in cells):
                    found.append(sum(1 << c * (rules.rows + 1) + r for c, r in cells))
    return found


def has_line(rules: Rules, stones: int) -> bool:
    """Whether a line stands, line by line."""
    return any(stones & line == line for line in lines(rules))


def after_each_move(rules: Rules, board: Board) -> Iterator[Board]:
    """What the moves of a board lead to."""
    mover, waiter = board
    for column in range(rules.columns):
        cells = [1 << column * (rules.rows + 1) + row for row in range(rules.rows)]
        stone = next((cell for cell in cells if not (mover | waiter) & cell), None)
        if stone is not None:
            yield waiter, mover | stone


@cache
def truth(rules: Rules, board: Board) -> int:
    """The score of a board by plain negamax, for the mover."""
    stones = (board[0] | board[1]).bit_count()
    if has_line(rules, board[1]):
        return -((rules.cells + 2 - stones) // 2)
    if stones == rules.cells:
        return 0
    return max(-truth(rules, after) for after in after_each_move(rules, board))


def all_boards(rules: Rules) -> set[Board]:
    """Every unfinished board that play can reach."""
    reached, found = {(0, 0)}, set[Board]()
    while reached:
        found |= reached
        reached = {
            after
            for board in reached
            for after in after_each_move(rules, board)
            if not has_line(rules, after[1]) and (after[0] | after[1]).bit_count() < rules.cells
        }
    return found


def late_boards(rules: Rules, free: int, count: int) -> set[Board]:
    """Random unfinished boards with few free cells, of games in which no win is given away."""
    rng = random.Random(str(rules))
    found = set[Board]()
    while len(found) < count:
        board: Board = (0, 0)
        while (board[0] | board[1]).bit_count() < rules.cells - free:
            afters = [
                after
                for after in after_each_move(rules, board)
                if not has_line(rules, after[1])
                and not any(has_line(rules, later[1]) for later in after_each_move(rules, after))
            ]
            if not afters:
                break
            board = rng.choice(afters)
        else:
            found.add(board)
    return found


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
        return kernel._claimeven_bound(mover, waiter, threats, target, masks)
    columns = column_masks(rules)
    return kernel._zugzwang_bound(mover, waiter, threats, target, columns, masks)


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
        *thorough("5x3x3g", "3x4x4g", "4x4x3g", "3x5x3g"),
        pytest.param("4x4x4g", marks=pytest.mark.long),
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
        *thorough("5x5x4g", "6x4x4g", "6x5x4g", "5x6x4g", "6x7x4g", "7x6x4g"),
    ],
)
def test_bounds_from_zugzwang_hold_late_on_large_boards(text: str) -> None:
    """No bound from zugzwang is below the truth, with even and odd numbers of free cells."""
    rules = Rules.parse(text)
    assert_bounds_hold(rules, late_boards(rules, 6, 100) | late_boards(rules, 7, 100))


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
        assert kernel._has_line(stones, masks) == has_line(rules, stones)
        missing = [line & ~stones for line in lines(rules)]
        threats = {cell for cell in missing if cell.bit_count() == 1 and not cell & taken}
        assert kernel._threats(stones, masks) & ~taken == sum(threats)


def test_a_mirrored_board_is_one_position_in_the_opening() -> None:
    """Below 16 stones both have one hash; later each has its own."""
    masks = geometry(Rules.parse("connect4"))
    left, right = 1, 1 << 42
    assert kernel._hash(left, left, 1, masks) == kernel._hash(right, right, 1, masks)
    assert kernel._hash(left, left, 20, masks) != kernel._hash(right, right, 20, masks)


def test_a_doubled_table_has_the_same_entries() -> None:
    """What was found before is found after, and nothing else; the array is longer than its use."""
    rng = random.Random(1)
    tag_bits, buckets = 6, 8
    keys = range(buckets << tag_bits)
    table = np.zeros(4 * buckets, dtype=np.int64)
    for key in rng.sample(keys, 100):
        kernel._store(table, key, tag_bits, True, key % 20, key % 7, 1 + key)
    before = [kernel._entry_at(table, key, tag_bits) for key in keys]
    kernel._double(table, buckets, tag_bits)
    after = [kernel._entry_at(table, key, tag_bits - 1) for key in keys]
    assert [entry & (1 << 20) - 1 for entry in after] == [entry & (1 << 20) - 1 for entry in before]
    assert np.count_nonzero(table) == np.count_nonzero(before) > buckets


def test_an_entry_keeps_both_bounds_and_the_costlier_neighbour() -> None:
    """Bounds of a position add up; a third position in a bucket replaces the cheaper."""
    table = np.zeros(2 << 8, dtype=np.int64)
    tag_bits = 41
    kernel._store(table, 5, tag_bits, True, -3, 2, 100)
    kernel._store(table, 5, tag_bits, False, 4, 1, 10)
    entry = kernel._entry_at(table, 5, tag_bits)
    assert ((entry & 63) - 32, 32 - (entry >> 6 & 63)) == (-3, 4)
    kernel._store(table, 6, tag_bits, False, 0, 0, 1)
    kernel._store(table, 7, tag_bits, False, 0, 0, 1)
    assert kernel._entry_at(table, 5, tag_bits) == entry
    assert kernel._entry_at(table, 6, tag_bits) == 0
    assert kernel._entry_at(table, 7, tag_bits) != 0
