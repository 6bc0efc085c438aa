"""Compiling kernels: the decorators of numba, typed, and at home where nothing can be cached."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from typing import TypeVar, cast

import numba

_LOGGER = logging.getLogger(__name__)
_Function = TypeVar("_Function", bound=Callable[..., object])


def inner(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, into each place that calls it."""
    return cast(_Function, numba.njit(nogil=True, forceinline=True)(function))


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls: without the interpreter lock, cached on disk.

    It is compiled at its first call, or loaded where an earlier run has left it. The
    cache looks at the file of the function alone: what it calls has to stand there too.
    Where no folder can be written to, each process compiles for itself.
    """
    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
    except RuntimeError:
        _warn_once()
        compiled = numba.njit(nogil=True)(function)
    return cast(_Function, compiled)


@cache
def _warn_once() -> None:
    _LOGGER.warning("no folder to keep compiled kernels in: each process compiles its own")
