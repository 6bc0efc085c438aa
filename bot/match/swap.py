"""The swap rule: after the first move the second player may take it over.

One cuts, the other chooses (the pie rule). It makes any board fair: whoever opens
does best with a move after which both sides are worth the same.
"""

from __future__ import annotations

from engine import Analysis


def is_worth_it(analysis: Analysis) -> bool:
    """Whether who is to move had rather sit on the other side."""
    return analysis.verdict.score < 0


def fairest(analysis: Analysis) -> tuple[int, ...]:
    """The first moves after which the sides differ least."""
    unfairness = {move: abs(verdict.score) for move, verdict in analysis.verdicts.items()}
    least = min(unfairness.values())
    return tuple(move for move, found in unfairness.items() if found == least)
