"""What is asked of numba beyond its public interface: another version may have other names."""

from __future__ import annotations

from importlib.metadata import requires, version
from typing import Any, cast

import numpy as np
import pytest
from packaging.requirements import Requirement

from engine.kernels.jit import Array, entry, inner, part
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


def compiled_anew(kernel: object) -> Any:
    """The kernel without what an earlier run has left."""
    fresh = cast(Any, entry(cast(Any, kernel).py_func))
    fresh._cache = type(cast(Any, _double)._cache)()
    return fresh


def test_numba_is_one_of_the_versions_that_are_known() -> None:
    """pyproject.toml has an upper bound: what is used here may change with any version."""
    bounds = [Requirement(line) for line in requires("kinarow") or () if line.startswith("numba")]
    assert all(any(one.operator in {"<", "=="} for one in bound.specifier) for bound in bounds)
    assert any(version("numba") in bound.specifier for bound in bounds)


def test_a_helper_has_no_machine_code_of_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its code is part of its caller, and each compiled function is reported."""
    calls: list[None] = []
    monkeypatch.setattr("engine.kernels.numba_internals.compiled", compiled)
    compiled.append(lambda: calls.append(None))
    try:
        assert compiled_anew(quadruple)(5) == 20
    finally:
        compiled.pop()
    assert calls
    for helper in (_double, _double_twice):
        assert isinstance(helper, Helper)
        made: Any
        (made,) = helper.overloads.values()
        assert not made.library.codegen._engine.is_symbol_defined(made.fndesc.llvm_func_name)


@part
def _triple(number: int) -> int:
    return 3 * number


@inner
def _six_and_more(number: int) -> int:
    return _triple(2) + _triple(number) + _double(7)


@entry
def sum_of_triples(number: int) -> int:
    """What Python calls."""
    return _six_and_more(number) + _double(number)


def test_a_part_is_no_inner_function_where_one_calls_it_first() -> None:
    """numba hands options down from caller to callee; LLVM is to decide for a part."""
    assert compiled_anew(sum_of_triples)(4) == 6 + 12 + 14 + 8
    for helper, everywhere in ((_triple, False), (_six_and_more, True)):
        made: Any
        (made,) = cast(Any, helper).overloads.values()
        code = made.library._final_module.get_function(made.fndesc.llvm_func_name)
        assert any(b"alwaysinline" in one for one in code.attributes) == everywhere


def test_a_helper_is_compiled_once_for_all_numbers_written_out() -> None:
    """With 2, with 7, and with any number."""
    assert compiled_anew(sum_of_triples)(4) == 40
    for helper in (_double, _triple):
        assert len(cast(Any, helper).overloads) == 1


def test_a_helper_can_be_called_from_python() -> None:
    """It is compiled by itself then."""
    assert _double_twice(3) == 12


@inner
def _entry_of(array: Array, index: int) -> int:
    return int(array[index])


@entry
def swap_entry(array: Array, index: int, new: int) -> int:
    """What Python calls: set an entry, and return what it was."""
    before = _entry_of(array, index)
    array[index] = new
    return before


def test_no_index_is_asked_whether_it_is_below_0() -> None:
    """In a kernel as in a helper: what lies before an array is as near as what lies in it."""
    whole = np.array([7, 8, 9])
    assert swap_entry(whole[1:], -1, 5) == 7
    assert whole.tolist() == [5, 8, 9]
    assert swap_entry(whole[1:], 1, 6) == 9


def test_operators_of_other_things_than_integers_are_what_they_were() -> None:
    """Only those of integers are looked up once for all."""

    @entry
    def mixed(number: int, real: float) -> float:
        return (number + number) * (real + number) + (not real)

    assert mixed(2, 0.5) == 10.0
    assert mixed(True, 0.5) == 3.0
