"""What every drawing needs to know of a position: the rows of tiles, and what to mark."""

from __future__ import annotations

from engine import Position, Rules


def rows_of_tiles(rules: Rules) -> tuple[range, ...]:
    """The tile numbers of each row, from the top."""
    return tuple(
        range(first, first + rules.columns) for first in range(1, rules.cells + 1, rules.columns)
    )


def marked_tiles(position: Position) -> frozenset[int]:
    """The tiles of the line that ended the game, or else of the last stone.

    Empty before the first move.
    """
    if position.outcome is not None and position.outcome.line:
        return frozenset(position.outcome.line)
    return frozenset(position.tiles[-1:])
