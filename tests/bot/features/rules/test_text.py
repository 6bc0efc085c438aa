"""The rules of a game in words."""

from __future__ import annotations

import pytest

from bot.features.rules.text import rules_of
from engine import Rules


@pytest.mark.parametrize(
    "game, told",
    [
        ("connect4", ("**Connect Four** on 6×7", "drop a disc", "first has 4 in a row wins")),
        ("gomoku", ("**Gomoku** on 15×15", "a free tile", "first has 5 in a row wins")),
        ("3x3 misere", ("misère** on 3×3", "a free tile", "has 3 in a row loses")),
    ],
)
def test_the_rules_are_those_of_the_board(game: str, told: tuple[str, ...]) -> None:
    """How a move is made, and which row ends the game, and how."""
    words = rules_of(Rules.parse(game))
    assert all(part in words for part in told)


def test_the_swap_rule_is_told_where_it_holds() -> None:
    """And nowhere else."""
    rules = Rules.parse("4x4")
    assert len(rules_of(rules, swap=True).splitlines()) == len(rules_of(rules).splitlines()) + 1
