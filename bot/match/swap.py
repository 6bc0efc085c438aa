"""The swap rule (pie rule): after the first move the second player may take it over.

It makes a game fair: the best first move is one after which both sides have equal chances.
"""

from __future__ import annotations

from engine import Analysis


def is_worth_it(analysis: Analysis) -> bool:
    """Whether the player to move should swap, because the other side has the better chances."""
    return analysis.verdict.score < 0


def fairest(analysis: Analysis) -> tuple[int, ...]:
    """The first moves after which the chances of both sides are closest to equal."""
    unfairness = {move: abs(verdict.score) for move, verdict in analysis.verdicts.items()}
    least = min(unfairness.values())
    return tuple(move for move, found in unfairness.items() if found == least)
