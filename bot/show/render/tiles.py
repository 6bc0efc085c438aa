"""What every picture needs of a position: its rows of tiles, and which stones to mark."""

from __future__ import annotations

from engine import Position, Rules


def rows_of_tiles(rules: Rules) -> tuple[range, ...]:
    """The tiles of each row, from the top."""
    return tuple(
        range(first, first + rules.columns) for first in range(1, rules.cells + 1, rules.columns)
    )


def marked_tiles(position: Position) -> frozenset[int]:
    """The line that ended the game, else the last stone; none before the first move."""
    if position.outcome is not None and position.outcome.line:
        return frozenset(position.outcome.line)
    return frozenset(position.tiles[-1:])
