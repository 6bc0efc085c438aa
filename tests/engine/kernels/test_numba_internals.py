"""What is asked of numba beyond its public interface: another version may have other names."""

from __future__ import annotations

from importlib.metadata import requires, version
from typing import Any, cast

import pytest
from packaging.requirements import Requirement

from engine.kernels.jit import entry, inner, part
from engine.kernels.numba_internals import Helper, compiled
from tests.cold import COMPILED

pytestmark = COMPILED


@inner
def _double(number: int) -> int:
    return 2 * number


@part
def _double_twice(number: int) -> int:
    return _double(_double(number))


@entry
def quadruple(number: int) -> int:
    """What Python calls."""
    return _double_twice(number)


def test_numba_is_one_of_the_versions_that_are_known() -> None:
    """pyproject.toml has an upper bound: what is used here may change with any version."""
    bounds = [Requirement(line) for line in requires("kinarow") or () if line.startswith("numba")]
    assert all(any(one.operator in {"<", "=="} for one in bound.specifier) for bound in bounds)
    assert any(version("numba") in bound.specifier for bound in bounds)


def test_a_helper_has_no_machine_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code is part of who calls it, and each function that was compiled is told of."""
    calls: list[None] = []
    monkeypatch.setattr("engine.kernels.numba_internals.compiled", compiled)
    compiled.append(lambda: calls.append(None))
    try:
        fresh = cast(Any, entry(quadruple.py_func))  # type: ignore[attr-defined]
        fresh._cache = type(cast(Any, _double)._cache)()
        assert fresh(5) == 20
    finally:
        compiled.pop()
    assert calls
    for helper in (_double, _double_twice):
        assert isinstance(helper, Helper)
        made: Any
        (made,) = helper.overloads.values()
        assert not made.library.codegen._engine.is_symbol_defined(made.fndesc.llvm_func_name)


def test_a_helper_can_be_called_from_python() -> None:
    """It is compiled by itself then."""
    assert _double_twice(3) == 12


def test_operators_of_other_things_than_integers_are_what_they_were() -> None:
    """Only those of integers are looked up once for all."""

    @entry
    def mixed(number: int, real: float) -> float:
        return (number + number) * (real + number) + (not real)

    assert mixed(2, 0.5) == 10.0
    assert mixed(True, 0.5) == 3.0
