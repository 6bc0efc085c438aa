"""The facade."""

from __future__ import annotations

import gc
import random
import subprocess
import sys

import pytest

from engine import IllegalMoveError, Limit, MoveProblem, Position, Rules, Verdict, analyse
from tests.engine.boards import wander
from tests.engine.brute_force import check_truth, truth

PROVED = {"win": Verdict.win, "draw": Verdict.draw, "loss": Verdict.loss}


def test_a_finished_game_is_refused() -> None:
    """There is nothing to analyse where the game is over."""
    over = Position.from_moves(Rules(3, 3, 3), [1, 4, 2, 5, 3])
    with pytest.raises(IllegalMoveError) as caught:
        analyse(over)
    assert caught.value.problem is MoveProblem.OVER


@pytest.mark.parametrize("game", ["3x3", "4x4x3", "4x4x4", "4x4g", "4x4x3 misere", "5x4x4g misere"])
@pytest.mark.parametrize("told", ["exactly", "without distances"])
def test_a_search_begins_with_known_verdicts(game: str, told: str) -> None:
    """A search begins with verdicts that are proved already, and by them proves nothing false."""
    rng = random.Random(game)
    for _ in range(10):
        position = wander(Rules.parse(game), rng.randint(8, 12), rng)
        known = {
            move: PROVED[value](plies if told == "exactly" else None)
            for move, (value, plies) in truth(position).items()
            if rng.random() < 0.5
        }
        for limit in (Limit(nodes=1), Limit(nodes=50), Limit(nodes=2500), Limit(depth=2)):
            analysis = analyse(position, limit, every=rng.random() < 0.5, known=known)
            check_truth(position, analysis)
            for move, verdict in known.items():
                assert analysis.verdicts[move].value == verdict.value
                assert analysis.verdicts[move].plies == verdict.plies or verdict.plies is None


def test_known_losses_leave_the_best_of_the_others() -> None:
    """On gomoku, too, a move that is known to lose is not best while another is open."""
    position = Position.from_moves(Rules.parse("gomoku"), [113, 114, 99])
    best = analyse(position, Limit(nodes=2000), every=False).best
    known = {best: Verdict.loss(None)}
    analysis = analyse(position, Limit(nodes=2000), every=False, known=known)
    assert analysis.best != best
    assert analysis.verdicts[best].value == "loss"
    assert analysis.verdict.value is None


@pytest.mark.parametrize("board", ["15x15x5", "5x5x4", "connect4", "9x9g"])
def test_tables_go_with_their_search(board: str) -> None:
    """Nothing is left to the collector of cycles, which would let tables pile up."""
    position = Position.start(Rules.parse(board))
    analyse(position, Limit(nodes=2000))
    gc.freeze()  # to look through all that other tests have left takes a second
    gc.disable()
    try:
        analyse(position, Limit(nodes=2000))
        assert gc.collect() == 0
    finally:
        gc.enable()


def test_importing_loads_no_compiler() -> None:
    """A program that only needs the rules does not pay for numba, nor for NumPy."""
    code = "import sys, engine; sys.exit(bool({'numba', 'numpy'} & sys.modules.keys()))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
