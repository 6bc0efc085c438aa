"""How far compiling is: what is told of it from the reports of the process that compiles."""

from __future__ import annotations

import pytest

from engine import ALL_KERNELS, PRESETS, Pace, Rules, kernels_of
from engine.alphabeta import threat_space
from engine.compiling import GRAVITY, PROOFS, SHAPES, STAGES, WINDOWS, report
from engine.solvers import gravity, proofs

FOUR = kernels_of(PRESETS["connect4"])


def heard(**parts: float) -> Pace:
    """What is known after one report."""
    pace = Pace()
    pace.hear(report({stage.name: parts.get(stage.name, 0.0) for stage in STAGES}).decode())
    return pace


def test_connect_four_comes_first() -> None:
    """It waits for its own stages alone, other games for all before theirs."""
    pace = heard(gravity=1.0, windows=1.0)
    assert pace.done >= FOUR
    assert pace.towards(FOUR).percent == 100
    assert 0 < pace.towards(kernels_of(PRESETS["gomoku"])).percent < 100


def test_the_rest_is_told_in_seconds_of_this_machine() -> None:
    """What a stage is worth, until it is known how quickly this machine goes."""
    assert heard().towards(FOUR).seconds == 10
    pace = heard()
    pace._begun -= 100.0
    pace.hear(report({"gravity": 1.0, "windows": 0.1}).decode())
    assert pace.towards(FOUR).seconds > 100


def test_it_never_goes_back() -> None:
    """A report that was read while it was written counts for nothing."""
    pace = heard(gravity=0.5)
    pace.hear(report({"gravity": 0.0}).decode())
    assert pace.parts["gravity"] == 0.5
    assert not pace.done


@pytest.mark.parametrize(
    "board", ["3x3", "4x4", "4x4x3", "7x7x5", "9x9x5", "15x15x5", "7x6x4g", "9x9x4g", "4x4x4m"]
)
def test_what_a_board_needs_is_what_its_search_says(board: str) -> None:
    """It is told without loading the searches, so they might come apart."""
    side = board.removesuffix("g").removesuffix("m").split("x")
    rows, columns = int(side[0]), int(side[1])
    goal = int(side[2]) if len(side) > 2 else min(rows, columns)
    rules = Rules(rows, columns, goal, gravity=board[-1] == "g", misere=board[-1] == "m")
    needed = kernels_of(rules)
    if board == "3x3":
        assert needed == frozenset()
        return
    assert WINDOWS.name in needed
    assert (GRAVITY.name in needed) == gravity.handles(rules)
    assert (PROOFS.name in needed) == proofs.handles(rules)
    assert (SHAPES.name in needed) == threat_space.handles(rules)


def test_all_kernels_are_those_of_the_stages() -> None:
    """No stage is left out, and Connect Four needs the first ones."""
    assert {stage.name for stage in STAGES} == ALL_KERNELS
    assert {stage.name for stage in STAGES[: len(FOUR)]} == FOUR
