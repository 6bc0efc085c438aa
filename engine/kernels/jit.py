"""Compiling kernels: the decorators of numba, typed, and at home where nothing can be cached."""

from __future__ import annotations

import gc
import logging
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

# What numba consists of stays, and is much: the collector of garbage would walk through all of it
# several times while it loads and at its first use, for a quarter of the time to a first answer.
_collecting = gc.isenabled()
gc.disable()
try:
    import numba
    from llvmlite import ir
    from numba.extending import intrinsic, overload
finally:
    gc.freeze()
    if _collecting:
        gc.enable()

Array: TypeAlias = NDArray[np.int64]
"""What kernels read and write: signed 64-bit integers, which mean the same compiled or not."""

_LOGGER = logging.getLogger(__name__)
_njit: Final[Any] = partial(numba.njit, nogil=True, _nrt=False)
"""Without the interpreter's lock, and without numba's runtime, which counts who holds an array
whenever one is named: kernels allocate nothing and give nothing back. Wide boards take two thirds
of the time without it, proofs a half."""
_kept: Final[list[Any]] = []
"""What numba keeps the compiled entries in."""
_folders: Final[list[Path]] = []
"""Where that is, for each entry."""
_Function = TypeVar("_Function", bound=Callable[..., object])


def inner(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, into each place that calls it."""
    return cast(_Function, _njit(forceinline=True)(function))


def part(function: _Function) -> _Function:
    """Compile a function that only compiled code calls, once for all places that call it."""
    return cast(_Function, _njit()(function))


def entry(function: _Function) -> _Function:
    """Compile a function that Python calls: without the interpreter lock, cached on disk.

    It is compiled at its first call, or loaded where an earlier run has left it and no
    kernel has changed since. Where no folder can be written to, each process compiles for
    itself.
    """
    try:
        compiled = _njit(cache=True)(function)
        if compiled is not function:
            # numba would look at the file of the function alone, not at what it calls
            cache_file = compiled._cache._cache_file
            cache_file._source_stamp = kernels_stamp(Path(__file__).parent)
            _kept.append(cache_file)
            _folders.append(Path(compiled.stats.cache_path))
    except (RuntimeError, AttributeError):
        _warn_once()
        compiled = _njit()(function)
    return cast(_Function, compiled)


def all_compiled() -> bool:
    """Whether every entry imported so far is there on disk, where there is anything to compile."""
    if not _kept:
        return bool(cast(Any, numba.config).DISABLE_JIT)
    return all(cache_file._load_index() for cache_file in _kept)


def cache_folder() -> Path | None:
    """Where compiled entries are kept; None where none can be."""
    return _folders[0] if _folders else None


@cache
def kernels_stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """Name, time and size of each source in a folder of kernels."""
    files = ((file.name, file.stat()) for file in sorted(folder.glob("*.py")))
    return tuple((name, stat.st_mtime_ns, stat.st_size) for name, stat in files)


@cache
def _warn_once() -> None:
    _LOGGER.warning("no folder to keep compiled kernels in: each process compiles its own")


def prefetch(array: Array, index: int) -> None:
    """Let the processor fetch an entry of a flat array that is soon read, and go on meanwhile.

    Needs 0 <= index. Plain Python has no use for it.
    """


def _fetch(_context: Any, array: Any, index: Any) -> Any:
    """What numba makes of it: its type, and what builds the instruction of the processor."""

    def build(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        data = context.make_array(array)(context, builder, arguments[0]).data
        place, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        instruction = builder.module.declare_intrinsic(
            "llvm.prefetch", (place,), ir.FunctionType(ir.VoidType(), [place] + 3 * [number])
        )
        address = builder.bitcast(builder.gep(data, [arguments[1]]), place)
        # to read, to be kept near, as data and not as code
        builder.call(instruction, [address, number(0), number(3), number(1)])
        return context.get_dummy_value()

    return numba.types.void(array, index), build


_compiled_fetch: Any = intrinsic(_fetch)


@overload(prefetch)
def _prefetch(array: Any, index: Any) -> Any:
    def fetch(array: Any, index: Any) -> Any:
        _compiled_fetch(array, index)

    return fetch
