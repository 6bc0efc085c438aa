"""The facade."""

from __future__ import annotations

import gc
import subprocess
import sys

import pytest

from engine import IllegalMoveError, Limit, MoveProblem, Position, Rules, analyse


def test_a_finished_game_is_refused() -> None:
    """There is nothing to analyse where the game is over."""
    over = Position.from_moves(Rules(3, 3, 3), [1, 4, 2, 5, 3])
    with pytest.raises(IllegalMoveError) as caught:
        analyse(over)
    assert caught.value.problem is MoveProblem.OVER


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
