"""Making the book: the exact score of every position of a layer.

The scores are kept in a file of one byte a position as they come, so that making can be
broken off at any time and gone on with. Positions that are neighbours in the layer have most
stones in common: a worker solves a stretch of them on one table.
"""

from __future__ import annotations

import lzma
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TextIO

import numpy as np

from engine.gravity.book import layer
from engine.gravity.book.reader import Book, Layer, Scores
from engine.gravity.solver import Solver

_UNKNOWN: Final = 127
"""What stands in the file for a score that is not found yet."""
_STRETCH: Final = 200
"""Positions solved on one table: about half a minute at 8 plies."""
_HIGHEST: Final = layer.RULES.cells // 2
"""No score is higher: the half of all stones are one side's."""


def make(plies: int, workers: int, progress: Path, report: TextIO = sys.stderr) -> Scores:
    """The score of every position of a layer, in its order; goes on from `progress` if it can.

    Raises ValueError where `progress` belongs to another layer.
    """
    boards = layer.split(layer.layer(plies))
    scores = _scores_so_far(progress, len(boards))
    stretches = np.split(np.flatnonzero(scores == _UNKNOWN), _cuts(scores))
    begun = time.monotonic()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        solving = pool.map(_solve, [boards[stretch].tolist() for stretch in stretches])
        for done, (stretch, solved) in enumerate(zip(stretches, solving, strict=True), start=1):
            scores[stretch] = solved
            scores.flush()
            left = (time.monotonic() - begun) * (len(stretches) - done) / done
            known = np.count_nonzero(scores != _UNKNOWN)
            print(f"{known} of {len(boards)}, {left / 3600:.1f} h left", file=report, flush=True)
    return np.array(scores)


def _cuts(scores: Scores) -> range:
    """Where to cut the positions that are still unknown into stretches."""
    return range(_STRETCH, np.count_nonzero(scores == _UNKNOWN), _STRETCH)


def pack(plies: int, scores: Scores) -> Layer:
    """A layer as the reader wants it."""
    return Layer(plies, lzma.compress(scores.tobytes(), preset=9 | lzma.PRESET_EXTREME))


def earlier(known: Layer, plies: int) -> Layer:
    """The layer of fewer plies that follows from one that is known."""
    boards = layer.split(layer.layer(plies))
    return pack(plies, Book((known,)).scores(boards, plies))


def _scores_so_far(progress: Path, size: int) -> np.memmap[tuple[int, ...], np.dtype[np.int8]]:
    if not progress.exists():
        progress.write_bytes(bytes([_UNKNOWN]) * size)
    if progress.stat().st_size != size:
        raise ValueError(f"{progress} is not the progress of a layer of {size} positions")
    return np.memmap(progress, dtype=np.int8, mode="r+")


def _solve(boards: list[tuple[int, int]]) -> list[int]:
    solver = Solver(layer.RULES)
    return [solver.clamp(mover, waiter, -_HIGHEST, _HIGHEST) for mover, waiter in boards]
