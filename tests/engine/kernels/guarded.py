"""Searches as plain Python in which an index below 0 is an error.

Compiled kernels take every index as it is (engine/kernels/numba_internals.py), so that one below 0
would read what lies before the array.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from engine import Limit, analyse, decode_game
from engine.alphabeta import threat_space, tree
from engine.solvers import gravity_solver as solver
from engine.solvers import prover

GAMES: Final = (
    "15x15x5:113-114-99-129-98-100-128-127-97",
    "11x11x5:61-62-50-72-49-51-73-83-39-40",
    "9x10x5e:45-46-35-56-34-36-57-67",
    "9x10x5c:45-46-35-56-34-36-57-67",
    "9x10x5r:45-46-35-56-34-36-57-67-54-33",
    "9x9x6:41-42-31-51",
    "8x9x4g:5-5-4",
    "6x7x4g:4-4-4-4-4-2-2-2-3-3-2-5-5",
    "5x6x4:15-16-9-22",
    "4x5x4m:8-9-3",
)


class Guarded(np.ndarray[Any, Any]):
    """An array that has no entries before its first."""

    def __getitem__(self, index: Any) -> Any:
        """An entry, or several."""
        _check(index)
        return super().__getitem__(index)

    def __setitem__(self, index: Any, value: Any) -> None:
        """Set an entry, or several."""
        _check(index)
        super().__setitem__(index, value)


def _check(index: Any) -> None:
    for one in index if isinstance(index, tuple) else (index,):
        if isinstance(one, int | np.integer):
            assert one >= 0, f"an index of {one}"


def guarded(made: Any) -> Any:
    """The arrays of a kernel, or one array, guarded."""
    if isinstance(made, np.ndarray):
        return made.view(Guarded)
    return type(made)(*(guarded(one) if isinstance(one, np.ndarray) else one for one in made))


def _guard(module: Any) -> None:
    """Guard all that a module makes ready for kernels."""
    for name in list(vars(module)):
        if name.startswith(("fresh_", "no_line")) and name != "fresh_tree":
            made: Callable[..., Any] = getattr(module, name)
            setattr(module, name, lambda *given, made=made: guarded(made(*given)))


def main() -> None:
    """Think about each game for a moment."""
    for module in (tree, threat_space, prover):
        _guard(module)
    ready = solver.Solver.__init__

    def guard_solver(self: Any, *given: Any, **named: Any) -> None:
        ready(self, *given, **named)
        self._table, self._tree, self._state = map(guarded, (self._table, self._tree, self._state))

    solver.Solver.__init__ = guard_solver  # type: ignore[method-assign] # for this process alone
    for code in GAMES:
        analysis = analyse(decode_game(code), Limit(nodes=700))
        sys.stdout.write(f"{code} {analysis.best} {analysis.nodes}\n")


if __name__ == "__main__":
    main()
