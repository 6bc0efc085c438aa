"""Making an opening book of a board with gravity: it goes on where it was broken off."""

from __future__ import annotations

import io
import lzma
from pathlib import Path

import numpy as np
import pytest

from benchmarks.learning import gravity_book as maker
from engine import PRESETS, Position, Rules
from engine.solvers.gravity_book import BookBoard
from engine.solvers.gravity_solver import stones

CONNECT4 = BookBoard(PRESETS["connect4"])


def test_making_goes_on_where_it_was_broken_off(tmp_path: Path) -> None:
    """Only what the progress file lacks is solved, and the file then has it."""
    easy = Position.from_moves(CONNECT4.rules, [4, 4, 3, 3, 7, 7, 7, 3])
    number = int(CONNECT4.canonical(*np.array([stones(easy)]).T)[0])
    missing = CONNECT4.positions_of(8).tolist().index(number)
    progress = tmp_path / "book8"
    so_far = np.full(77_715, 3, dtype=np.int8)
    so_far[missing] = 127
    progress.write_bytes(so_far.tobytes())
    report = io.StringIO()
    scores = maker.make(CONNECT4, 8, 1, progress, report)
    assert scores[missing] == 16
    assert (np.delete(scores, missing) == 3).all()
    assert (
        progress.read_bytes()
        == scores.tobytes()
        == lzma.decompress(maker.pack(CONNECT4, 8, scores).packed)
    )
    assert report.getvalue() == "77715 of 77715, 0.0 h left\n"


def test_progress_of_another_layer_is_refused(tmp_path: Path) -> None:
    """A file of the wrong size is not written over."""
    progress = tmp_path / "book"
    progress.write_bytes(b"\0" * 100)
    with pytest.raises(ValueError, match="not the progress"):
        maker.make(CONNECT4, 2, 1, progress)
    assert progress.read_bytes() == b"\0" * 100


@pytest.mark.parametrize("game", ["6x7x4g", "5x8x4g"])
def test_a_book_is_written_with_an_early_layer(tmp_path: Path, game: str) -> None:
    """The files of one making are what the reader looks for."""
    board, progress = BookBoard(Rules.parse(game)), tmp_path / "book4"
    progress.write_bytes(bytes(len(board.positions_of(4))))
    options = ["--board", game, "--plies", "4", "--progress", str(progress), "--out", str(tmp_path)]
    maker.main(options)
    for plies in (4, 2):
        scores = lzma.decompress((tmp_path / f"{game[:-1]}-{plies}.xz").read_bytes())
        assert scores == bytes(len(board.positions_of(plies)))
