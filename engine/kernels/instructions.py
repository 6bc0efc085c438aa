"""Instructions of the processor that numba has no function for: prefetching, 16 numbers at once.

Plain Python does the same with arrays of numpy, and rounds no number in another way.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, Final, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from engine.kernels.jit import Array  # loads numba, and in the way that is quickest

import numba  # isort: skip
from llvmlite import ir  # isort: skip
from numba.extending import lower_builtin, type_callable  # isort: skip

Floats: TypeAlias = NDArray[np.float32]
"""A flat array of numbers."""

WIDTH: Final = 16
"""How many float32 one instruction, or a few of smaller ones, works on."""

_FLOATS: Final = ir.VectorType(ir.FloatType(), WIDTH)
_FLOAT_BYTES: Final = 4


def prefetch(array: Array, index: int) -> None:
    """Let the processor fetch an entry of an array that is read soon, and go on meanwhile.

    Needs 0 <= index. Does nothing in plain Python.
    """


def add_scaled(to: Floats, at: int, of: Floats, first: int, factor: np.float32) -> None:
    """Add `factor` times WIDTH numbers of one array, from `first`, to those of another, from `at`.

    Needs 0 <= at, first, and both within their arrays.
    """
    to[at : at + WIDTH] += of[first : first + WIDTH] * factor


def exchange(
    cells: Floats, at: int, sums: Floats, total: int, vectors: Floats, old: int, new: int, most: int
) -> None:
    """Put vector `new` in the place of `old` in what a cell has, from `at`, and in the sums.

    Each of the WIDTH numbers of the cell counts there, from `total`, from 0 to `most`. `old` and
    `new` say where the vectors begin. Needs all of them to be within their arrays.
    """
    before = cells[at : at + WIDTH].copy()
    after = before + (vectors[new : new + WIDTH] - vectors[old : old + WIDTH])
    cells[at : at + WIDTH] = after
    sums[total : total + WIDTH] += after.clip(0, most) - before.clip(0, most)


# --- what numba compiles ---------------------------------------------------------------

_Build: TypeAlias = Callable[[Any, Any, Any, Any], Any]
"""Builds code, given numba's context and builder, the signature of a call and its arguments."""


def _in_place_of(function: Callable[..., None]) -> Callable[[_Build], _Build]:
    """Let compiled code have what is built, wherever it calls a function."""

    def register(build: _Build) -> _Build:
        type_callable(function)(lambda _context: wraps(function)(lambda *_types: numba.types.void))
        return cast(_Build, lower_builtin(function, numba.types.VarArg(numba.types.Any))(build))

    return register


@_in_place_of(prefetch)
def _fetch(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
    place, number = ir.IntType(8).as_pointer(), ir.IntType(32)
    instruction = builder.module.declare_intrinsic(
        "llvm.prefetch", (place,), ir.FunctionType(ir.VoidType(), [place] + 3 * [number])
    )
    address = builder.bitcast(builder.gep(data, [arguments[1]]), place)
    # to read, to be kept near, as data and not as code
    builder.call(instruction, [address, number(0), number(3), number(1)])
    return context.get_dummy_value()


class _Vectors:
    """Builds code for WIDTH numbers of an array at once."""

    def __init__(self, context: Any, builder: Any, signature: Any, arguments: Any) -> None:
        self._context, self._builder = context, builder
        self._types, self._arguments = signature.args, arguments

    def address(self, array: int, index: int) -> Any:
        """Where the numbers of an array, an argument, begin: at the index in another one."""
        make = self._context.make_array(self._types[array])
        data = make(self._context, self._builder, self._arguments[array]).data
        place = self._builder.gep(data, [self._arguments[index]])
        return self._builder.bitcast(place, _FLOATS.as_pointer())

    def load(self, address: Any) -> Any:
        """The numbers there."""
        return self._builder.load(address, align=_FLOAT_BYTES)

    def store(self, numbers: Any, address: Any) -> None:
        """Put numbers there."""
        self._builder.store(numbers, address, align=_FLOAT_BYTES)

    def all(self, argument: int) -> Any:
        """An argument, a number, WIDTH times."""
        builder, lane = self._builder, ir.IntType(32)
        given = self._context.cast(
            builder, self._arguments[argument], self._types[argument], numba.types.float32
        )
        one = builder.insert_element(_FLOATS(ir.Undefined), given, lane(0))
        nowhere = ir.VectorType(lane, WIDTH)([0] * WIDTH)
        return builder.shuffle_vector(one, _FLOATS(ir.Undefined), nowhere)

    def clipped(self, numbers: Any, most: Any) -> Any:
        """Numbers, those below 0 or above `most` brought there."""
        builder, zero = self._builder, _FLOATS([0.0] * WIDTH)
        least = builder.select(builder.fcmp_ordered(">", numbers, zero), numbers, zero)
        return builder.select(builder.fcmp_ordered("<", least, most), least, most)


@_in_place_of(add_scaled)
def _add(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    code = _Vectors(context, builder, signature, arguments)
    place = code.address(0, 1)
    added = builder.fmul(code.load(code.address(2, 3)), code.all(4))
    code.store(builder.fadd(code.load(place), added), place)
    return context.get_dummy_value()


@_in_place_of(exchange)
def _swap(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    code = _Vectors(context, builder, signature, arguments)
    cell, sum_ = code.address(0, 1), code.address(2, 3)
    gone, come = (code.load(code.address(4, number)) for number in (5, 6))
    before, clip = code.load(cell), code.all(7)
    after = builder.fadd(before, builder.fsub(come, gone))
    code.store(after, cell)
    change = builder.fsub(code.clipped(after, clip), code.clipped(before, clip))
    code.store(builder.fadd(code.load(sum_), change), sum_)
    return context.get_dummy_value()
