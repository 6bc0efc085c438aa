"""Compiled or not, the same."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest

from engine import Rules
from engine.board import fresh_board
from engine.kernels import windows
from engine.kernels.jit import entry, kernels_stamp

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


def test_where_nothing_can_be_cached(caplog: pytest.LogCaptureFixture) -> None:
    """A function that no cache folder is found for is compiled all the same; it is said once."""
    for _ in range(2):
        names: dict[str, object] = {}
        exec("def double(number): return 2 * number", names)
        function = names["double"]
        assert callable(function)
        assert entry(function)(21) == 42
    assert len(caplog.messages) <= 1


def test_a_change_of_any_kernel_is_noticed(tmp_path: Path) -> None:
    """What is compiled is told by all sources of the folder: kernels call one another."""
    (tmp_path / "one.py").write_text("")
    (tmp_path / "two.py").write_text("")
    before = kernels_stamp(tmp_path)
    assert [name for name, _, _ in before] == ["one.py", "two.py"]
    kernels_stamp.cache_clear()
    assert kernels_stamp(tmp_path) == before
    (tmp_path / "two.py").write_text("changed = True")
    kernels_stamp.cache_clear()
    assert kernels_stamp(tmp_path) != before


def test_nobody_counts_who_holds_an_array() -> None:
    """The runtime that numba would count with, for a third of the time, is left out of kernels."""
    find_fork = cast(Any, windows.find_fork)
    assert not find_fork(fresh_board(Rules(4, 4, 4)), 0)
    (source,) = find_fork.inspect_llvm().values()
    assert "NRT_" not in source
