"""The front door to thinking: picks the search for a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from engine import memory
from engine.analysis import Analysis
from engine.errors import IllegalMoveError, MoveProblem
from engine.limit import Limit
from engine.position import Position
from engine.rules import PRESETS, Rules

Search = Callable[[Position, Limit, bool], Analysis]
"""Thinks about an unfinished position within a limit, about every move or the best alone."""


def _windows(position: Position, limit: Limit, every: bool) -> Analysis:
    # imported at first use: the compiler behind it takes longer to load than all the rest
    from engine.search import search

    return search(position, limit, every)


def _drops(rules: Rules) -> bool:
    if not rules.gravity:
        return False
    from engine.connect import handles

    return handles(rules)


def _proofs(position: Position, limit: Limit, every: bool) -> Analysis:
    from engine.connect import search

    return search(position, limit, every)


def _small(rules: Rules) -> bool:
    if rules.gravity or rules.misere:
        return False
    from engine.proof import handles

    return handles(rules)


def _solved(position: Position, limit: Limit, every: bool) -> Analysis:
    from engine.proof import search

    return search(position, limit, every)


_SEARCHES: Final[tuple[tuple[Callable[[Rules], bool], Search], ...]] = (
    (memory.handles, memory.search),
    (_drops, _proofs),
    (_small, _solved),
    (lambda rules: True, _windows),
)
"""Whether a search can take a board on, and the search; the first that can, does."""

_ONE_SECOND: Final = Limit(seconds=1.0)


def analyse(position: Position, limit: Limit = _ONE_SECOND, *, every: bool = True) -> Analysis:
    """What the moves of a position lead to.

    With `every` each legal move gets its exact verdict where the limit allows; without,
    only the best does, and the others carry bounds. Raises IllegalMoveError where the
    game is over.
    """
    if position.outcome is not None:
        raise IllegalMoveError("the game is over", MoveProblem.OVER)
    search = next(search for handles, search in _SEARCHES if handles(position.rules))
    return search(position, limit, every)


def warm_up() -> None:
    """Compile or load all that a search needs, so that the first one is as fast as any."""
    memory.remember()
    for rules in (Rules(4, 4, 4), Rules(4, 4, 4, gravity=True)):
        analyse(Position.start(rules), Limit(nodes=100))
    # beyond the early layer of the book, so that the last one is there as well
    analyse(Position.from_moves(PRESETS["connect4"], [4, 4, 4, 4, 4, 2]), Limit(nodes=100))
    from engine.prover import warm_up as warm_up_prover
    from engine.wins import warm_up as warm_up_wins

    warm_up_wins(PRESETS["gomoku"])
    warm_up_prover()
