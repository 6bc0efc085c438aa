"""The part of a board where the fight is: the latest stones, with room around them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from engine import Position, Rules, sheet_of

WIDE: Final = 9
"""The most rows and columns of the part that is shown larger."""
_NEAR: Final = 2
"""A stone further from all others, in king's steps, has nothing to do with them."""
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
        sheet = sheet_of(rules)
        return cls(0, 0, sheet.rows, sheet.columns)

    def holds(self, rules: Rules, tile: int) -> bool:
        """Whether a tile lies in this part."""
        row, column = sheet_of(rules).place(tile)
        down, across = row - self.top, column - self.left
        return 0 <= down < self.rows and 0 <= across < self.columns

    def corners(self, rules: Rules) -> tuple[int, int]:
        """The tiles at the upper left and the lower right."""
        rows = self.tiles(rules)
        return rows[0][0], rows[-1][-1]

    def tiles(self, rules: Rules) -> list[list[int]]:
        """The tiles of this part, row by row."""
        shown = sheet_of(rules).tiles[self.top : self.top + self.rows]
        return [list(row[self.left : self.left + self.columns]) for row in shown]

    def moved(self, rules: Rules, down: int, across: int) -> Section:
        """A part of this size so many rows and columns further, as far as the board goes."""
        sheet = sheet_of(rules)
        return replace(
            self,
            top=_within(self.top + down, sheet.rows - self.rows),
            left=_within(self.left + across, sheet.columns - self.columns),
        )

    def widened(self, rules: Rules) -> Section:
        """The larger part in whose middle this one lies, as far as the board goes."""
        sheet = sheet_of(rules)
        rows, columns = min(WIDE, sheet.rows), min(WIDE, sheet.columns)
        wide = Section(self.top, self.left, rows, columns)
        return wide.moved(rules, (self.rows - rows) // 2, (self.columns - columns) // 2)


def fight(position: Position, side: int = WIDE) -> Section:
    """The part of the board where the fight is: at most `side` rows and columns.

    The newest stone is in it, or where that stands alone the latest of the player to move, whose
    fight is elsewhere; never at its edge unless that is the edge of the board. A small board is
    shown whole, an empty one in its middle.
    """
    sheet = sheet_of(position.rules)
    places = [sheet.place(tile) for tile in position.tiles]
    held = -2 if _stands_alone(places) else -1
    places = places[-_LATEST:]
    return Section(
        _start(sheet.rows, side, [row for row, _ in places], held),
        _start(sheet.columns, side, [column for _, column in places], held),
        min(side, sheet.rows),
        min(side, sheet.columns),
    )


def _stands_alone(places: list[tuple[int, int]]) -> bool:
    """Whether the newest stone has no other's near it, and at most one of its own."""
    if len(places) < 2:
        return False
    row, column = places[-1]
    near = [
        number
        for number, (r, c) in enumerate(reversed(places[:-1]))
        if max(abs(r - row), abs(c - column)) <= _NEAR
    ]
    return len(near) < 2 and all(number % 2 for number in near)


def _start(length: int, side: int, latest: list[int], held: int) -> int:
    """Where the part begins in one direction, of which these are the places of the stones.

    The stone with the number `held` is in it.
    """
    room = max(0, length - side)
    if not latest:
        return room // 2
    last = latest[held]
    most = range(max(0, min(room, last - side + 2)), max(0, min(room, last - 1)) + 1)

    def worth(start: int) -> tuple[int, int]:
        """How many stones are in the part, the newer ones worth more; then how central they are."""
        inside = [(age, place) for age, place in enumerate(latest, 1) if 0 <= place - start < side]
        off = sum(age * abs(2 * (place - start) - side + 1) for age, place in inside)
        return sum(age for age, _ in inside), -off

    return max(most, key=worth)


def _within(start: int, room: int) -> int:
    return max(0, min(start, room))
