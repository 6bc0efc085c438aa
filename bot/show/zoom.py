"""The part of a board where the fight is: the latest stones, with room around them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine import Position, Rules

WIDE: Final = 9
"""The most rows and columns of the part that is shown larger."""
_LATEST: Final = 12
"""How many of the latest stones pull the part towards them, the newest the most."""


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a board: its first row and column, counted from 0, and its size."""

    top: int
    left: int
    rows: int
    columns: int

    @classmethod
    def whole(cls, rules: Rules) -> Section:
        """The whole board."""
        return cls(0, 0, rules.rows, rules.columns)

    def holds(self, rules: Rules, tile: int) -> bool:
        """Whether a tile lies in this part."""
        row, column = divmod(tile - 1, rules.columns)
        down, across = row - self.top, column - self.left
        return 0 <= down < self.rows and 0 <= across < self.columns

    def corners(self, rules: Rules) -> tuple[int, int]:
        """The tiles at the upper left and the lower right."""
        first = self.top * rules.columns + self.left + 1
        return first, first + (self.rows - 1) * rules.columns + self.columns - 1

    def tiles(self, rules: Rules) -> list[list[int]]:
        """The tiles of this part, row by row."""
        first, _ = self.corners(rules)
        starts = range(first, first + self.rows * rules.columns, rules.columns)
        return [list(range(start, start + self.columns)) for start in starts]

    def moved(self, rules: Rules, down: int, across: int) -> Section:
        """A part of this size so many rows and columns further, as far as the board goes."""
        return replace(
            self,
            top=_within(self.top + down, rules.rows - self.rows),
            left=_within(self.left + across, rules.columns - self.columns),
        )

    def widened(self, rules: Rules) -> Section:
        """The larger part in whose middle this one lies, as far as the board goes."""
        rows, columns = min(WIDE, rules.rows), min(WIDE, rules.columns)
        wide = Section(self.top, self.left, rows, columns)
        return wide.moved(rules, (self.rows - rows) // 2, (self.columns - columns) // 2)


def fight(position: Position, side: int = WIDE) -> Section:
    """The part of the board where the fight is: at most `side` rows and columns.

    The newest stone is in it, never at its edge unless that is the edge of the board. A small
    board is shown whole, an empty one in its middle.
    """
    rules = position.rules
    places = [divmod(tile - 1, rules.columns) for tile in position.tiles[-_LATEST:]]
    return Section(
        _start(rules.rows, side, [row for row, _ in places]),
        _start(rules.columns, side, [column for _, column in places]),
        min(side, rules.rows),
        min(side, rules.columns),
    )


def _start(length: int, side: int, latest: list[int]) -> int:
    """Where the part begins in one direction, of which these are the places of the stones."""
    room = max(0, length - side)
    if not latest:
        return room // 2
    last = latest[-1]
    most = range(max(0, min(room, last - side + 2)), max(0, min(room, last - 1)) + 1)

    def worth(start: int) -> tuple[int, int]:
        """How many stones are in the part, the newer ones worth more; then how central they are."""
        held = [(age, place) for age, place in enumerate(latest, 1) if 0 <= place - start < side]
        off = sum(age * abs(2 * (place - start) - side + 1) for age, place in held)
        return sum(age for age, _ in held), -off

    return max(most, key=worth)


def _within(start: int, room: int) -> int:
    return max(0, min(start, room))
