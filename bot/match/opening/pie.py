"""The swap rule (pie rule): after the first move the second player may take it over.

It makes a game fair: the best first move is one after which both sides have equal chances.
"""

from __future__ import annotations

from typing import Final

from engine import Analysis

_MARGIN: Final = 0.05
"""How far behind an estimate has to see the player to move before a swap is worth it.

Closer to 0 it counts as even, and its sign may change with a little more time to think.
"""


def is_worth_it(analysis: Analysis) -> bool:
    """Whether the player to move should swap, because the other side has the better chances.

    That is proved where the verdict of the analysis is a loss, and else an estimate.
    """
    return analysis.verdict.score < -_MARGIN


def fairest(analysis: Analysis) -> tuple[int, ...]:
    """The first moves after which the chances of both sides are closest to equal."""
    unfairness = {move: abs(verdict.score) for move, verdict in analysis.verdicts.items()}
    least = min(unfairness.values())
    return tuple(move for move, found in unfairness.items() if found == least)
