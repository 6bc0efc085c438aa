"""Vanishing by hand: the marks in a list, the oldest first, and what every state is worth."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from engine import Rules, Side
from tests.engine.brute_force import Truth
from tests.engine.coaching.claims.grid import Grid, Tiles

LINES = ((1, 2, 3), (4, 5, 6), (7, 8, 9), (1, 4, 7), (2, 5, 8), (3, 6, 9), (1, 5, 9), (3, 5, 7))
MOST = 3


@dataclass(frozen=True)
class Fading(Grid):
    """A board whose marks go: `marks` are all that stand, the oldest first."""

    marks: tuple[tuple[int, Side], ...] = ()

    @classmethod
    def after(cls, moves: Iterable[int]) -> Fading:
        """The board after moves."""
        found = cls(Rules.parse("vanishing"), {})
        for ply, tile in enumerate(moves):
            found = found.put(tile, Side.O if ply % 2 else Side.X)
        return found

    def put(self, tile: int, side: Side) -> Fading:
        """The board with one more mark, without the oldest of four."""
        marks = [*self.marks, (tile, side)]
        if len(self._of(side)) == MOST:
            marks.remove((self._of(side)[0], side))
        return Fading(self.rules, dict(marks), tuple(marks))

    def _of(self, side: Side) -> list[int]:
        return [tile for tile, whose in self.marks if whose is side]

    def _kept(self, side: Side) -> set[int]:
        """What stands of a side with its next mark."""
        return set(self._of(side)[1 - MOST :])

    def completing(self, side: Side) -> set[int]:
        """The tiles on which a side completes a line when it is its turn."""
        waits = bool(self.marks) and self.marks[-1][1] is side
        theirs = self._of(side.other)
        freed = {theirs[0]} if waits and len(theirs) == MOST else set[int]()
        free = {tile for tile in range(1, 10) if tile not in self.stones} | freed
        return {tile for tile in free if self.lines(tile, side)}

    def lines(self, tile: int, side: Side) -> list[Tiles]:
        """The lines that a mark of a side on a tile completes."""
        return [line for line in LINES if tile in line and {*line} <= self._kept(side) | {tile}]

    def wins(self, side: Side) -> set[int]:
        """The same as `completing`: nothing falls."""
        return self.completing(side)

    def end_of(self, line: Tiles, side: Side) -> set[int]:
        """The tile that completes a line of a side."""
        return {tile for tile in self.completing(side) if line in self.lines(tile, side)}


def told(moves: Tiles, move: int) -> Truth:
    """What a move after others is worth for its side, and in how many plies; a draw has none."""
    before = moves[-6:]
    if _wins(before, move):
        return "win", 1
    came = [(*moves, move)[at : at + 6] for at in range(1 - len(moves) % 2, len(moves) - 4, 2)]
    if came.count((*before, move)[-6:]) > 2:
        return "draw", 1
    plies = _every_state()[(*before, move)[-6:]]
    if plies == 0:
        return "draw", 99
    return ("loss" if plies % 2 else "win"), plies + 1


def _wins(state: Tiles, move: int) -> bool:
    own = state[-2::-2][: MOST - 1]
    return any({*line} <= {*own, move} for line in LINES)


@cache
def _every_state() -> dict[Tiles, int]:
    """In how many plies each state ends, odd where its mover wins; 0 where nobody does."""
    after: dict[Tiles, list[Tiles]] = {(): []}
    before = defaultdict(list)
    plies: dict[Tiles, int] = {}
    found: list[Tiles] = [()]
    for state in found:
        for move in {*range(1, 10)} - {*state}:
            if _wins(state, move):
                plies[state] = 1
                continue
            following = (*state, move)[-6:]
            after[state].append(following)
            before[following].append(state)
            if following not in after:
                after[following] = []
                found.append(following)
    solved = [state for state in found if state in plies]
    for state in solved:
        for one in before[state]:
            wins = plies[state] % 2 == 0
            if one not in plies and (wins or all(plies.get(n, 0) % 2 for n in after[one])):
                plies[one] = plies[state] + 1
                solved.append(one)
    return dict.fromkeys(found, 0) | plies
