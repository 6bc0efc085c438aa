"""How far somebody is with a puzzle."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.errors import Problem, UserError
from bot.features.puzzle.values import Attempt, PuzzleAnswer
from tests.bot.builders import ALICE
from tests.bot.daily import DISCS, HOLD


def test_right_moves_lead_on_and_wrong_ones_are_counted() -> None:
    """A miss costs nothing but is remembered; the position stays."""
    first = Attempt(ALICE).answered(DISCS, 4)
    missed = first.answered(DISCS, 1)
    assert (first.found, first.misses) == (1, 0)
    assert (missed.found, missed.misses) == (1, 1)
    assert missed.answered(DISCS, 3).found == 2


def test_a_solved_puzzle_takes_no_more_answers() -> None:
    """Neither right nor wrong ones."""
    solved = replace(Attempt(ALICE, found=3), streak=1)
    assert solved.solved
    with pytest.raises(UserError) as refused:
        solved.answered(DISCS, 3)
    assert refused.value.problem is Problem.PUZZLE_SOLVED


def test_an_answer_shows_the_reply_or_the_end() -> None:
    """After a right move the opponent's, after a wrong one the same board."""
    start = Attempt(ALICE)
    right = PuzzleAnswer(DISCS, start, 4, start.answered(DISCS, 4))
    wrong = PuzzleAnswer(DISCS, start, 1, start.answered(DISCS, 1))
    assert right.right
    assert not wrong.right
    assert right.position.moves == (*DISCS.start.moves, 4, 4)
    assert wrong.position == DISCS.start
    held = PuzzleAnswer(HOLD, start, 2, replace(start.answered(HOLD, 2), streak=1))
    assert held.position.moves == (*HOLD.start.moves, 2)
