"""Looking positions up in the book."""

from __future__ import annotations

import lzma
import re
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from engine.gravity.book import layer

Scores = npt.NDArray[np.int8]

_NAME = re.compile(r"6x7x4-([0-9]+)\.xz")
"""The file of a layer, by its plies."""


@dataclass(frozen=True, eq=False)
class Layer:
    """The exact scores of all positions of one ply in which no side can win at once."""

    plies: int
    packed: bytes
    """One signed byte a position in the order of the layer, compressed."""

    @cached_property
    def numbers(self) -> layer.BoardNumbers:
        """The positions, ascending."""
        return layer.layer(self.plies)

    @cached_property
    def scores(self) -> Scores:
        """What each of them is worth to its mover."""
        return np.frombuffer(lzma.decompress(self.packed), dtype=np.int8)

    def look_up(self, numbers: layer.BoardNumbers) -> Scores:
        """The scores of some of the positions."""
        return self.scores[np.searchsorted(self.numbers, numbers)]


@dataclass(frozen=True, eq=False)
class Book:
    """A few layers, ascending; every position before the last follows by minimax.

    One layer would do. An early one spares the first moves the way through all that the
    last one holds.
    """

    layers: tuple[Layer, ...]

    @property
    def plies(self) -> int:
        """Up to where the book goes."""
        return self.layers[-1].plies

    def scores(self, boards: layer.BoardNumbers, plies: int) -> Scores:
        """The scores of unfinished positions (mover, waiter), all with `plies` stones.

        Needs plies <= self.plies.
        """
        near = next(layer for layer in self.layers if layer.plies >= plies)
        scores = np.full(len(boards), (layer.RULES.cells + 1 - plies) // 2, dtype=np.int8)
        later = ~layer.wins_at_once(boards)
        boards = boards[later]
        if plies == near.plies:
            scores[later] = near.look_up(layer.canonical(boards[:, 0], boards[:, 1]))
        elif len(boards):
            scores[later] = self._best(boards, plies)
        return scores

    def _best(self, boards: layer.BoardNumbers, plies: int) -> Scores:
        """The highest score among what the moves lead to, where none of them wins at once."""
        origins, numbers = layer.followers(boards)
        reached, places = np.unique(numbers, return_inverse=True)
        scores = -self.scores(layer.split(reached), plies + 1)[places]
        best = np.full(len(boards), -layer.RULES.cells, dtype=np.int8)
        np.maximum.at(best, origins, scores)
        return best


@cache
def opening_book() -> Book | None:
    """The book that is installed, None where there is none."""
    found = [
        Layer(int(match[1]), file.read_bytes())
        for file in files(__package__).iterdir()
        if (match := _NAME.fullmatch(file.name))
    ]
    return Book(tuple(sorted(found, key=lambda layer: layer.plies))) if found else None
