"""A board as a grid of tiles, on which stones are counted one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine import Position, Rules, Side, Variant
from engine.game.rules import foul

Tiles = tuple[int, ...]
STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))


@lru_cache(maxsize=64)
def _spans(rules: Rules) -> tuple[tuple[Tiles, tuple[int, int]], ...]:
    """The stretches of `goal` tiles of a board, each with the step along it."""
    grid, found = Grid(rules, {}), []
    for tile in range(1, rules.cells + 1):
        for step in STEPS:
            along: list[int] = [tile]
            while len(along) < rules.goal and (after := grid.beside(along[-1], step)):
                along.append(after)
            if len(along) == rules.goal:
                found.append((tuple(along), step))
    return tuple(found)


@dataclass(frozen=True)
class Grid:
    """A board: who stands on each tile that is taken."""

    rules: Rules
    stones: dict[int, Side]

    @classmethod
    def of(cls, position: Position) -> Grid:
        """The board of a position."""
        sides = [Side.X if ply % 2 == 0 else Side.O for ply in range(position.ply)]
        return cls(position.rules, dict(zip(position.tiles, sides, strict=True)))

    def put(self, tile: int, side: Side) -> Grid:
        """The board with one more stone."""
        assert self.is_reachable(tile)
        return Grid(self.rules, {**self.stones, tile: side})

    def is_free(self, tile: int) -> bool:
        """Whether no stone is there."""
        return 1 <= tile <= self.rules.cells and tile not in self.stones

    def is_reachable(self, tile: int) -> bool:
        """Whether a stone can be put there now."""
        below = tile + self.rules.columns
        on_ground = not self.rules.gravity or below > self.rules.cells
        return self.is_free(tile) and (on_ground or not self.is_free(below))

    def reachable(self) -> Tiles:
        """The tiles that a stone can be put on now."""
        return tuple(tile for tile in range(1, self.rules.cells + 1) if self.is_reachable(tile))

    def beside(self, tile: int, step: tuple[int, int]) -> int | None:
        """The next tile in a direction, None beyond the edge."""
        row, column = divmod(tile - 1, self.rules.columns)
        row, column = row + step[0], column + step[1]
        if 0 <= row < self.rules.rows and 0 <= column < self.rules.columns:
            return row * self.rules.columns + column + 1
        return None

    def row_through(self, tile: int, step: tuple[int, int], side: Side) -> Tiles:
        """The unbroken row through a tile, as if a stone of a side were on it, ascending."""
        found = [tile]
        for sign in (1, -1):
            now = self.beside(tile, (sign * step[0], sign * step[1]))
            while now is not None and self.stones.get(now) is side:
                found.append(now)
                now = self.beside(now, (sign * step[0], sign * step[1]))
        return tuple(sorted(found))

    def lines(self, tile: int, side: Side) -> list[Tiles]:
        """The lines that a stone of a side on a tile completes, whole."""
        runs = [(self.row_through(tile, step, side), step) for step in STEPS]
        return [run for run, step in runs if self._is_line(run, step, side)]

    def _is_line(self, run: Tiles, step: tuple[int, int], side: Side) -> bool:
        """Whether an unbroken row wins, by the variant."""
        goal, variant = self.rules.goal, self.rules.variant
        if variant is Variant.FREESTYLE or (variant is Variant.RENJU and side is Side.O):
            return len(run) >= goal
        if len(run) != goal or variant is not Variant.CARO:
            return len(run) == goal
        ends = self.beside(run[0], (-step[0], -step[1])), self.beside(run[-1], step)
        return any(end is None or self.stones.get(end) is not side.other for end in ends)

    def is_foul(self, tile: int, side: Side) -> bool:
        """Whether X may not put a stone on a free tile, in renju."""
        if self.rules.variant is not Variant.RENJU or side is not Side.X:
            return False
        width = self.rules.columns + 1

        def bits(tiles: Iterable[int]) -> int:
            return sum(1 << one - 1 + (one - 1) // self.rules.columns for one in tiles)

        black = bits(one for one, owner in self.stones.items() if owner is Side.X)
        free = bits(one for one in range(1, self.rules.cells + 1) if self.is_free(one))
        return foul(black, free, bits([tile]).bit_length() - 1, width) is not None

    def completing(self, side: Side) -> set[int]:
        """The free tiles, reachable or not, that complete a line of a side."""
        return {
            tile
            for tile in range(1, self.rules.cells + 1)
            if self.is_free(tile) and self.lines(tile, side)
        }

    def wins(self, side: Side) -> set[int]:
        """The tiles on which a side completes a line at once."""
        return {tile for tile in self.completing(side) if self.is_reachable(tile)}

    def spans(self, through: int | None = None) -> Iterator[tuple[Tiles, tuple[int, int]]]:
        """The stretches of `goal` tiles, all or those through a tile, each with its step."""
        for span, step in _spans(self.rules):
            if through is None or through in span:
                yield span, step

    def held(self, span: Tiles, side: Side) -> Tiles:
        """The stones of a side in a stretch, () if it has one of the other."""
        if any(self.stones.get(tile) is side.other for tile in span):
            return ()
        return tuple(tile for tile in span if self.stones.get(tile) is side)

    def is_open(self, span: Tiles, side: Side) -> bool:
        """Whether a side wins by filling a stretch: the other side has no stone in it.

        Where six don't win, none of its own lies right beyond it either.
        """
        if any(self.stones.get(tile) is side.other for tile in span):
            return False
        if self.rules.variant is Variant.FREESTYLE:
            return True
        full = Grid(self.rules, {**self.stones, **dict.fromkeys(span, side)})
        step = next(step for step in STEPS if full.beside(span[0], step) == span[1])
        return full._is_line(full.row_through(span[0], step, side), step, side)

    def is_fork(self, side: Side) -> bool:
        """Whether a side has two ways to complete a line, one stone of the other not enough."""
        wins = self.wins(side)
        if len(wins) != 1:
            return len(wins) > 1
        (tile,) = wins
        return tile in self.completing(side) and bool(self.put(tile, side.other).wins(side))

    def forks(self, side: Side) -> set[int]:
        """The tiles on which a stone of a side makes a fork, and one of its lines is new."""
        return {tile for tile in self.reachable() if self.makes_fork(tile, side)}

    def makes_fork(self, tile: int, side: Side) -> bool:
        """Whether a stone of a side makes a fork, with a new way to complete a line."""
        if self.lines(tile, side) or self.is_foul(tile, side):
            return False
        after = self.put(tile, side)
        near = (len(after.held(span, side)) for span, _ in after.spans(tile))
        if not self.rules.gravity and max(near, default=0) < self.rules.goal - 1:
            return False
        wins = after.wins(side)
        ends = set(wins)
        if len(wins) == 1:
            ends.add(min(wins) - self.rules.columns)
        return after.is_fork(side) and not ends.isdisjoint(after.fresh_ends(tile, side))

    def fresh_ends(self, tile: int, side: Side) -> set[int]:
        """The same as `new_ends`, and the tile above if it completes a line and falls free now."""
        above = {tile - self.rules.columns} if self.rules.gravity else set()
        return self.new_ends(tile, side) | above & self.completing(side)

    def new_ends(self, tile: int, side: Side) -> set[int]:
        """The tiles that complete a line in which a stone is."""
        return {
            end
            for end in self.completing(side)
            if any(tile in line for line in self.lines(end, side))
        }

    def is_open_three(self, stones: Tiles, side: Side) -> bool:
        """Whether these stones become `goal - 1` in a row with two free ends by one more."""
        if len(stones) != self.rules.goal - 2 or {self.stones.get(one) for one in stones} != {side}:
            return False
        for extra in self.reachable():
            after = self.put(extra, side)
            row = tuple(sorted((*stones, extra)))
            for step in STEPS:
                if after.row_through(extra, step, side) != row:
                    continue
                back = after.beside(row[0], (-step[0], -step[1]))
                ahead = after.beside(row[-1], step)
                open_ends = [
                    end
                    for end in (back, ahead)
                    if end and after.is_free(end) and after.lines(end, side)
                ]
                if len(open_ends) == 2 and not self.is_foul(extra, side):
                    return True
        return False
