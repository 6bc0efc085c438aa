"""The counts that prove the rules."""

from __future__ import annotations

import pytest

from engine import Position, Rules
from engine.game.perft import perft
from tests.thorough import thorough


@pytest.mark.parametrize(
    "game, counts",
    [
        ("3x3", [1, 9, 72, 504, 3024, 15120, 54720]),
        *thorough(("3x3", [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872])),
        ("connect4", [1, 7, 49, 343, 2401, 16807, 117649, 823536]),
        ("4x4", [1, 16, 240, 3360, 43680, 524160]),
        ("gomoku", [1, 225, 50400]),
    ],
)
def test_counts(game: str, counts: list[int]) -> None:
    """The number of games of each length is the one that others have counted."""
    start = Position.start(Rules.parse(game))
    assert [perft(start, depth) for depth in range(len(counts))] == counts
