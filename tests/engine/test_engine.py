"""The facade."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from pathlib import Path

import pytest

from engine import IllegalMoveError, Limit, MoveProblem, Position, Rules, analyse, warm_up
from engine.kernels._jit import all_compiled


def test_a_finished_game_is_refused() -> None:
    """There is nothing to analyse where the game is over."""
    over = Position.from_moves(Rules(3, 3, 3), [1, 4, 2, 5, 3])
    with pytest.raises(IllegalMoveError) as caught:
        analyse(over)
    assert caught.value.problem is MoveProblem.OVER


def test_warm_up_leaves_nothing_to_compile() -> None:
    """After warming up the kernels' entry functions are compiled."""
    warm_up()
    from engine.kernels import line, proof

    for function in (line.run, proof.run, proof.abandon, proof.place, proof.take):
        assert getattr(function, "signatures", ["compilation is switched off"])


COLD = """
import resource, sys
from engine import Limit, Position, PRESETS, analyse, warm_up
from engine.kernels._jit import all_compiled
import engine.connect, engine.proof, engine.search
assert not all_compiled()
warm_up()
assert all_compiled()
analyse(Position.start(PRESETS["gomoku"]), Limit(seconds=1.0))
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.long
@pytest.mark.skipif(sys.platform != "linux", reason="memory is told in other units elsewhere")
def test_compiling_leaves_no_memory_behind(tmp_path: Path) -> None:
    """Who has had to compile everything thinks with no more than 400 MB all the same."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, check=True
    )
    assert int(ended.stdout) < 400 << 10


def test_what_is_compiled_is_known(tmp_path: Path) -> None:
    """All of it after warming up, nothing where the folder for it is empty."""
    warm_up()
    assert all_compiled()
    code = (
        "import engine.search; from engine.kernels._jit import all_compiled, _kept;"
        "print(all_compiled() or not _kept)"
    )
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    ended = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert ended.stdout.strip() == str("NUMBA_DISABLE_JIT" in os.environ)


@pytest.mark.parametrize("board", ["15x15x5", "5x5x4", "connect4", "9x9g"])
def test_tables_go_with_their_search(board: str) -> None:
    """Nothing is left to the collector of cycles, which would let tables pile up."""
    position = Position.start(Rules.parse(board))
    analyse(position, Limit(nodes=2000))
    gc.collect()
    gc.disable()
    try:
        analyse(position, Limit(nodes=2000))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_importing_loads_no_compiler() -> None:
    """Who only needs the rules does not pay for numba."""
    code = "import sys, engine; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
