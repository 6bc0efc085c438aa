"""Exact, caro and renju as they are advised on, judged and played by levels, on every size."""

from __future__ import annotations

import random
from itertools import chain

import pytest

from engine import (
    LADDER,
    Level,
    Limit,
    Mistake,
    Position,
    ReasonKind,
    Rules,
    Variant,
    analyse,
    choose,
    explain,
    judge,
)

SIZES = (15, 19, 20)
STRICT = (Variant.EXACT, Variant.CARO, Variant.RENJU)
"""Where six in a row are no win of X's."""
LIMIT = Limit(nodes=5_000)


def tile(rules: Rules, name: str) -> int:
    """The tile of a name such as d8."""
    return (int(name[1:]) - 1) * rules.columns + " abcdefghijklmnopqrst".index(name[0])


def position(rules: Rules, x: str, o: str) -> Position:
    """The position with these stones, laid in turn."""
    pairs = zip(x.split(), o.split(), strict=True)
    return Position.from_moves(rules, [tile(rules, name) for name in chain.from_iterable(pairs)])


def six_or_five(variant: Variant, side: int = 15) -> Position:
    """X has six in a row with g8, and five with d7 or d12."""
    rules = Rules(side, side, 5, variant=variant)
    return position(rules, "d8 d9 d10 e8 f8 h8 i8 d11", "a1 c1 e1 g1 i1 a3 c3 e3")


def shut(variant: Variant) -> Position:
    """X has five with h8, between two stones of O, and may stop O's four with a11."""
    rules = Rules(15, 15, 5, variant=variant)
    return position(rules, "d8 e8 f8 g8 o1 o3", "c8 i8 a12 a13 a14 a15")


@pytest.mark.parametrize("side", SIZES)
@pytest.mark.parametrize("variant", STRICT)
def test_advice_knows_which_rows_win(variant: Variant, side: int) -> None:
    """Five are recommended where six are none, and named as a win at once."""
    start = six_or_five(variant, side)
    told = explain(start, analyse(start, LIMIT), LIMIT)
    assert told.move in {tile(start.rules, name) for name in ("d7", "d12")}
    assert told.reasons[0].kind is ReasonKind.WINS
    assert told.verdict.plies == 1


@pytest.mark.parametrize("variant", STRICT)
def test_a_move_that_makes_six_is_judged_as_none(variant: Variant) -> None:
    """It is no win at once, as it is in gomoku; in renju it cannot even be made."""
    start, free = six_or_five(variant), six_or_five(Variant.FREESTYLE)
    six = tile(start.rules, "g8")
    assert judge(free, six, limit=LIMIT).mistake is Mistake.NONE
    if variant is Variant.RENJU:
        assert six in start.fouls
        six = tile(start.rules, "o15")
    judged = judge(start, six, limit=LIMIT)
    assert judged.before.plies == 1
    assert judged.mistake is Mistake.SLOWER
    assert judged.best in {tile(start.rules, name) for name in ("d7", "d12")}


def test_a_row_between_two_stones_is_judged_as_none_in_caro() -> None:
    """It wins in gomoku, and loses in caro, where O's four had to be stopped."""
    five = tile(Rules(15, 15, 5), "h8")
    assert judge(shut(Variant.FREESTYLE), five, limit=LIMIT).after.plies == 1
    judged = judge(shut(Variant.CARO), five, limit=LIMIT)
    assert judged.after.value == "loss"
    assert judged.best == tile(Rules(15, 15, 5), "a11")


@pytest.mark.parametrize("variant", STRICT)
@pytest.mark.parametrize("level", LADDER, ids=lambda level: level.value)
def test_levels_play_by_the_rules(level: Level, variant: Variant) -> None:
    """Each makes legal moves; a level that looks one move ahead makes five, and never six."""
    start = six_or_five(variant)
    wins = {tile(start.rules, name) for name in ("d7", "d12")}
    for seed in range(3):
        move = choose(start, level, rng=random.Random(seed))
        assert move in start.legal
        if level in {Level.MEDIUM, Level.HARD, Level.PERFECT}:
            assert move in wins
