"""Which positions are the same to a solver: mirrored, turned, or with the colours exchanged."""

from __future__ import annotations

from engine.game.geometry import stones_of, symmetries
from engine.game.position import Position
from engine.game.rules import Rules

Key = tuple[Rules, tuple[int, ...], tuple[int, ...]]
"""The rules, and the tiles of the solver and of the opponent in the least of all images."""


def solver_key(position: Position) -> Key:
    """What all images of a position share, and no other position has.

    Stones are told apart as the solver's and the opponent's, so that X and O are alike.
    """
    x, o = stones_of(position)
    stones = (o, x) if position.ply % 2 else (x, o)
    images = (symmetry.of(stones) for symmetry in symmetries(position.rules))
    mine, theirs = min((tuple(sorted(own)), tuple(sorted(other))) for own, other in images)
    return position.rules, mine, theirs
