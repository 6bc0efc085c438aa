"""The front door to thinking: picks the search for a board."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

from engine import memory
from engine.analysis import Analysis
from engine.errors import IllegalMoveError, MoveProblem
from engine.limit import Limit
from engine.position import Position
from engine.rules import PRESETS, Rules

Search = Callable[[Position, Limit, bool], Analysis]
"""Thinks about an unfinished position within a limit, about every move or the best alone."""

_ONE_SECOND: Final = Limit(seconds=1.0)


def analyse(position: Position, limit: Limit = _ONE_SECOND, *, every: bool = True) -> Analysis:
    """What the moves of a position lead to.

    With `every` each legal move gets its exact verdict where the limit allows; without,
    only the best does, and the others carry bounds. Raises IllegalMoveError where the
    game is over.
    """
    if position.outcome is not None:
        raise IllegalMoveError("the game is over", MoveProblem.OVER)
    search = _search_for(position.rules)
    return search(position, limit, every)


def _search_for(rules: Rules) -> Search:
    """The first search that takes a board on."""
    if memory.handles(rules):
        return memory.search
    # imported at first use: the compiler behind them takes longer to load than all the rest
    from engine import connect, proof, search

    if connect.handles(rules):
        return connect.search
    return proof.search if proof.handles(rules) else search.search


def warm_up() -> None:
    """Compile or load all that a search needs, so that the first one is as fast as any.

    What has to be compiled is compiled in a process of its own, which takes more than twice the
    memory that thinking does, and gives it back.
    """
    from engine import connect, proof, search  # noqa: F401  # with all kernels, which are counted
    from engine.kernels._jit import all_compiled

    if not all_compiled() and sys.executable:
        path = os.pathsep.join([str(Path(__file__).parents[1]), os.environ.get("PYTHONPATH", "")])
        subprocess.run(
            [sys.executable, "-c", "from engine.engine import load; load()"],
            env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,  # what is not compiled there is compiled here
        )
    load()


def load() -> None:
    """Use everything once, which compiles or loads it."""
    memory.remember()
    for rules in (Rules(4, 4, 4), Rules(4, 4, 4, gravity=True)):
        analyse(Position.start(rules), Limit(nodes=100))
    # beyond the early layer of the book, so that the last one is there as well
    analyse(Position.from_moves(PRESETS["connect4"], [4, 4, 4, 4, 4, 2]), Limit(nodes=100))
    analyse(Position.from_moves(PRESETS["gomoku"], [113, 114]), Limit(nodes=100), every=False)
    from engine import attack, prover

    attack.warm_up()
    prover.warm_up()
