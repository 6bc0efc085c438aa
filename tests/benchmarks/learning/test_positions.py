"""The quiet positions of games."""

from __future__ import annotations

import pytest

from benchmarks.learning.records import UNKNOWN, Look
from tests.benchmarks.learning.looked import CALM, OPEN_THREE, looked


def test_results_are_those_of_the_side_to_move() -> None:
    """X has won; how a game would have ended beside its moves is not known."""
    found = looked(CALM, 1, Look(4, -1, 30, 1), Look(5, -1, -30, 1), Look(5, 200, 9, 1))
    assert found.result.tolist() == [1, -1, UNKNOWN]
    assert found.value.tolist() == [30, -30, 9]
    assert set(found.game) == {7}
    assert found.best.tolist() == [1, 1, 1]
    assert looked(CALM, UNKNOWN, Look(4, -1, 30, 1)).result.tolist() == [UNKNOWN]


def test_only_quiet_positions_are_learnt_from() -> None:
    """Not where X can make an open four, be it to move or not."""
    assert len(looked(OPEN_THREE, 1, Look(6, -1, 30, 1))) == 1
    for look in (Look(7, -1, 30, 1), Look(6, 114, 30, 1)):
        with pytest.raises(ValueError, match="no quiet position"):
            looked(OPEN_THREE, 1, look)
