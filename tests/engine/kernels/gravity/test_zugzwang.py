"""Bounds from zugzwang, compared with the truth."""

from __future__ import annotations

import pytest

from engine import Rules
from engine.gravity.solver import column_masks, geometry
from engine.kernels.gravity.lines import Geometry
from engine.kernels.gravity.zugzwang import NO_BOUND, claimeven_bound, zugzwang_bound
from tests.engine.kernels.gravity.boards import Board, all_boards, has_line, late_boards, truth
from tests.thorough import thorough


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
