"""The decorators of kernels: compiled or not, the same; and what they ask of numba."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
from numba import njit

from engine import Rules
from engine.alphabeta.arrays import fresh_window_board
from engine.kernels import cache, windows
from engine.kernels.jit import entry
from engine.kernels.numba_internals import OPTIONS
from tests.cold import COMPILED

ROOT = Path(__file__).parents[3]

SOLVE = """
from engine import Limit, Position, Rules, analyse
analysis = analyse(Position.start(Rules(3, 4, 3)), Limit(depth=3))
print(analysis.best, analysis.nodes, analysis.verdict.plies)
"""


def solve(**environment: str) -> subprocess.CompletedProcess[str]:
    """Search a small board in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", SOLVE],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )


def test_the_same_without_compiling() -> None:
    """The source run as plain Python gives the same result, node for node."""
    assert solve(NUMBA_DISABLE_JIT="1").stdout == solve().stdout


@pytest.mark.parametrize("before", ["enable", "disable"])
def test_garbage_is_collected_as_before(before: str) -> None:
    """Loading the compiler leaves the collector as the program has it."""
    program = f"import gc; gc.{before}(); import engine.kernels.jit; print(gc.isenabled())"
    ended = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == str(before == "enable")


@COMPILED
def test_numba_has_the_names_used() -> None:
    """A version without this private name is out of the bounds of pyproject.toml.

    `_nrt=False` leaves numba's runtime out of kernels. A version that knows it no longer needs
    another way to say so in engine/kernels/numba_internals.py, or kernels without it.
    """
    compile_with: Any = njit
    assert compile_with(_nrt=False)(double)(21) == 42


@COMPILED
def test_entries_are_kept_in_the_folder_they_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the settings of numba say."""
    monkeypatch.setattr(cache, "folder", lambda: tmp_path)
    compiled = cast(Any, entry(double))
    assert compiled(21) == 42
    assert Path(compiled.stats.cache_path) == tmp_path
    assert list(tmp_path.glob("*double*.nbc"))


@COMPILED
def test_a_function_is_compiled_without_a_cache(monkeypatch: pytest.MonkeyPatch) -> None:
    """A function is compiled all the same."""
    monkeypatch.setattr(cache, "folder", lambda: None)
    compiled = cast(Any, entry(double))
    assert compiled(21) == 42
    assert compiled.stats.cache_path is None
    assert compiled.signatures


def double(number: int) -> int:
    """A function to compile."""
    return 2 * number


@COMPILED
def test_nobody_counts_who_holds_an_array() -> None:
    """The runtime that numba would count with, for a third of the time, is left out of kernels."""
    compile_with, helper = cast(Any, njit), cast(Any, windows.find_fork)
    find_fork = compile_with(**OPTIONS)(helper.py_func)  # code that was kept shows no source
    assert not find_fork(fresh_window_board(Rules(4, 4, 4)), 0)
    (source,) = find_fork.inspect_llvm().values()
    assert "NRT_" not in source
