"""Kernels count no index from the end of an array: compiled they would read what lies before it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from tests.engine.kernels.guarded import GAMES, guarded

ROOT = Path(__file__).parents[3]


def test_no_search_has_an_index_below_0() -> None:
    """Of every kernel, as plain Python on arrays that have no entries before their first."""
    program = [sys.executable, "-m", "tests.engine.kernels.guarded"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    ended = subprocess.run(program, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert [line.split()[0] for line in ended.stdout.splitlines()] == list(GAMES)


@pytest.mark.parametrize("index", [-1, np.int64(-1), (-1,)])
def test_such_an_array_refuses_an_index_below_0(index: object) -> None:
    """To be read, and to be set."""
    array = guarded(np.arange(3))
    with pytest.raises(AssertionError, match="index of -1"):
        array[index]
    with pytest.raises(AssertionError, match="index of -1"):
        array[index] = 0
    assert array[2] == 2
