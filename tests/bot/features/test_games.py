"""The rules of a game in words."""

from __future__ import annotations

import pytest

from bot.features.games import rules_of
from engine import Rules


@pytest.mark.parametrize(
    "game, told",
    [
        ("connect4", ("**Connect Four** on 6×7", "drop a disc", "first to get 4 in a row wins")),
        ("gomoku", ("**Gomoku** on 15×15", "a free tile", "first to get 5 in a row wins")),
        (
            "exact",
            (
                "**Exact gomoku** on 15×15",
                "exactly 5 in a row, no more, wins",
                "without such a row",
            ),
        ),
        ("caro", ("**Caro** on 15×15", "blocked at both ends", "the edge")),
        ("19x19 renju", ("renju** on 19×19", "O with five or more", "two open threes at once")),
        ("3x3 misere", ("misère** on 3×3", "a free tile", "make 3 in a row, you lose")),
    ],
)
def test_the_rules_are_those_of_the_board(game: str, told: tuple[str, ...]) -> None:
    """How a move is made, and which row ends the game, and how."""
    words = rules_of(Rules.parse(game))
    assert all(part in words for part in told)


@pytest.mark.parametrize("game, opening", [("4x4", "swap"), ("gomoku", "swap2")])
def test_how_sides_are_shared_out_is_told_where_it_holds(game: str, opening: str) -> None:
    """And nowhere else."""
    rules = Rules.parse(game)
    plain, told = rules_of(rules), rules_of(rules, **{opening: True})
    assert len(told.splitlines()) == len(plain.splitlines()) + 1
    assert opening in told.splitlines()[-1]
