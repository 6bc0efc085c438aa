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
        (
            "19x19 renju",
            ("**19×19, 5 in a row, renju**", "O with five or more", "two open threes at once"),
        ),
        ("3x3 misere", ("misère** on 3×3", "a free tile", "make 3 in a row, you lose")),
    ],
)
def test_the_rules_are_those_of_the_board(game: str, told: tuple[str, ...]) -> None:
    """How a move is made, and which row ends the game, and how."""
    words = rules_of(Rules.parse(game))
    assert all(part in words for part in told)


@pytest.mark.parametrize("game", ["3x3", "3x3 gravity", "4x4 misere", "5x5x4g", "3x5x3", "4x6x4"])
def test_the_rules_say_a_size_once_and_no_row_that_is_too_long(game: str) -> None:
    """A game without a name is called by its size; on 4x4 there are no five in a row."""
    rules = Rules.parse(game)
    words = rules_of(rules)
    assert words.count(f"{rules.rows}×{rules.columns}") == 1
    assert ("A longer row counts too" in words) == (rules.goal < max(rules.rows, rules.columns))


@pytest.mark.parametrize("game, opening", [("4x4", "swap"), ("gomoku", "swap2")])
def test_the_rule_for_sides_is_told_only_where_it_holds(game: str, opening: str) -> None:
    """And nowhere else."""
    rules = Rules.parse(game)
    plain, told = rules_of(rules), rules_of(rules, **{opening: True})
    assert opening in told.splitlines()[-1]
    assert opening not in plain
    assert told.splitlines()[:-1] == plain.splitlines()[:-1]  # then, who wins with best play
