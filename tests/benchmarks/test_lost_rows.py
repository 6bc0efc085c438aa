"""Games that are lost by one open row are reviewed with that row."""

from __future__ import annotations

import pytest

from benchmarks.lost_rows import is_taught, lost_games, open_row, reviewed
from engine import Rules, decode_game


@pytest.mark.parametrize(
    "board, count",
    [
        ("3x3", 12),
        ("connect4", 2),
        pytest.param("connect4", 5, marks=pytest.mark.long),
        pytest.param("gomoku", 2, marks=pytest.mark.long),
    ],
)
def test_the_move_that_lost_is_shown_with_the_row(board: str, count: int) -> None:
    """Whatever theory says of the position: 95 of 100, and here all."""
    for end, level in lost_games(Rules.parse(board), count, 7):
        assert is_taught(reviewed(end, level)), end


def test_a_row_counts_that_could_have_been_stopped() -> None:
    """Not one of two, and not one on top of which another can be completed."""
    assert open_row(decode_game("3x3x3:3-9-8-1-2-5")) == (1, 5, 9)
    assert open_row(decode_game("3x3x3:1-2-5-3-9")) == (1, 5, 9)
    assert open_row(decode_game("3x3x3:1-2-5-9-7-8-4")) == ()
