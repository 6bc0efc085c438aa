"""Lines and threats as bits."""

from __future__ import annotations

import random

import pytest

from engine import Rules
from engine.gravity.solver import geometry
from engine.kernels.gravity import lines as kernel
from tests.engine.kernels.gravity.boards import has_line, lines


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
