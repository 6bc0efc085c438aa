"""Making the opening book of a board with gravity: the exact score of each position of a layer.

python -m benchmarks.learning.gravity_book --board 6x7x4g --plies 10 --workers 2

The scores are kept in a file of one byte a position as they come, so that making can be
interrupted and resumed at any time. Neighbours in the layer have most stones in common: a worker
solves a stretch of them with one table.
"""

from __future__ import annotations

import argparse
import lzma
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Final, TextIO

import numpy as np

from engine import PRESETS, Rules
from engine.solvers.gravity_book import Book, BookBoard, Layer, Scores, file_name
from engine.solvers.gravity_solver import Solver

_UNKNOWN: Final = 127
"""What stands in the file for a score that is not found yet."""
_STRETCH: Final = 200
"""Positions solved with one table: about half a minute at 8 plies of Connect Four."""


def make(
    board: BookBoard, plies: int, workers: int, progress: Path, report: TextIO = sys.stderr
) -> Scores:
    """The score of every position of a layer, in its order; goes on from `progress` if it can.

    Raises ValueError where `progress` belongs to another layer.
    """
    boards = board.split(board.positions_of(plies))
    scores = _scores_so_far(progress, len(boards))
    unknown = np.flatnonzero(scores == _UNKNOWN)
    stretches = np.split(unknown, range(_STRETCH, len(unknown), _STRETCH))
    begun = time.monotonic()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        solve = partial(_solve, board.rules)
        solving = pool.map(solve, [boards[stretch].tolist() for stretch in stretches])
        for done, (stretch, solved) in enumerate(zip(stretches, solving, strict=True), start=1):
            scores[stretch] = solved
            scores.flush()
            left = (time.monotonic() - begun) * (len(stretches) - done) / done
            known = np.count_nonzero(scores != _UNKNOWN)
            print(f"{known} of {len(boards)}, {left / 3600:.1f} h left", file=report, flush=True)
    return np.array(scores)


def pack(board: BookBoard, plies: int, scores: Scores) -> Layer:
    """A layer in the form that the reader expects."""
    return Layer(board, plies, lzma.compress(scores.tobytes(), preset=9 | lzma.PRESET_EXTREME))


def earlier(known: Layer, plies: int) -> Layer:
    """The layer of fewer plies that follows from one that is known."""
    boards = known.board.split(known.board.positions_of(plies))
    return pack(known.board, plies, Book((known,)).scores(boards, plies))


def _scores_so_far(progress: Path, size: int) -> np.memmap[tuple[int, ...], np.dtype[np.int8]]:
    if not progress.exists():
        progress.write_bytes(bytes([_UNKNOWN]) * size)
    if progress.stat().st_size != size:
        raise ValueError(f"{progress} is not the progress of a layer of {size} positions")
    return np.memmap(progress, dtype=np.int8, mode="r+")


def _solve(rules: Rules, boards: list[tuple[int, int]]) -> list[int]:
    """The scores of some positions: none is higher than half of the cells."""
    solver, highest = Solver(rules), rules.cells // 2
    return [solver.clamp(mover, waiter, -highest, highest) for mover, waiter in boards]


def main(arguments: Sequence[str] | None = None) -> None:
    """Make a layer, going on from an earlier run, and write the files that the reader loads.

    The second file holds an early layer that follows from the first.
    """
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.learning.gravity_book", description=main.__doc__
    )
    parser.add_argument(
        "--board", type=Rules.parse, default=PRESETS["connect4"], help="such as 7x6x4g"
    )
    parser.add_argument("--plies", type=int, default=10, help="which layer (default: 10)")
    parser.add_argument("--workers", type=int, default=1, help="processes (default: 1)")
    parser.add_argument(
        "--progress", type=Path, help="where to keep what is solved (default: book<board>-<plies>)"
    )
    parser.add_argument(
        "--out", type=Path, default=Path(), help="the folder to write to (default: this one)"
    )
    options = parser.parse_args(arguments)
    board, plies = BookBoard(options.board), options.plies
    progress = options.progress or Path(f"book{options.board}-{plies}")
    made = pack(board, plies, make(board, plies, options.workers, progress))
    for layer in (made, earlier(made, plies // 2)):
        (options.out / file_name(options.board, layer.plies)).write_bytes(layer.packed)


if __name__ == "__main__":
    main()
