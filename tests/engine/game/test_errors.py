"""Errors travel between processes."""

from __future__ import annotations

import pickle

import pytest

from engine import EngineError, IllegalMoveError, MoveProblem, RulesError, RulesProblem


@pytest.mark.parametrize(
    "error",
    [RulesError("too large", RulesProblem.SIZE), IllegalMoveError("taken", MoveProblem.TAKEN)],
)
def test_errors_travel(error: RulesError | IllegalMoveError) -> None:
    """An error crosses from a worker with its sentence and its problem."""
    copy = pickle.loads(pickle.dumps(error))
    assert isinstance(copy, EngineError)
    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert copy.problem is error.problem
