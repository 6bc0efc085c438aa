"""A game to learn from, and what is looked at in it."""

from __future__ import annotations

from pathlib import Path

from benchmarks.learning.games import HOME
from benchmarks.learning.positions import Positions, positions
from benchmarks.learning.records import Game, Look
from engine.alphabeta import shape_weights

CALM = (112, 0, 113, 14, 127, 210)
"""Cells of a game without a threat, those of O in the corners."""
OPEN_THREE = (*CALM, 114)


def looked(cells: tuple[int, ...], result: int, *looks: Look) -> Positions:
    """The quiet positions of one game."""
    return positions([Game(str(HOME), 7, 1, cells, result, looks)], HOME)


def kept_weights() -> dict[Path, bytes]:
    """What the engine has learnt."""
    folder = Path(shape_weights.__file__).parent
    return {
        file: file.read_bytes() for file in folder.iterdir() if file.suffix in {".json", ".npz"}
    }
