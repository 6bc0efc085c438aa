"""Turns and reflections that leave a game the same.

What is true of a position is true of its images: their best moves are images of each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.game.position import Position
from engine.game.rules import Rules

Stones = tuple[frozenset[int], frozenset[int]]
"""The tiles (1-based) of X and of O."""

_BOARDS: Final = 64
"""How many kinds of board are cached."""


@dataclass(frozen=True, slots=True)
class Symmetry:
    """A turn or a reflection of a board: where each tile and each move goes to."""

    tiles: Mapping[int, int]
    moves: Mapping[int, int]
    """Where each move goes to: a column with gravity, else a tile as in `tiles`."""

    def of(self, stones: Stones) -> Stones:
        """Turn stones."""
        x, o = stones
        return frozenset(map(self.tiles.__getitem__, x)), frozenset(map(self.tiles.__getitem__, o))


@lru_cache(maxsize=_BOARDS)
def symmetries(rules: Rules) -> tuple[Symmetry, ...]:
    """All turns and reflections that leave the game the same, the one that moves nothing first.

    Discs fall, so that with gravity there is only the mirror. A square has eight, another board
    four.
    """
    rows, columns = rules.rows, rules.columns
    tiles = {
        tuple(turn(row, column) for row in range(rows) for column in range(columns)): None
        for turn in _turns(rules)
    }
    found = (dict(enumerate(image, start=1)) for image in tiles)
    if rules.gravity:
        mirrored = {column: columns + 1 - column for column in rules.moves}
        same = {column: column for column in rules.moves}
        return tuple(map(Symmetry, found, (same, mirrored)))
    return tuple(Symmetry(image, image) for image in found)


def _turns(rules: Rules) -> Iterator[Callable[[int, int], int]]:
    """The symmetries as functions from a row and a column (0-based) to a tile (1-based)."""
    last_row, last_column = rules.rows - 1, rules.columns - 1

    def tile(row: int, column: int) -> int:
        return row * rules.columns + column + 1

    yield tile
    yield lambda row, column: tile(row, last_column - column)
    if rules.gravity:
        return
    yield lambda row, column: tile(last_row - row, column)
    yield lambda row, column: tile(last_row - row, last_column - column)
    if rules.rows == rules.columns:
        yield lambda row, column: tile(column, row)
        yield lambda row, column: tile(column, last_row - row)
        yield lambda row, column: tile(last_row - column, row)
        yield lambda row, column: tile(last_row - column, last_row - row)


def stones_of(position: Position) -> Stones:
    """The stones of a position."""
    return frozenset(position.tiles[::2]), frozenset(position.tiles[1::2])


def alike(position: Position) -> dict[int, tuple[int, ...]]:
    """Return for each legal move those that are the same by symmetry, itself among them."""
    stones = stones_of(position)
    keeping = [turn for turn in symmetries(position.rules) if turn.of(stones) == stones]
    return {
        move: tuple(sorted({symmetry.moves[move] for symmetry in keeping}))
        for move in position.legal
    }
