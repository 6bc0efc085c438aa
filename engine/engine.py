"""The front door to thinking: picks the search for a board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from engine.game.errors import IllegalMoveError, MoveProblem
from engine.game.position import Position
from engine.game.rules import Rules
from engine.solvers import endless, tablebase
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Memory, Verdict
from engine.thinking.boards import is_provable, is_solvable
from engine.thinking.clock import ONE_SECOND, Limit

SearchFunction = Callable[[Position, Limit, bool, Mapping[int, Verdict]], Analysis]
"""A search of an unfinished position. It takes the position, the limit, whether every move gets a
verdict, and the verdicts that are proved already."""


def analyse(
    position: Position,
    limit: Limit = ONE_SECOND,
    *,
    every: bool = True,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
    memory: Memory | None = None,
) -> Analysis:
    """What the moves of a position lead to.

    With `every` each legal move gets its exact verdict where the limit allows; without it only the
    best does, and of the others the search only finds out whether they are better. `known` are
    verdicts of moves that are proved already. With the `memory` of its game a search of a large
    board goes on from what searches of earlier positions found. Raises IllegalMoveError where the
    game is over.
    """
    if position.outcome is not None:
        raise IllegalMoveError("the game is over", MoveProblem.OVER)
    search = _search_for(position.rules, memory)
    return search(position, limit, every, known)


def _search_for(rules: Rules, memory: Memory | None) -> SearchFunction:
    """The first search that accepts a board."""
    if tablebase.handles(rules):
        return tablebase.search
    if endless.handles(rules):
        return endless.search
    # imported at first use: the compiler behind them takes longer to load than all the rest
    from engine.alphabeta import search as alphabeta
    from engine.solvers import gravity, proofs

    if is_solvable(rules):
        return gravity.search
    return proofs.search if is_provable(rules) else partial(alphabeta.search, memory=memory)
