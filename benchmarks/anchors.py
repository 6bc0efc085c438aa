"""Players simple enough to describe in a line, to measure levels against."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from engine import Position
from engine.coaching.lines import board_windows
from engine.coaching.person import Scene

Chances = Callable[[Position], dict[int, float]]
"""How likely each move is."""


def at_random(position: Position) -> dict[int, float]:
    """Any legal move."""
    return _evenly(position.legal)


def completes(position: Position) -> dict[int, float]:
    """Completes a line, else moves at random."""
    scene = Scene(position)
    return _evenly(scene.moves[cell] for cell in scene.wins) or at_random(position)


def extends(position: Position) -> dict[int, float]:
    """Completes a line, else puts a stone into the open line with most stones of its own."""
    scene = Scene(position)
    mine = sum(1 << tile - 1 for tile in position.tiles[position.ply % 2 :: 2])
    theirs = scene.taken & ~mine
    longest: dict[int, int] = {}
    for line in board_windows(position.rules).windows:
        if not line.cells & theirs:
            for cell in line.each:
                if cell in scene.moves:
                    stones = (line.cells & mine).bit_count()
                    longest[cell] = max(longest.get(cell, 0), stones)
    most = max(longest.values(), default=0)
    best = [scene.moves[cell] for cell, stones in longest.items() if stones == most]
    return _evenly(best) or at_random(position)


def blocks(position: Position) -> dict[int, float]:
    """Completes a line, else stops one, else moves at random: 1000 on every board."""
    scene = Scene(position)
    return _evenly(scene.moves[cell] for cell in scene.wins or scene.stops) or at_random(position)


def counts(position: Position) -> dict[int, float]:
    """Completes a line, else stops one, else moves where the lines are worth most.

    A line with one more stone counts five times as much, one's own twice as much as the other's.
    """
    scene = Scene(position)
    if scene.wins or scene.stops:
        return blocks(position)
    worth = {
        move: 2 * scene.own_worth[cell] + scene.other_worth[cell]
        for cell, move in scene.moves.items()
    }
    most = max(worth.values())
    return _evenly(move for move, value in worth.items() if value == most)


ANCHORS: Final[dict[str, Chances]] = {
    "random": at_random,
    "completes": completes,
    "extends": extends,
    "blocks": blocks,
    "counts": counts,
}
"""Their names in the tables."""
ANCHOR: Final = "blocks"
"""The anchor that has 1000 points on every board."""


def _evenly(moves: Iterable[int]) -> dict[int, float]:
    found = list(moves)
    return dict.fromkeys(found, 1 / len(found)) if found else {}
