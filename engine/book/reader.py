"""Looking positions up in the book."""

from __future__ import annotations

import lzma
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
import numpy.typing as npt

from engine.book import layer

Scores = npt.NDArray[np.int64]

_NAME = re.compile(r"6x7x4-([0-9]+)\.xz")
"""The file of a layer, by its plies."""


@dataclass(frozen=True, slots=True, eq=False)
class Book:
    """The exact scores of a layer; every position before it follows by minimax."""

    plies: int
    numbers: layer.Boards
    """The positions of the layer, ascending."""
    layer_scores: Scores

    def scores(self, boards: layer.Boards, plies: int) -> Scores:
        """The scores of unfinished positions (mover, waiter), all with `plies` stones.

        Needs plies <= self.plies.
        """
        assert plies <= self.plies
        scores = np.full(len(boards), (layer.RULES.cells + 1 - plies) // 2)
        later = ~layer.wins_at_once(boards)
        boards = boards[later]
        if plies == self.plies:
            numbers = layer.canonical(boards[:, 0], boards[:, 1])
            scores[later] = self.layer_scores[np.searchsorted(self.numbers, numbers)]
        elif len(boards):
            scores[later] = self._best(boards, plies)
        return scores

    def _best(self, boards: layer.Boards, plies: int) -> Scores:
        """The highest score among what the moves lead to, where none of them ends the game."""
        mover, waiter = boards[:, 0], boards[:, 1]
        best = np.full(len(boards), -layer.RULES.cells)
        for column in range(layer.RULES.columns):
            stone = layer.landing(mover | waiter, column)
            free = stone != 0
            reached, origin = np.unique(
                layer.canonical(waiter[free], (mover | stone)[free]), return_inverse=True
            )
            scores = -self.scores(layer.split(reached), plies + 1)
            best[free] = np.maximum(best[free], scores[origin])
        return best


@cache
def opening_book() -> Book | None:
    """The deepest book that is installed, read at the first call; None where there is none."""
    found = [
        (int(match[1]), file)
        for file in files(__package__).iterdir()
        if (match := _NAME.fullmatch(file.name))
    ]
    if not found:
        return None
    plies, file = max(found, key=lambda entry: entry[0])
    packed = np.frombuffer(lzma.decompress(file.read_bytes()), dtype=np.int8)
    return Book(plies, layer.layer(plies), packed.astype(np.int64))
