"""Openings of three stones that leave neither side better: black, white, black on gomoku's board.

They were found by chance and searched with 1,300,000 nodes each: `python -m benchmarks.balance`
made the book that `python -m benchmarks.swap2` has chosen from. A line of the file is the code of a
game on 15x15.
"""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files
from typing import Final

from engine.game.geometry import symmetries
from engine.game.notation import decode_game
from engine.game.position import Position
from engine.game.rules import PRESETS, Rules

_BOARD: Final = PRESETS["gomoku"]


def balanced_opening(rules: Rules, rng: random.Random) -> tuple[int, ...]:
    """The tiles of one of the openings, turned and mirrored by chance, in the middle of a board.

    The board has at least the rows and columns of gomoku's.
    """
    assert min(rules.rows, rules.columns) >= _BOARD.rows, "the openings fit on the board"
    turn = rng.choice(symmetries(_BOARD))
    down, right = (rules.rows - _BOARD.rows) // 2, (rules.columns - _BOARD.columns) // 2
    cells = (divmod(turn.tiles[tile] - 1, _BOARD.columns) for tile in rng.choice(_openings()).tiles)
    return tuple((row + down) * rules.columns + column + right + 1 for row, column in cells)


@cache
def _openings() -> tuple[Position, ...]:
    """The openings of the package."""
    text = (files("engine.coaching.openings") / "balanced.txt").read_text(encoding="ascii")
    return tuple(map(decode_game, text.splitlines()))
