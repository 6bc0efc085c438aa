"""Compiling kernels: the decorators of numba, typed, and how they are used here.

Only three modules of the kernels import numba: this one, engine/kernels/instructions.py with what
numba has no function for, and engine/kernels/numba_internals.py with all names that it does not
document.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from engine.kernels import cache

# numba is large and stays in memory: the garbage collector would walk through all of it several
# times while it loads and at its first use, a quarter of the time to a first answer.
_collecting = gc.isenabled()
gc.disable()
try:
    import numba

    from engine.kernels.numba_internals import OPTIONS, Helper, KernelCompiler, keep
finally:
    gc.freeze()
    if _collecting:
        gc.enable()

Array: TypeAlias = NDArray[np.int64]
"""A flat array of signed 64-bit integers: the numbers of kernels, compiled or not."""

_Function = TypeVar("_Function", bound=Callable[..., object])


def inner(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, inlined wherever it is called."""
    return _helper(function, forceinline=True)


def part(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, once for all places that call it."""
    # without this, numba uses the setting of the function that calls it first
    return _helper(function, forceinline=False)


def _helper(function: _Function, **options: bool) -> _Function:
    config: Any = numba.config
    return function if config.DISABLE_JIT else cast(_Function, Helper(function, OPTIONS | options))


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls, and keep it in the folder of engine/kernels/cache.py.

    It is compiled at its first call, or loaded where an earlier run left it. Where no
    folder can be written to, each process compiles for itself.
    """
    config, compile_with = cast(Any, numba.config), cast(Any, numba.njit)
    if config.DISABLE_JIT:
        return function
    made = compile_with(pipeline_class=KernelCompiler, no_cfunc_wrapper=True, **OPTIONS)(function)
    if cache.folder() is not None:
        keep(made, function)
    return cast(_Function, made)
