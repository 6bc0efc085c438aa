"""What each part of engine/kernels/numba_internals.py is worth: `python -m benchmarks.numba_parts`.

The engine is compiled and searches once with all parts, and once more without each of them: with
what numba does by itself in its place. All figures are of the processor's time in one process, as
ratios to that with all parts.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, Final

_ROOT: Final = Path(__file__).parents[1]
_SEARCHED: Final = {
    "wide boards": ("15x15x5:113-114-99-129", 6_000_000),
    "windows": ("10x10x7:45-46", 3_000_000),
    "gravity": ("8x9x4g:5-5-4", 9_000_000),
}
"""A position of each kind, and how many nodes are searched of it."""


def _plain_helpers(internals: Any) -> None:
    from numba import njit

    def made(function: Any, options: Any) -> Any:
        return njit(**options)(function)

    internals.Helper = made


def _plain_numbers(internals: Any) -> None:
    del internals.Helper.compile


def _plain_indices(internals: Any) -> None:
    del internals._Lower.lower_getitem
    del internals._Lower.lower_setitem


def _plain_arrays(internals: Any) -> None:
    del internals.OPTIONS["_nrt"]


WITHOUT: Final[dict[str, Callable[[Any], None]]] = {
    "nothing": lambda _: None,
    "helpers without machine code": _plain_helpers,
    "one helper for all numbers": _plain_numbers,
    "indices that are not negative": _plain_indices,
    "arrays that nobody counts": _plain_arrays,
}
"""Takes a part away before the kernels are made."""


def _measure(part: str) -> dict[str, float]:
    """Compile and search without a part, in this process and in an empty cache."""
    for name in ("engine", "engine.kernels"):  # so that the kernels are not made yet
        package = ModuleType(name)
        package.__path__ = [str(_ROOT.joinpath(*name.split(".")))]
        sys.modules[name] = package
    WITHOUT[part](importlib.import_module("engine.kernels.numba_internals"))
    for name in ("engine", "engine.kernels"):
        del sys.modules[name]
    from engine import Limit, analyse, decode_game
    from engine.compiling import load

    begun = _processor()
    load()
    told = {
        "compiling": _processor() - begun,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss,
    }
    for name, (code, nodes) in _SEARCHED.items():
        begun = _processor()
        analyse(decode_game(code), Limit(nodes=nodes), every=False)
        told[name] = _processor() - begun
    return told


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def measured(part: str) -> dict[str, float]:
    """What it takes without a part, in a process of its own."""
    with TemporaryDirectory(prefix="kinarow-") as folder:
        done = subprocess.run(
            [sys.executable, "-m", "benchmarks.numba_parts", part],
            env={**os.environ, "NUMBA_CACHE_DIR": folder},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
    found: dict[str, float] = json.loads(done.stdout)
    return found


def main() -> None:
    """Print the table, or in a process of its own what one part is worth."""
    if sys.argv[1:]:
        print(json.dumps(_measure(sys.argv[1])))
        return
    whole = measured("nothing")
    print("| without | " + " | ".join(whole) + " |")
    print("|---|" + "--:|" * len(whole))
    print(f"| nothing | {' | '.join(f'{value:.1f}' for value in whole.values())} |", flush=True)
    for part in [*WITHOUT][1:]:
        found = measured(part)
        ratios = (f"× {found[name] / whole[name]:.2f}" for name in whole)
        print(f"| {part} | {' | '.join(ratios)} |", flush=True)
    again = measured("nothing")
    print(f"| nothing, again | {' | '.join(f'× {again[n] / whole[n]:.2f}' for n in whole)} |")


if __name__ == "__main__":
    main()
