"""Cases of a test that `make test` leaves out, and `make test-all` runs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest
from _pytest.mark import ParameterSet


def thorough(*cases: object) -> Iterator[ParameterSet]:
    """Mark cases of `pytest.mark.parametrize`; a case with several values is a tuple."""
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        yield pytest.param(*values, marks=pytest.mark.thorough)


def few(count: int, cases: Sequence[object]) -> list[object]:
    """Return all cases; `make test` leaves out those after the first ones."""
    return [*cases[:count], *thorough(*cases[count:])]
