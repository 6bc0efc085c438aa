"""Where lines run on a board, and the symmetries that turn one board into another.

Cells are numbered row by row from 0, top left. What is true of a position is true of
its images under a symmetry: their best moves are images of each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.game.position import Position, Side
from engine.game.rules import Rules, Variant
from engine.game.surfaces import surface_of

_OVERLINES_LOSE: Final = frozenset((Variant.EXACT, Variant.CARO, Variant.RENJU))
"""The variants in which a longer row does not win."""
_BOARDS: Final = 64
"""How many kinds of board are cached."""


def windows(rules: Rules) -> list[list[int]]:
    """The cells of every run of `goal` cells in a row, column or diagonal."""
    return [window for _, window in surface_of(rules).windows(rules.goal)]


def beyond(rules: Rules, window: list[int]) -> int:
    """The cells next to both ends of a window, as bits; 0 where they don't matter.

    They matter where overlines don't win, see `is_shut`.
    """
    if rules.variant not in _OVERLINES_LOSE:
        return 0
    step = window[1] - window[0]
    found = 0
    for cell, next_ in ((window[0], window[0] - step), (window[-1], window[-1] + step)):
        aside = abs(cell % rules.columns - next_ % rules.columns)
        if 0 <= next_ < rules.cells and aside <= 1:
            found |= 1 << next_
    return found


def is_shut(rules: Rules, by_x: bool, ends: int, own: int, other: int) -> bool:
    """Whether a window that holds no stone of the other can't be made a line that wins.

    `ends` is what `beyond` says of it, `own` and `other` are the stones as bits, `by_x` says
    whether the own ones are those of X.
    """
    if not ends:
        return False
    if rules.variant is Variant.CARO and ends & ends - 1 and ends & ~other == 0:
        return True
    return bool(ends & own) and (by_x or rules.variant is not Variant.RENJU)


@lru_cache(maxsize=_BOARDS)
def neighbours(rules: Rules, steps: int = 1) -> tuple[int, ...]:
    """The cells so many king's steps from each cell or fewer, a bit a cell."""
    return surface_of(rules).near(steps)


Stones = tuple[frozenset[int], frozenset[int]]
"""The tiles (1-based) of X and of O."""


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

    A square has eight, another board four; discs fall, so that with gravity there is only the
    mirror. A torus may be shifted as well, and a cube has those of space.
    """
    found = []
    for image in dict.fromkeys(surface_of(rules).images(rules.gravity)):
        tiles = {cell + 1: there + 1 for cell, there in enumerate(image)}
        # with gravity a column goes where its topmost tile goes
        found.append(Symmetry(tiles, {move: tiles[move] for move in rules.moves}))
    return tuple(found)


def stones_of(position: Position) -> Stones:
    """The stones of a position."""
    laid = position.laid
    x, o = (frozenset(tile for tile, whose in laid.items() if whose is side) for side in Side)
    return x, o


def alike(position: Position) -> dict[int, tuple[int, ...]]:
    """For each legal move those that are the same by symmetry, itself among them."""
    stones = stones_of(position)
    keeping = [turn for turn in symmetries(position.rules) if turn.of(stones) == stones]
    if not position.rules.plain:  # the marks must be as old, too
        laid = tuple(position.laid)
        keeping = [turn for turn in keeping if tuple(turn.tiles[tile] for tile in laid) == laid]
    return {
        move: tuple(sorted({symmetry.moves[move] for symmetry in keeping}))
        for move in position.legal
    }
