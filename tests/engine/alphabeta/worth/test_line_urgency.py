"""How much earlier cells are tried for their lines, by line and by what stands near a cell."""

from __future__ import annotations

import random

import numpy as np
import pytest

from engine import PRESETS, Rules, Variant
from engine.alphabeta.arrays import fresh_line_network, fresh_shape_board
from engine.alphabeta.worth import line_urgency, line_weights
from engine.kernels.windows import SIDE
from engine.wide_kernels import shape_search
from engine.wide_kernels.line_network import REACH, STRIDE, corrected
from engine.wide_kernels.shapes import NEAR, URGENCIES, order_of, rank_of

VARIANTS = [PRESETS["gomoku"], *(Rules(20, 20, 5, variant=v) for v in Variant)]


@pytest.mark.parametrize("rules", VARIANTS, ids=str)
def test_a_cell_is_tried_by_its_rank_and_its_lines(rules: Rules) -> None:
    """What a search adds to the rank are the numbers of the four lines as the network sees them."""
    rng = random.Random(1)
    numbers = line_urgency.learnt(rules.variant)
    board, network = fresh_shape_board(rules), fresh_line_network(rules)
    for cell in rng.sample(range(rules.cells), 40):
        shape_search.put_stones(board, np.array([cell], np.int64))
        side = int(board.sums[SIDE])
        corrected(board, network, 0)
        held = network.held.reshape(2, -1, STRIDE)[side]
        shift = board.line_shift // 2 - REACH - network.skipped // 2
        lines = held[board.line_of, shift].reshape(-1, 4)
        of_side = numbers[side % len(numbers)]
        for free in np.flatnonzero(board.stone < 0):
            known = rank_of(board, side, int(free)) + int(of_side[lines[free]].sum())
            assert order_of(board, side, int(free)) == known


def test_near_codes_reach_as_far_as_lines() -> None:
    """One number each for X and for O, and a line to either side is the same line turned round."""
    assert NEAR == REACH
    numbers = line_urgency.of_near_codes(PRESETS["gomoku"])
    assert numbers.size == 2 * URGENCIES
    x, o = (1 << 2 * i for i in (NEAR - 1, NEAR)), (2 << 2 * i for i in (NEAR - 1, NEAR))
    assert len({int(numbers[code]) for code in x}) == 1
    assert [int(numbers[code]) for code in o] == [
        int(numbers[URGENCIES + code]) for code in (1 << 2 * (NEAR - 1), 1 << 2 * NEAR)
    ]


def test_each_variant_has_numbers_of_its_own() -> None:
    """In renju either side has; elsewhere they are the same for both."""
    found = [numbers for variant in Variant for numbers in line_urgency.learnt(variant)]
    assert len(found) == 5
    assert all(numbers.shape == line_weights.lines().shape for numbers in found)
    assert len({numbers.tobytes() for numbers in found}) == 5


@pytest.mark.parametrize("rules", [Rules(15, 15, 6), Rules(9, 9, 5, misere=True)], ids=str)
def test_other_games_have_none(rules: Rules) -> None:
    """Six in a row is tried by its shapes alone, and so is what loses by a row."""
    assert line_urgency.of_near_codes(rules).tolist() == [0]
