"""Rules read back, and impossible ones are refused."""

from __future__ import annotations

import pickle
from typing import Any

import pytest
from hypothesis import given

from engine import PRESETS, Rules, RulesError, RulesProblem, Variant
from tests.engine.boards import rules


@given(rules())
def test_text_reads_back(rules: Rules) -> None:
    """What str writes, parse reads."""
    assert Rules.parse(str(rules)) == rules


@given(rules())
def test_repr_and_pickle_read_back(rules: Rules) -> None:
    """Rules survive repr and pickle."""
    assert eval(repr(rules), {"Rules": Rules, "Variant": Variant}) == rules
    assert pickle.loads(pickle.dumps(rules)) == rules


@pytest.mark.parametrize(
    "text, shape",
    [
        ("tictactoe", Rules(3, 3, 3)),
        ("CONNECT4", Rules(6, 7, 4, gravity=True)),
        (" gomoku ", Rules(15, 15, 5)),
        ("4x4", Rules(4, 4, 4)),
        ("3x7", Rules(3, 7, 3)),
        ("10x10", Rules(10, 10, 5)),
        ("6x7g", Rules(6, 7, 4, gravity=True)),
        ("4x5x4", Rules(4, 5, 4)),
        ("4×5×4", Rules(4, 5, 4)),
        ("6x7x4 gravity", Rules(6, 7, 4, gravity=True)),
        ("4x4x3 misere gravity", Rules(4, 4, 3, gravity=True, misere=True)),
        ("tictactoe misère", Rules(3, 3, 3, misere=True)),
        ("renju", Rules(15, 15, 5, variant=Variant.RENJU)),
        ("13x13 renju", Rules(13, 13, 5, variant=Variant.RENJU)),
        ("gomoku caro", Rules(15, 15, 5, variant=Variant.CARO)),
        ("Standard", Rules(15, 15, 5, variant=Variant.EXACT)),
        ("15x15x5 exact", Rules(15, 15, 5, variant=Variant.EXACT)),
        ("9x9x4 exact", Rules(9, 9, 4, variant=Variant.EXACT)),
        ("15x15 freestyle", Rules(15, 15, 5)),
    ],
)
def test_parse(text: str, shape: Rules) -> None:
    """Presets and shapes are read in any case, with or without a goal."""
    assert Rules.parse(text) == shape


@pytest.mark.parametrize(
    "text, problem",
    [
        ("2x3", RulesProblem.SIZE),
        ("3x21", RulesProblem.SIZE),
        ("3x3x4", RulesProblem.GOAL),
        ("3x3x1", RulesProblem.GOAL),
        ("chess", RulesProblem.UNKNOWN),
        ("", RulesProblem.UNKNOWN),
        ("3x", RulesProblem.UNKNOWN),
        ("renju caro", RulesProblem.UNKNOWN),
        ("connect4 exact", RulesProblem.VARIANT),
        ("15x15x5 renju misere", RulesProblem.VARIANT),
        ("15x15x5g caro", RulesProblem.VARIANT),
        ("9x9x4 renju", RulesProblem.VARIANT),
        ("15x15x6 exact", RulesProblem.VARIANT),
        ("3x3 exact", RulesProblem.VARIANT),
    ],
)
def test_impossible_boards(text: str, problem: RulesProblem) -> None:
    """What makes no game is refused, with its problem, as a ValueError."""
    with pytest.raises(RulesError) as caught:
        Rules.parse(text)
    assert caught.value.problem is problem
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize(
    "shape, problem",
    [
        ((3.5, 3, 3), RulesProblem.SIZE),
        ((3.0, 3, 3), RulesProblem.SIZE),
        ((3, "3", 3), RulesProblem.SIZE),
        ((3, 3, 3.0), RulesProblem.GOAL),
        ((3, 3, True), RulesProblem.GOAL),
        ((3, 3, 3, "no"), RulesProblem.UNKNOWN),
        ((3, 3, 3, False, 1), RulesProblem.UNKNOWN),
        ((15, 15, 5, False, False, "renju"), RulesProblem.UNKNOWN),
    ],
)
def test_other_types_are_refused(shape: tuple[Any, ...], problem: RulesProblem) -> None:
    """What merely compares like a number or a truth is none."""
    with pytest.raises(RulesError) as caught:
        Rules(*shape)
    assert caught.value.problem is problem


def test_moves_are_tiles_or_columns() -> None:
    """A player types tiles, and columns with gravity."""
    assert list(PRESETS["tictactoe"].moves) == list(range(1, 10))
    assert list(PRESETS["connect4"].moves) == list(range(1, 8))
