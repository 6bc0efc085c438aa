"""What is left out of the search over shapes: the VCF that a side is known not to have."""

from __future__ import annotations

import random

import pytest

from engine import Rules, Side
from engine.alphabeta.arrays import fresh_alphabeta_arrays, fresh_vcf_arrays
from engine.wide_kernels import shape_pruning
from engine.wide_kernels.vcf import find_vcf
from tests.engine.boards import wander
from tests.engine.wide_kernels.test_vcf import board_of, completing
from tests.thorough import long, thorough


@pytest.mark.parametrize("game, tried", [*thorough(("10x10x5", 60)), *long(("9x9x4", 150))])
def test_a_move_gives_the_opponent_no_vcf(game: str, tried: int) -> None:
    """A side with no VCF even if the mover passes has none after any of its moves."""
    rules, rng = Rules.parse(game), random.Random(game)
    tested = 0
    for _ in range(tried):
        position = wander(rules, rng.randint(8, 40), rng)
        board, vcf = board_of(position), fresh_vcf_arrays(rules)
        if any(completing(position, side) for side in Side):
            continue
        tree = fresh_alphabeta_arrays(rules, 1)
        has_vcf = shape_pruning.vcf_after_null_move(board, tree, vcf, 0)
        if has_vcf or not tree.frame[shape_pruning.NO_VCF]:
            continue
        for tile in position.legal:
            after = board_of(position.play(tile))
            assert find_vcf(after, fresh_vcf_arrays(rules), 100_000) == 0
            tested += 1
    assert tested > 0
