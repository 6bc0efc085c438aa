"""The truth about small positions of exact, caro and renju, by plain minimax over `Position`."""

from __future__ import annotations

from engine import Position, Side
from tests.engine.brute_force import Truth, rank

Known = dict[tuple[int, int, Side], Truth]
"""What is known of positions, by their stones and the side to move."""


def variant_truth(position: Position, known: Known | None = None) -> dict[int, Truth]:
    """What each legal move leads to; plies of a draw are those to a full board."""
    known = {} if known is None else known
    return {move: _after(position.play(move), position, known) for move in position.legal}


def _after(after: Position, position: Position, known: Known) -> Truth:
    """What a move just made leads to, for the side that made it."""
    if after.outcome is not None:
        if after.outcome.winner is None:
            return "draw", position.rules.cells - position.ply
        return ("win", 1) if after.outcome.winner is position.side else ("loss", 1)
    key = (*after.stones, after.side)
    if key not in known:
        known[key] = max(variant_truth(after, known).values(), key=rank)
    value, plies = known[key]
    if value == "draw":
        return "draw", plies + 1
    return ("loss" if value == "win" else "win"), plies + 1
