"""A position as its lines show it, for the side to move."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from engine.game.geometry import beyond, is_shut, windows
from engine.game.position import Position, Side
from engine.game.rules import Rules

DIAGONAL_EFFORT: Final = 2
"""A slanting line is as hard to see as a straight one two cells further away."""
_RATIO: Final = 5
"""One more stone makes an open line worth so many times as much."""


class Line(NamedTuple):
    """A window of `goal` cells: a bit for each, the cells, and whether it is a diagonal.

    `ends` are the cells beyond both ends, where they matter (engine.game.geometry.beyond).
    """

    bits: int
    cells: tuple[int, ...]
    slants: bool
    ends: int


class Scene:
    """What there is to see: lines one stone short, double threats, and what each cell is worth.

    A cell is 0-based. `moves` gives the move that puts a stone on a cell. `wins` and `stops` are
    the lines that one side could complete next, `forks` and `other_forks` those that would make
    two threats at once, by that cell.
    """

    def __init__(self, position: Position, diagonals: bool = True) -> None:
        self.rules = rules = position.rules
        self.moves = {position.landing(move) - 1: move for move in position.legal}
        self.last = tuple(tile - 1 for tile in position.tiles[-2:])
        mine = theirs = 0
        for tile in position.tiles[position.ply % 2 :: 2]:
            mine |= 1 << tile - 1
        for tile in position.tiles[1 - position.ply % 2 :: 2]:
            theirs |= 1 << tile - 1
        self._taken = mine | theirs
        self.wins: dict[int, list[Line]] = {}
        self.stops: dict[int, list[Line]] = {}
        self.own_worth = dict.fromkeys(self.moves, 0)
        self.other_worth = dict.fromkeys(self.moves, 0)
        own_pairs: list[Line] = []
        other_pairs: list[Line] = []
        goal, by_x = rules.goal, position.side is Side.X
        for line in lines_of(rules, diagonals):
            own = (line.bits & mine).bit_count()
            other = (line.bits & theirs).bit_count()
            if own and other:
                continue
            if not other and not (line.ends and is_shut(rules, by_x, line.ends, mine, theirs)):
                self._count(line, own, self.own_worth)
                if own == goal - 1:
                    self._note(line, self.wins)
                elif own == goal - 2:
                    own_pairs.append(line)
            if not own and not (line.ends and is_shut(rules, not by_x, line.ends, theirs, mine)):
                self._count(line, other, self.other_worth)
                if other == goal - 1:
                    self._note(line, self.stops)
                elif other == goal - 2:
                    other_pairs.append(line)
        self._above = {cell: lines for cell, lines in self.stops.items() if cell not in self.moves}
        self.wins = {cell: lines for cell, lines in self.wins.items() if cell in self.moves}
        self.stops = {cell: lines for cell, lines in self.stops.items() if cell in self.moves}
        self.forks = self._double_threats(own_pairs)
        self.other_forks = self._double_threats(other_pairs)

    def effort(self, line: Line) -> int:
        """How hard a line is to notice: 1 through one of the last two stones, more further off.

        King's steps from the nearer of them, and more for a diagonal.
        """
        columns = self.rules.columns
        steps = min(
            (
                max(abs(cell // columns - last // columns), abs(cell % columns - last % columns))
                for cell in line.cells
                for last in self.last
            ),
            default=0,
        )
        return 1 + steps + DIAGONAL_EFFORT * line.slants

    def gives(self, cell: int) -> list[Line]:
        """The lines that the other could complete on top of a disc on this cell."""
        return self._above.get(cell - self.rules.columns, []) if self.rules.gravity else []

    def is_beside(self, cell: int, stones: int) -> bool:
        """Whether one of these stones is a king's step from the cell."""
        return bool(_neighbours(self.rules)[cell] & stones)

    @property
    def taken(self) -> int:
        """All stones, a bit a cell."""
        return self._taken

    def _count(self, line: Line, stones: int, worth: dict[int, int]) -> None:
        value = _RATIO**stones
        for cell in line.cells:
            if cell in worth:
                worth[cell] += value

    def _note(self, line: Line, found: dict[int, list[Line]]) -> None:
        for cell in line.cells:
            if not self._taken >> cell & 1:
                found.setdefault(cell, []).append(line)

    def _double_threats(self, pairs: list[Line]) -> dict[int, list[Line]]:
        """The lines in which a stone on a cell makes threats on two cells, by that cell."""
        threats: dict[int, dict[int, Line]] = {}
        for line in pairs:
            one, other = [cell for cell in line.cells if not self._taken >> cell & 1]
            threats.setdefault(one, {})[other] = line
            threats.setdefault(other, {})[one] = line
        found = {}
        for cell, made in threats.items():
            if cell not in self.moves:
                continue
            seen = [line for other, line in made.items() if self._opens(other, cell)]
            if len(seen) > 1:
                found[cell] = seen
        return found

    def _opens(self, cell: int, after: int) -> bool:
        """Whether a stone can be put on a cell once another is on `after`."""
        return cell in self.moves or cell == after - self.rules.columns


@lru_cache(maxsize=64)
def lines_of(rules: Rules, diagonals: bool = True) -> tuple[Line, ...]:
    """The windows of a board, with or without those that slant."""
    straight = {1, rules.columns}
    found = []
    for window in windows(rules):
        slants = window[1] - window[0] not in straight
        if diagonals or not slants:
            bits = sum(1 << cell for cell in window)
            found.append(Line(bits, tuple(window), slants, beyond(rules, window)))
    return tuple(found)


@lru_cache(maxsize=64)
def _neighbours(rules: Rules) -> tuple[int, ...]:
    """The cells a king's step from each cell, a bit a cell."""
    rows, columns = rules.rows, rules.columns
    return tuple(
        sum(
            1 << r * columns + c
            for r in range(max(0, row - 1), min(rows, row + 2))
            for c in range(max(0, column - 1), min(columns, column + 2))
            if (r, c) != (row, column)
        )
        for row in range(rows)
        for column in range(columns)
    )
