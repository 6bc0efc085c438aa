"""Compiling kernels: the decorators of numba, typed, and at home where nothing can be cached."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba

_LOGGER = logging.getLogger(__name__)
_Function = TypeVar("_Function", bound=Callable[..., object])


def inner(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, into each place that calls it."""
    return cast(_Function, numba.njit(nogil=True, forceinline=True)(function))


def part(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, once for all places that call it."""
    return cast(_Function, numba.njit(nogil=True)(function))


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls: without the interpreter lock, cached on disk.

    It is compiled at its first call, or loaded where an earlier run has left it and no
    kernel has changed since. Where no folder can be written to, each process compiles for
    itself.
    """
    try:
        compiled = numba.njit(cache=True, nogil=True)(function)
        if compiled is not function:
            # numba would look at the file of the function alone, not at what it calls
            cache_file = cast(Any, compiled)._cache._cache_file
            cache_file._source_stamp = kernels_stamp(Path(__file__).parent)
    except (RuntimeError, AttributeError):
        _warn_once()
        compiled = numba.njit(nogil=True)(function)
    return cast(_Function, compiled)


@cache
def kernels_stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Name, time and size of each source in a folder of kernels."""
    files = ((file.name, file.stat()) for file in sorted(folder.glob("*.py")))
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in files)


@cache
def _warn_once() -> None:
    _LOGGER.warning("no folder to keep compiled kernels in: each process compiles its own")
