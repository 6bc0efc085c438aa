"""The measure of each technique."""

from __future__ import annotations

import pytest

from benchmarks.ablation import KERNELS, ROOT, TECHNIQUES, Technique, module_of, positions
from engine import Position, Rules


@pytest.mark.parametrize("technique", TECHNIQUES, ids=lambda technique: technique.name)
def test_every_technique_is_one_line_of_the_source(technique: Technique) -> None:
    """The line to be replaced is there, once."""
    assert technique.line in module_of(technique, ROOT / KERNELS).read_text(encoding="utf-8")


def test_positions_are_the_same_every_time() -> None:
    """They go on, nobody wins with the next stone, and a seed fixes them."""
    found = positions(8)
    assert found == positions(8)
    for moves in found:
        position = Position.from_moves(Rules.parse("connect4"), moves)
        assert not any(position.play(move).outcome for move in position.legal)
