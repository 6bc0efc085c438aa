"""What tutorials teach, written plainly, to measure against: minimax and alpha-beta.

Not used by the bot. The board is a list of rows, a move a pair, every line is looked for
anew after each stone, as these programs do.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final

from engine import Position, Rules

Cell = tuple[int, int]

_STEPS: Final = ((0, 1), (1, 0), (1, 1), (1, -1))
_WIN: Final = 1_000_000
_WEIGHTS: Final = {3: 5, 2: 2}
"""For so many stones of one side in a window that is else empty, as Connect Four tutorials
have it."""


class Grid:
    """A board that is played on in place: 1 for X, -1 for O, 0 where it is free."""

    def __init__(self, position: Position) -> None:
        self.rules: Rules = position.rules
        self.rows = [[0] * self.rules.columns for _ in range(self.rules.rows)]
        self.mover = 1
        for tile in position.tiles:
            row, column = divmod(tile - 1, self.rules.columns)
            self.put((row, column))

    def put(self, cell: Cell) -> None:
        """Place a stone of the side to move, whose turn ends."""
        self.rows[cell[0]][cell[1]] = self.mover
        self.mover = -self.mover

    def take(self, cell: Cell) -> None:
        """Undo `put`."""
        self.rows[cell[0]][cell[1]] = 0
        self.mover = -self.mover

    def free(self) -> list[Cell]:
        """Where a stone may be placed, from the top left."""
        if not self.rules.gravity:
            return [
                (r, c) for r, row in enumerate(self.rows) for c, mark in enumerate(row) if not mark
            ]
        found = []
        for column in range(self.rules.columns):
            rows = [row for row in range(self.rules.rows) if not self.rows[row][column]]
            if rows:
                found.append((rows[-1], column))
        return found

    def windows(self) -> Iterator[list[int]]:
        """The marks of each window of `goal` cells in a line."""
        goal = self.rules.goal
        for row in range(self.rules.rows):
            for column in range(self.rules.columns):
                for down, right in _STEPS:
                    last = row + down * (goal - 1), column + right * (goal - 1)
                    if last[0] < self.rules.rows and 0 <= last[1] < self.rules.columns:
                        yield [self.rows[row + down * i][column + right * i] for i in range(goal)]

    def winner(self) -> int:
        """Whose line stands; 0 where none does."""
        goal = self.rules.goal
        for window in self.windows():
            if abs(sum(window)) == goal:
                return window[0]
        return 0


class Minimax:
    """The textbook: every game to its end, no pruning, no memory."""

    def __init__(self) -> None:
        self.nodes = 0

    def best(self, position: Position) -> int:
        """The first of the best moves."""
        grid = Grid(position)
        moves = grid.free()
        values = []
        for move in moves:
            grid.put(move)
            values.append(-self._value(grid))
            grid.take(move)
        return number_of(position.rules, moves[values.index(max(values))])

    def _value(self, grid: Grid) -> int:
        self.nodes += 1
        if grid.winner():
            return -1
        moves = grid.free()
        if not moves:
            return 0
        best = -1
        for move in moves:
            grid.put(move)
            best = max(best, -self._value(grid))
            grid.take(move)
        return best


class AlphaBeta:
    """The better tutorials: pruning, a horizon, and windows counted where it ends."""

    def __init__(self, depth: int) -> None:
        self.nodes = 0
        self._depth = depth

    def best(self, position: Position) -> int:
        """The first of the moves that look best."""
        grid = Grid(position)
        best, chosen = -math.inf, position.legal[0]
        for move in grid.free():
            grid.put(move)
            value = -self._value(grid, self._depth - 1, -math.inf, -best)
            grid.take(move)
            if value > best:
                best, chosen = value, number_of(position.rules, move)
        return chosen

    def _value(self, grid: Grid, depth: int, alpha: float, beta: float) -> float:
        self.nodes += 1
        if grid.winner():
            return -_WIN - depth
        moves = grid.free()
        if not moves:
            return 0
        if depth == 0:
            return self._guess(grid)
        for move in moves:
            grid.put(move)
            alpha = max(alpha, -self._value(grid, depth - 1, -beta, -alpha))
            grid.take(move)
            if alpha >= beta:
                break
        return alpha

    def _guess(self, grid: Grid) -> float:
        goal, value = grid.rules.goal, 0
        for window in grid.windows():
            for side in (grid.mover, -grid.mover):
                count = window.count(side)
                if count + window.count(0) == goal:
                    value += _WEIGHTS.get(count, 0) * (1 if side == grid.mover else -1)
        return value


def number_of(rules: Rules, cell: Cell) -> int:
    """A move as people type it."""
    return cell[1] + 1 if rules.gravity else cell[0] * rules.columns + cell[1] + 1
