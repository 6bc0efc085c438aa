"""Where the depth of gomoku's search goes."""

from __future__ import annotations

from collections import Counter

import pytest

from benchmarks.nodes import (
    CUT,
    CUT_FIRST,
    EXPANDED,
    IN_VCF,
    REDUCED,
    TRIED,
    Counts,
    positions,
    search,
    tables,
)
from engine import Limit, analyse


def test_positions_are_of_all_games() -> None:
    """None is over, and none stands twice."""
    chosen = positions(90)
    assert Counter(one.outcome for one in chosen) == {None: 90}
    assert len({one.moves for one in chosen}) == 90
    assert len({one.moves[:6] for one in chosen}) > 20


@pytest.mark.thorough  # the counting kernel is compiled: fifteen seconds
def test_counting_finds_what_the_engine_finds() -> None:
    """The same move by as many nodes; each of the tree's is counted once, and cut once at most."""
    for position in positions(30)[::10]:
        limit, counts = Limit(nodes=20_000), Counts()
        found, grown = search(position, limit, counts)
        assert found == analyse(position, limit, every=False)
        total = counts.table.sum(axis=0)
        assert total[: EXPANDED + 1].sum() + total[IN_VCF] == grown
        assert 0 < total[CUT_FIRST] <= total[CUT] < total[EXPANDED]
        assert 0 < total[REDUCED] < total[TRIED]
        assert any(line.startswith("| all |") for line in tables(counts))
