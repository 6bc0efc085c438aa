"""Connect Four as bitbully solves it: a program of others, asked as a black box."""

from __future__ import annotations

from typing import Any

import pytest


class Peer:
    """bitbully with its own opening book; skips the test where it is not installed."""

    def __init__(self) -> None:
        bitbully = pytest.importorskip("bitbully", reason="bitbully has no wheel for this machine")
        self._board = bitbully.Board
        self._agent: Any = bitbully.BitBully(opening_book="12-ply-dist")

    def score(self, columns: list[list[int]]) -> int:
        """The score of a position for its side to move, as engine/kernels/gravity_search.py has it.

        Each column lists its stones from the bottom: 1 of the first player, 2 of the second.
        """
        filled = [column + [0] * (6 - len(column)) for column in columns]
        return int(self._agent.mtdf(self._board(filled)))

    def scores(self, moves: tuple[int, ...]) -> dict[int, int]:
        """The score of every column, 1 to 7, after these moves."""
        board = self._board([move - 1 for move in moves])
        return {column + 1: score for column, score in self._agent.score_all_moves(board).items()}
