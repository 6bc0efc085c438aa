"""Limits are positive."""

from __future__ import annotations

import pytest

from engine import Limit


@pytest.mark.parametrize("bound", ["seconds", "nodes", "depth"])
@pytest.mark.parametrize("value", [0, -1])
def test_bounds_are_positive(bound: str, value: int) -> None:
    """A limit of nothing is refused."""
    with pytest.raises(ValueError, match=bound):
        Limit(**{bound: value})


def test_repr_reads_back() -> None:
    """A limit survives repr."""
    limit = Limit(seconds=0.5, depth=3)
    assert eval(repr(limit)) == limit
