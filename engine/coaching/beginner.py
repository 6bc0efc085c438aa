"""How people play on small boards: they count lines, and overlook some.

On up to sixteen cells whoever looks a few moves ahead draws, so that levels that differ in depth
would draw with each other. These differ in what beginners differ in: whether they notice a
line that is about to be completed, whether they see a double threat of their own, and how much
they care which cell has the better lines. A win in one they always take.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import Final, NamedTuple

from engine.game.lines import windows
from engine.game.position import Position
from engine.game.rules import Rules
from engine.thinking.clock import Clock

MAX_CELLS: Final = 16

DIAGONAL_EFFORT: Final = 2
"""A slanting line is as hard to see as a straight one two cells further away."""
_PLAYOUTS: Final = 100
"""Games played out to judge a move: with four times as many PERFECT scored no better on 4x4."""
_LOOK: Final = 0.001
"""What a unit of `worth` counts beside their points: enough to tell equals apart."""


def handles(rules: Rules) -> bool:
    """Whether a board is small enough, and its lines all that matters."""
    return rules.cells <= MAX_CELLS and not rules.gravity and not rules.misere


@dataclass(frozen=True, slots=True)
class Eyes:
    """What a player sees.

    A line about to be completed next to the last stone is noticed with a chance of
    `attention`; where it is further off or slants, with that to the power of the effort.
    `plans` says whether own double threats are seen. A cell whose lines count for `warmth` more
    is e times likelier.
    """

    attention: float
    plans: bool
    warmth: float


class _Line(NamedTuple):
    stones: int
    slants: bool


def chances(position: Position, eyes: Eyes) -> dict[int, float]:
    """How likely a player with such eyes is to make each move."""
    look = _Look(position)
    if wins := look.completions(look.mine, look.theirs):
        return _alike(wins)
    threats = look.completions(look.theirs, look.mine)
    found = dict.fromkeys(position.legal, 0.0)
    seen = {cell: _noticed(look, lines, eyes) for cell, lines in threats.items()}
    for noticed in product((False, True), repeat=len(seen)):
        share = math.prod(
            chance if sees else 1 - chance
            for sees, chance in zip(noticed, seen.values(), strict=True)
        )
        stops = [cell for sees, cell in zip(noticed, seen, strict=True) if sees]
        for move, likelihood in _thought(look, stops, eyes).items() if share else ():
            found[move] += share * likelihood
    return {move: share for move, share in found.items() if share}


def _noticed(look: _Look, lines: Iterable[_Line], eyes: Eyes) -> float:
    """How likely one of the lines that a stone would complete is seen."""
    missed = math.prod(1 - eyes.attention ** look.effort(line) for line in lines)
    return 1 - missed


def _thought(look: _Look, stops: list[int], eyes: Eyes) -> dict[int, float]:
    """The chances of a player who knows what has to be stopped."""
    cells = stops or look.free
    if not stops and eyes.plans and (forks := [cell for cell in cells if look.forks(cell)]):
        return _alike(forks)
    worth = {cell: look.worth(cell) for cell in cells}
    most = max(worth.values())
    weights = {cell: math.exp((worth[cell] - most) / eyes.warmth) for cell in cells}
    whole = sum(weights.values())
    return {cell + 1: weight / whole for cell, weight in weights.items()}


def _alike(cells: Iterable[int]) -> dict[int, float]:
    moves = [cell + 1 for cell in cells]
    return dict.fromkeys(moves, 1 / len(moves))


class _Look:
    """A position as its lines show it, for the side to move: a bit a cell."""

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self._columns = rules.columns
        self._lines = _lines(rules)
        self.free = [move - 1 for move in position.legal]
        self.mine = sum(1 << tile - 1 for tile in position.tiles[position.ply % 2 :: 2])
        self.theirs = sum(1 << tile - 1 for tile in position.tiles[1 - position.ply % 2 :: 2])
        self._last = position.tiles[-1] - 1 if position.tiles else 0

    def completions(self, stones: int, against: int) -> dict[int, list[_Line]]:
        """The lines that one more stone completes, by its cell."""
        found: dict[int, list[_Line]] = {}
        for line in self._lines:
            left = line.stones & ~stones
            if left & (left - 1) == 0 and not left & against:
                found.setdefault(left.bit_length() - 1, []).append(line)
        return found

    def forks(self, cell: int) -> bool:
        """Whether a stone makes two threats."""
        return len(self.completions(self.mine | 1 << cell, self.theirs)) > 1

    def worth(self, cell: int) -> int:
        """What the open lines count for after a stone: the square of the stones in each."""
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
            for cell in range(line.stones.bit_length())
            if line.stones >> cell & 1
        )
        return 1 + steps + DIAGONAL_EFFORT * line.slants


@lru_cache(maxsize=16)
def _lines(rules: Rules) -> tuple[_Line, ...]:
    straight = {1, rules.columns}
    return tuple(
        _Line(sum(1 << cell for cell in window), window[1] - window[0] not in straight)
        for window in windows(rules)
    )


# --- playouts -------------------------------------------------------------------------


def prospects(
    position: Position, moves: Iterable[int], rng: Random, clock: Clock
) -> dict[int, float]:
    """What each move promises against a player who sees one move ahead: 1 for a win, 0 for a loss.

    The game is played out many times by two of them: they complete a line, stop one, or
    move anywhere; as often as the clock allows. The look of the
    lines tells moves apart that promise about the same.
    """
    look = _Look(position)
    lines = [line for line, _ in _lines(position.rules)]
    full = (1 << position.rules.cells) - 1
    points = dict.fromkeys(moves, 0)
    rounds = 0
    while rounds < _PLAYOUTS and not clock.stopped:
        rounds += 1
        for move in points:
            points[move] += _played_out(lines, look.theirs, look.mine | 1 << move - 1, full, rng)
    return {
        move: 1 - lost / max(rounds, 1) / 2 + _LOOK * look.worth(move - 1)
        for move, lost in points.items()
    }


def _played_out(lines: list[int], mine: int, theirs: int, full: int, rng: Random) -> int:
    """2 where the side to move wins, 1 for a draw, 0 where it loses."""
    mover = True
    while mine | theirs != full:
        wins = stops = 0
        for line in lines:
            left = line & ~mine
            if left & (left - 1) == 0 and not left & theirs:
                wins |= left
            left = line & ~theirs
            if left & (left - 1) == 0 and not left & mine:
                stops |= left
        if wins:
            return 2 if mover else 0
        mine |= _one_of(stops or full & ~(mine | theirs), rng)
        mine, theirs, mover = theirs, mine, not mover
    return 1


def _one_of(cells: int, rng: Random) -> int:
    """One bit of several."""
    for _ in range(int(rng.random() * cells.bit_count())):
        cells &= cells - 1
    return cells & -cells
