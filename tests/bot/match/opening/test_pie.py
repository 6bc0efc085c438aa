"""The swap rule: when it is worth it, and how one opens a game under it."""

from __future__ import annotations

import pytest

from bot.match.opening.pie import fairest, is_worth_it
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


def test_a_close_estimate_is_no_reason_whatever_its_sign() -> None:
    """Odd and even depths see 10x10x4g a little better and a little worse; the answer stays."""
    after = position("10x10x4g", [1])
    found = [analyse(after, Limit(nodes=nodes)) for nodes in (10_000, 20_000, 40_000)]
    assert {analysis.verdict.score < 0 for analysis in found} == {True, False}
    assert {is_worth_it(analysis) for analysis in found} == {False}


def test_who_is_clearly_behind_swaps_by_an_estimate() -> None:
    """In the middle of 9x9 the first move is too good, though nothing is proved."""
    analysis = analyse(position("9x9x5", [41]), Limit(nodes=10_000))
    assert analysis.verdict.value is None
    assert is_worth_it(analysis)


def test_the_fairest_first_move_leaves_both_sides_alike() -> None:
    """Where some first moves win and others draw, only those are left that draw."""
    analysis = analyse(position("3x4x3"), WHOLE)
    least = min(abs(verdict.score) for verdict in analysis.verdicts.values())
    for move in analysis.verdicts:
        fair = abs(analysis.verdicts[move].score) == least
        assert (move in fairest(analysis)) is fair
    assert set(fairest(analyse(position("3x3"), WHOLE))) == set(range(1, 10))
