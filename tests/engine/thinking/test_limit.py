"""Limits are positive."""

from __future__ import annotations

from typing import Any

import pytest

from engine import Limit


@pytest.mark.parametrize("bound", ["seconds", "nodes", "depth"])
@pytest.mark.parametrize("value", [0, -1])
def test_bounds_are_positive(bound: str, value: int) -> None:
    """A limit of nothing is refused."""
    with pytest.raises(ValueError, match=bound):
        Limit(**{bound: value})


@pytest.mark.parametrize(
    "bounds",
    [
        {"nodes": 1.5},
        {"depth": 2.0},
        {"nodes": True},
        {"seconds": "1"},
        {"seconds": True},
        {"seconds": float("nan")},
    ],
)
def test_bounds_are_numbers(bounds: dict[str, Any]) -> None:
    """Nodes and depth are whole numbers, seconds any, and nothing else is taken for one."""
    with pytest.raises(ValueError, match=next(iter(bounds))):
        Limit(**bounds)


def test_repr_reads_back() -> None:
    """A limit survives repr."""
    limit = Limit(seconds=0.5, depth=3)
    assert eval(repr(limit)) == limit
