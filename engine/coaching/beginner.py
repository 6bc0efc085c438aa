"""A model of how people play on small boards: they count lines, and overlook some.

On up to sixteen cells whoever looks a few moves ahead draws, so that levels that differ in depth
would draw with each other. The levels of this model differ in what beginners differ in: whether
they notice a line that is about to be completed, whether they see a double threat of their own,
and how much they care which cell has the better lines. A win in one they always take.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Final, NamedTuple

from engine.game.lines import windows
from engine.game.position import Position
from engine.game.rules import Rules

MAX_CELLS: Final = 16
"""The cells of the largest board that the model is for."""

DIAGONAL_EFFORT: Final = 2
"""A slanting line is as hard to see as a straight one two cells further away."""


def handles(rules: Rules) -> bool:
    """Whether a board is small enough, and its lines all that matters."""
    return rules.cells <= MAX_CELLS and not rules.gravity and not rules.misere


@dataclass(frozen=True, slots=True)
class Perception:
    """What a player sees.

    A line about to be completed through the last stone is noticed with a chance of `attention`;
    one that is further off or slants, with that to the power of its effort. `sees_forks` says
    whether double threats of one's own are seen. A cell whose lines are worth `temperature` more
    than those of another is e times likelier (softmax).
    """

    attention: float
    sees_forks: bool
    temperature: float


class _Line(NamedTuple):
    """A window of `goal` cells: a bit for each cell, and whether it is a diagonal."""

    cells: int
    slants: bool


def chances(position: Position, perception: Perception) -> dict[int, float]:
    """How likely a player of this perception is to make each move; the chances add up to 1."""
    view = LineView(position)
    if wins := view.completions(view.mine, view.theirs):
        return _evenly(wins)
    threats = view.completions(view.theirs, view.mine)
    found = dict.fromkeys(position.legal, 0.0)
    seen = {cell: _chance_to_notice(view, lines, perception) for cell, lines in threats.items()}
    for noticed in product((False, True), repeat=len(seen)):
        share = math.prod(
            chance if sees else 1 - chance
            for sees, chance in zip(noticed, seen.values(), strict=True)
        )
        stops = [cell for sees, cell in zip(noticed, seen, strict=True) if sees]
        likely = _chances_when_noticed(view, stops, perception) if share else {}
        for move, likelihood in likely.items():
            found[move] += share * likelihood
    return {move: share for move, share in found.items() if share}


def _chance_to_notice(view: LineView, lines: Iterable[_Line], perception: Perception) -> float:
    """How likely one of the lines that a stone would complete is seen."""
    missed = math.prod(1 - perception.attention ** view.effort(line) for line in lines)
    return 1 - missed


def _chances_when_noticed(
    view: LineView, stops: list[int], perception: Perception
) -> dict[int, float]:
    """The chances of each move for a player who has noticed that these cells stop a line."""
    cells = stops or view.free
    if perception.sees_forks and not stops:
        forks = [cell for cell in cells if view.forks(cell)]
        if forks:
            return _evenly(forks)
    worth = {cell: view.worth(cell) for cell in cells}
    most = max(worth.values())
    weights = {cell: math.exp((worth[cell] - most) / perception.temperature) for cell in cells}
    whole = sum(weights.values())
    return {cell + 1: weight / whole for cell, weight in weights.items()}


def _evenly(cells: Iterable[int]) -> dict[int, float]:
    moves = [cell + 1 for cell in cells]
    return dict.fromkeys(moves, 1 / len(moves))


class LineView:
    """A position as its lines show it, for the side to move.

    `mine` and `theirs` are the stones of the side to move and of the other, a bit a cell; `free`
    lists the free cells.
    """

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self._columns = rules.columns
        self._lines = _windows(rules)
        self.free = [move - 1 for move in position.legal]
        self.mine = sum(1 << tile - 1 for tile in position.tiles[position.ply % 2 :: 2])
        self.theirs = sum(1 << tile - 1 for tile in position.tiles[1 - position.ply % 2 :: 2])
        self._last = position.tiles[-1] - 1 if position.tiles else 0

    @property
    def windows(self) -> list[int]:
        """The windows of the board, a bit a cell."""
        return [line.cells for line in self._lines]

    def completions(self, stones: int, against: int) -> dict[int, list[_Line]]:
        """The lines that one more of these stones completes, by its cell."""
        found: dict[int, list[_Line]] = {}
        for line in self._lines:
            left = line.cells & ~stones
            if left & (left - 1) == 0 and not left & against:
                found.setdefault(left.bit_length() - 1, []).append(line)
        return found

    def forks(self, cell: int) -> bool:
        """Whether a stone on this cell makes two threats."""
        return len(self.completions(self.mine | 1 << cell, self.theirs)) > 1

    def worth(self, cell: int) -> int:
        """What the open lines count for after a stone here: the square of the stones in each."""
        mine, theirs = self.mine | 1 << cell, self.theirs
        total = 0
        for line, _ in self._lines:
            if not line & theirs:
                total += (line & mine).bit_count() ** 2
            if not line & mine:
                total -= (line & theirs).bit_count() ** 2
        return total

    def effort(self, line: _Line) -> int:
        """How hard a line is to notice: 1 through the last stone, more further off or slanting."""
        row, column = divmod(self._last, self._columns)
        steps = min(
            max(abs(cell // self._columns - row), abs(cell % self._columns - column))
            for cell in range(line.cells.bit_length())
            if line.cells >> cell & 1
        )
        return 1 + steps + DIAGONAL_EFFORT * line.slants


@lru_cache(maxsize=16)
def _windows(rules: Rules) -> tuple[_Line, ...]:
    straight = {1, rules.columns}
    return tuple(
        _Line(sum(1 << cell for cell in window), window[1] - window[0] not in straight)
        for window in windows(rules)
    )
