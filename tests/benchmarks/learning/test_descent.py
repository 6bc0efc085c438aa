"""The steps of a fit: which positions each sees, and how far it goes."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="weights are fitted with PyTorch: make learning")

from benchmarks.learning.descent import array_of, descend, parameter_of, shuffled


def test_each_pass_sees_each_row_once_but_for_what_fills_no_batch() -> None:
    """In batches of one table each, in another order each time, and the same again."""
    batches = shuffled([10, 3, 7], size=4, passes=2)
    assert [len(rows) for _, rows in batches].count(4) == 2 * (2 + 1)
    assert [len(rows) for table, rows in batches if table == 1] == [3, 3]
    for once in (batches[:4], batches[4:]):
        seen = [(table, row) for table, rows in once for row in rows.tolist()]
        assert len(seen) == len(set(seen)) == 8 + 3 + 4
    again = shuffled([10, 3, 7], size=4, passes=2)
    assert [(table, rows.tolist()) for table, rows in batches] == [
        (table, rows.tolist()) for table, rows in again
    ]
    assert shuffled([0], size=4, passes=1) == []


@pytest.mark.parametrize("pace, near", [(0.0, False), (1.0, True)])
def test_numbers_go_down_the_slope_as_fast_as_the_pace_says(pace: float, near: bool) -> None:
    """To the minimum of the loss with a pace above 0, and nowhere without."""
    found = parameter_of(np.array([4.0, -2.0]))
    groups = [{"params": [found], "lr": 0.1}]
    descend(groups, range(400), lambda _: ((found - 1) ** 2).sum(), lambda _: pace)
    assert np.allclose(array_of(found), [1, 1], atol=0.1) is near


def test_the_pace_is_told_how_much_is_done() -> None:
    """From the first step to the last, between 0 and 1."""
    told: list[float] = []
    found = parameter_of(np.zeros(1))

    def pace(done: float) -> float:
        told.append(done)
        return 1.0

    descend([{"params": [found]}], range(3), lambda _: (found**2).sum(), pace)
    assert told[:3] == [0.25, 0.5, 0.75]
