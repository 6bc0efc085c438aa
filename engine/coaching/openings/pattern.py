"""A few stones on a wide board as a pattern: the same wherever they lie, and however turned.

    . . . .        . . . .
    . x . .        . . . .       both are the pattern X (0, 0), O (1, 1): its cells count rows
    . . o .        . . o .       and columns from the corner of the smallest box around all
    . . . .        . . . x       stones, in the first in order of the eight ways to turn it

On an empty board cells count from the centre.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from engine.game.position import Position

Cell: TypeAlias = tuple[int, int]
"""A row and a column, both from 0 on a board."""
Pattern: TypeAlias = tuple[tuple[Cell, ...], tuple[Cell, ...]]
"""The stones of X and those of O, each ascending."""

EMPTY: Final[Pattern] = ((), ())
"""What an empty board shows."""
_TURNS: Final = range(8)
"""The ways to turn a square, as bits: rows in reverse, columns in reverse, rows for columns."""


@dataclass(frozen=True, slots=True)
class Frame:
    """How the cells of a board and those of its pattern belong together."""

    turn: int
    corner: Cell

    def inside(self, cell: Cell) -> Cell:
        """The cell of the pattern that a cell of the board is."""
        row, column = _turned(cell, self.turn)
        return row - self.corner[0], column - self.corner[1]

    def outside(self, cell: Cell) -> Cell:
        """The cell of the board that a cell of the pattern is."""
        row, column = cell[0] + self.corner[0], cell[1] + self.corner[1]
        row, column = (-row if self.turn & 1 else row), (-column if self.turn & 2 else column)
        return (column, row) if self.turn & 4 else (row, column)


def _turned(cell: Cell, turn: int) -> Cell:
    row, column = (cell[1], cell[0]) if turn & 4 else cell
    return (-row if turn & 1 else row), (-column if turn & 2 else column)


def in_turn(pattern: Pattern) -> list[Cell]:
    """The stones as a game that leads there, X first."""
    stones = sum(map(len, pattern))
    return [pattern[ply % 2][ply // 2] for ply in range(stones)]


def seen(position: Position) -> tuple[Pattern, list[Frame]]:
    """The pattern of a position, and every frame that shows it: several where it is symmetric."""
    rules = position.rules
    cells = [divmod(tile - 1, rules.columns) for tile in position.tiles]
    if not cells:
        centre = rules.rows // 2, rules.columns // 2
        return EMPTY, [Frame(turn, _turned(centre, turn)) for turn in _TURNS]
    views = [_view(cells, turn) for turn in _TURNS]
    pattern = min(pattern for pattern, _ in views)
    return pattern, [frame for view, frame in views if view == pattern]


def _view(cells: Sequence[Cell], turn: int) -> tuple[Pattern, Frame]:
    turned = [_turned(cell, turn) for cell in cells]
    corner = min(row for row, _ in turned), min(column for _, column in turned)
    moved = [(row - corner[0], column - corner[1]) for row, column in turned]
    return (tuple(sorted(moved[::2])), tuple(sorted(moved[1::2]))), Frame(turn, corner)


def unlike(position: Position, tiles: Iterable[int]) -> list[int]:
    """Of these tiles one of each kind: several may be the same to a symmetric position."""
    columns = position.rules.columns
    _, frames = seen(position)

    def least(tile: int) -> int:
        inside = frames[0].inside(divmod(tile - 1, columns))
        cells = (frame.outside(inside) for frame in frames)
        return min(row * columns + column + 1 for row, column in cells)

    return sorted({least(tile) for tile in tiles})
