"""Everything the engine hands out reads back from its repr."""

from __future__ import annotations

import enum
import pickle

import pytest

import engine
from engine import (
    Answers,
    Explanation,
    Foul,
    Grade,
    IllegalMoveError,
    Lapse,
    Level,
    Limit,
    Mistake,
    MoveProblem,
    Outcome,
    Position,
    Puzzle,
    PuzzleEntry,
    RatedPuzzle,
    Reason,
    ReasonKind,
    RecordedEnd,
    RecordProblem,
    Refutation,
    Rules,
    RulesError,
    RulesProblem,
    Side,
    Step,
    Task,
    Theme,
    Variant,
    Verdict,
    analyse,
    explain,
    review,
)

START = Position.start(Rules(3, 3, 3))
CUT = analyse(Position.start(Rules(4, 5, 4)), Limit(depth=2))

EXPLAINED = explain(START.play(1), analyse(START.play(1)))

EXPLAINED_VALUES: list[Explanation | Reason] = [EXPLAINED, *EXPLAINED.reasons]


@pytest.mark.parametrize(
    "value",
    [
        *(member for kind in (Foul, Level, Mistake, MoveProblem, Variant) for member in kind),
        *(member for kind in (ReasonKind, RulesProblem, Side) for member in kind),
        *(member for kind in (Grade, Task, Theme) for member in kind),
        Puzzle(START.play(5), Task.HOLD, (1,)),
        Puzzle(START, Task.KEEP, (5, 1, 3), Theme.ZUGZWANG, ((), (2, 4)), (7,)),
        RatedPuzzle(7, Puzzle(START.play(5), Task.HOLD, (1,), Theme.HOLD), 1200),
        PuzzleEntry(7, 1200, Theme.HOLD, START.rules, 1),
        START.rules,
        START,
        START.play(5),
        Limit(seconds=0.5, nodes=3, depth=2),
        *Lapse,
        *RecordProblem,
        *RecordedEnd,
        Outcome(Side.X, (1, 2, 3)),
        Verdict.loss(None),
        analyse(START),
        analyse(START).reason,
        CUT,
        Answers(2, 8),
        Step(5, Reason(ReasonKind.FOUR, (7,), ((3, 5, 7),))),
        Refutation(2, (7, 3), Reason(ReasonKind.WINS, (1, 2, 3))),
        EXPLAINED,
        *review(START.rules, [5, 2]),
    ],
    ids=lambda value: repr(value)[:40],
)
def test_values_read_back(value: object) -> None:
    """Evaluating the repr gives an equal value."""
    assert eval(repr(value), vars(engine)) == value


@pytest.mark.parametrize("value", EXPLAINED_VALUES)
def test_explanations_travel(value: Explanation | Reason) -> None:
    """What a worker process explains is the same where it arrives, and can be a key."""
    copy = pickle.loads(pickle.dumps(value))
    assert copy == value
    assert hash(copy) == hash(value)


@pytest.mark.parametrize(
    "error",
    [RulesError("too large", RulesProblem.SIZE), IllegalMoveError("taken", MoveProblem.TAKEN)],
)
def test_errors_read_back(error: RulesError | IllegalMoveError) -> None:
    """Evaluating the repr of an error gives one with the same sentence and problem."""
    copy = eval(repr(error), vars(engine))
    assert type(copy) is type(error)
    assert copy.args == error.args


def test_no_enumeration_is_left_out() -> None:
    """Every enumeration offered is one of those above."""
    offered = {name for name in engine.__all__ if isinstance(vars(engine)[name], enum.EnumType)}
    assert offered == {
        *("Comparison", "Level", "Mistake", "MoveProblem"),
        *("ReasonKind", "RulesProblem", "Side"),
        *("Grade", "Task", "Theme"),
        *("Foul", "Variant"),
        *("Lapse", "RecordProblem", "RecordedEnd"),
    }
