"""The positions that hints are asked for."""

from __future__ import annotations

import random

import pytest

from benchmarks.hints import sample


@pytest.mark.parametrize("board, fewest, most", [("3x3", 1, 6), ("4x4x4", 2, 11)])
def test_positions_are_from_the_middle_of_games(board: str, fewest: int, most: int) -> None:
    """As many unfinished positions as wanted, with so many stones, and not all the same."""
    positions = list(sample(board, 12, random.Random(1)))
    assert len(positions) == 12
    assert all(position.outcome is None for position in positions)
    assert all(fewest <= position.ply <= most for position in positions)
    assert len(set(positions)) > 6
