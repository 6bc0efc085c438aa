"""Cases of a test that `make test` leaves out, and `make test-all` or `make prove` runs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import pytest
from _pytest.mark import ParameterSet


def thorough(*cases: object) -> Iterator[ParameterSet]:
    """Mark cases of `pytest.mark.parametrize`; a case with several values is a tuple."""
    return _marked(pytest.mark.thorough, cases)


def long(*cases: object) -> Iterator[ParameterSet]:
    """The same for cases that `make prove` alone runs: others of their kind are tried before."""
    return _marked(pytest.mark.long, cases)


def _marked(mark: pytest.MarkDecorator, cases: Iterable[object]) -> Iterator[ParameterSet]:
    for case in cases:
        values = case if isinstance(case, tuple) else (case,)
        yield pytest.param(*values, marks=mark)


def few(count: int, cases: Sequence[object]) -> list[object]:
    """Return all cases; `make test` leaves out those after the first ones."""
    return [*cases[:count], *thorough(*cases[count:])]
