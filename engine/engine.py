"""The front door to thinking: picks the search for a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import memory
from engine.analysis import Analysis
from engine.errors import IllegalMoveError, MoveProblem
from engine.limit import Limit
from engine.position import Position
from engine.rules import Rules

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
