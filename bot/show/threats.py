"""The moves that complete a row at once, for whoever makes them."""

from __future__ import annotations

from itertools import takewhile
from typing import Final

from engine import Position, Side

_DIRECTIONS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


def completing(position: Position, side: Side) -> tuple[int, ...]:
    """The legal moves with which this side would complete a row, whichever side is to move."""
    return tuple(move for move in position.legal if _completes(position, move, side))


def _completes(position: Position, move: int, side: Side) -> bool:
    rules = position.rules
    row, column = divmod(position.landing(move) - 1, rules.columns)

    def own(down: int, across: int) -> int:
        """How many stones of the side stand in a row from here."""
        steps = range(1, rules.goal)
        places = ((row + n * down, column + n * across) for n in steps)
        return sum(1 for _ in takewhile(lambda place: _holds(position, place, side), places))

    return any(
        own(down, across) + 1 + own(-down, -across) >= rules.goal for down, across in _DIRECTIONS
    )


def _holds(position: Position, place: tuple[int, int], side: Side) -> bool:
    rules, (row, column) = position.rules, place
    inside = 0 <= row < rules.rows and 0 <= column < rules.columns
    return inside and position.at(row * rules.columns + column + 1) is side
