"""The swap rule: when it is worth it, and how one opens a game under it."""

from __future__ import annotations

import pytest

from bot.match.swap import fairest, is_worth_it
from engine import Limit, analyse
from tests.bot.builders import position

WHOLE = Limit()


@pytest.mark.parametrize(
    "rules, first, worth",
    [
        ("4x4x3", 6, True),  # in the middle the first player wins
        ("3x3", 5, False),  # a draw
        ("3x4x3 misere", 1, False),  # the second player wins anyway
    ],
)
def test_a_move_is_taken_over_where_it_wins(rules: str, first: int, worth: bool) -> None:
    """Whoever is to move and would lose had rather have the other side."""
    assert is_worth_it(analyse(position(rules, [first]), WHOLE)) is worth


def test_the_fairest_first_move_leaves_both_sides_alike() -> None:
    """Where some first moves win and others draw, only those are left that draw."""
    analysis = analyse(position("3x4x3"), WHOLE)
    least = min(abs(verdict.score) for verdict in analysis.verdicts.values())
    for move in analysis.verdicts:
        fair = abs(analysis.verdicts[move].score) == least
        assert (move in fairest(analysis)) is fair
    assert set(fairest(analyse(position("3x3"), WHOLE))) == set(range(1, 10))
