"""How far somebody is with a puzzle."""

from __future__ import annotations

import pytest

from bot.errors import Problem, UserError
from bot.features.puzzle.values import Attempt, grades_of, letters
from engine import Grade
from tests.bot.builders import ALICE
from tests.bot.puzzles import DISCS, HOLD, answered


def test_right_moves_lead_on_and_wrong_ones_are_counted() -> None:
    """A miss costs nothing but is remembered; the position stays."""
    first = Attempt(ALICE).answered(DISCS, Grade.BEST)
    missed = first.answered(DISCS, Grade.WRONG)
    assert (first.found, first.misses) == (1, 0)
    assert (missed.found, missed.misses) == (1, 1)
    slower = missed.answered(DISCS, Grade.SLOWER)
    assert (slower.found, slower.misses, slower.solved) == (2, 1, False)
    assert slower.grades == (Grade.BEST, Grade.WRONG, Grade.SLOWER)
    assert slower.answered(DISCS, Grade.SLOWER).solved


def test_answers_come_back_from_the_store_in_their_order() -> None:
    """A letter each."""
    grades = (Grade.WRONG, Grade.SLOWER, Grade.BEST)
    assert grades_of(letters(grades)) == grades


def test_a_solved_puzzle_takes_no_more_answers() -> None:
    """Neither right nor wrong ones."""
    for over in (Attempt(ALICE, 3, solved=True), Attempt(ALICE, given_up=True)):
        with pytest.raises(UserError) as refused:
            over.answered(DISCS, Grade.BEST)
        assert refused.value.problem is Problem.PUZZLE_SOLVED


def test_an_answer_shows_the_reply_or_the_end() -> None:
    """After a right move, also a slower one, the opponent's; after a wrong one the same board."""
    start = Attempt(ALICE)
    right = answered(DISCS, start, 4)
    wrong = answered(DISCS, start, 1, Grade.WRONG)
    slower = answered(DISCS, start, 5, Grade.SLOWER)
    assert right.right
    assert slower.right
    assert not wrong.right
    assert right.position.moves == (*DISCS.start.moves, 4, 4)
    assert slower.position == right.position
    assert wrong.position == DISCS.start
    assert answered(HOLD, start, 2).position.moves == (*HOLD.start.moves, 2)
