"""Which boards each search knows: that can be asked without loading any kernel."""

from __future__ import annotations

from typing import Final

from engine.game.rules import Rules, Variant

_MAX_BITS: Final = 63
"""The most bits of a board on which discs fall, spare ones included: what a signed int64 holds."""
_MOST_CELLS: Final = 72
"""The cells of the largest board that proofs are tried on: larger ones are beyond proof."""
_GOALS: Final = (4, 5, 6)
"""The goals of games that have shapes: with 3 nothing is left to search, with 7 the table of them
would have 16 million entries."""
_SHAPED: Final = frozenset((Variant.FREESTYLE, Variant.EXACT, Variant.CARO, Variant.RENJU))
"""The variants whose shapes are known."""
_PROVABLE: Final = frozenset((Variant.FREESTYLE, Variant.TORUS, Variant.CUBE))
"""The variants in which any window that is filled wins."""


def is_solvable(rules: Rules) -> bool:
    """Whether discs fall on a board that the solver knows (engine/solvers/gravity_solver.py)."""
    falling = rules.gravity and not rules.misere and rules.variant is Variant.FREESTYLE
    return falling and rules.columns * (rules.rows + 1) <= _MAX_BITS


def is_provable(rules: Rules) -> bool:
    """Whether a board is one that proofs are tried on (engine/solvers/proofs.py)."""
    straight = not rules.gravity and not rules.misere and rules.variant in _PROVABLE
    return straight and rules.cells <= _MOST_CELLS


def has_shapes(rules: Rules) -> bool:
    """Whether there are shapes for a game: gravity and misere would reverse what threats mean."""
    turned_round = rules.gravity or rules.misere
    return rules.variant in _SHAPED and rules.goal in _GOALS and not turned_round
