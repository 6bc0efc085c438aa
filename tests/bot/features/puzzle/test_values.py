"""How far somebody is with a puzzle, what counts for ratings, and the rules of a run."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.errors import UserError
from bot.features.puzzle.values import (
    MOST_MISSES,
    RUN_TIME,
    Attempt,
    PuzzleProblem,
    Run,
    first_result,
    grades_of,
    letters,
)
from engine import Grade, RatedPuzzle
from tests.bot.builders import ALICE, NOON
from tests.bot.puzzles import DISCS, HOLD, answered

START = Attempt(ALICE)
MISSED = replace(START, misses=1)
RATED = RatedPuzzle(7, DISCS, 1000)
RUN = Run(ALICE, NOON, (7,))


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
        assert refused.value.problem is PuzzleProblem.SOLVED


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


@pytest.mark.parametrize(
    "before, after, result",
    [
        (START, START.answered(DISCS, Grade.BEST), None),
        (START, START.answered(DISCS, Grade.WRONG), "loss"),
        (START, replace(START, given_up=True), None),
        (Attempt(ALICE, 1), Attempt(ALICE, 1, given_up=True), "loss"),
        (Attempt(ALICE, 2), Attempt(ALICE, 2).answered(DISCS, Grade.SLOWER), "win"),
        (MISSED, MISSED.answered(DISCS, Grade.WRONG), None),
        (replace(MISSED, found=2), Attempt(ALICE, 3, 1, solved=True), None),
    ],
)
def test_the_first_answer_decides(before: Attempt, after: Attempt, result: str | None) -> None:
    """A miss loses, and the solution once a move is found; all moves without a miss win."""
    assert first_result(before, after) == result


def test_a_puzzle_is_solved_by_all_its_moves() -> None:
    """Then the next one is open, and harder."""
    step = RUN.answered(RATED, Grade.BEST, 8)
    assert (step.numbers, step.found, step.score) == ((7,), 1, 0)
    solved = step.answered(RATED, Grade.SLOWER, 8).answered(RATED, Grade.BEST, 8)
    assert (solved.numbers, solved.found, solved.score) == ((7, 8), 0, 1)
    assert solved.next_strength > RUN.next_strength
    assert len({RUN.step, step.step, solved.step}) == 3


def test_a_miss_costs_the_puzzle_and_the_third_the_run() -> None:
    """Whatever was found of it."""
    run = RUN
    for missed in range(1, MOST_MISSES + 1):
        assert not run.is_over(NOON)
        run = run.answered(RATED, Grade.BEST, 8).answered(RATED, Grade.WRONG, 8 + missed)
        assert (run.misses, run.score, run.found) == (missed, 0, 0)
    assert run.is_over(NOON)


def test_it_ends_with_its_time() -> None:
    """To the second."""
    assert not RUN.is_over(NOON + RUN_TIME - timedelta(seconds=1))
    assert RUN.is_over(NOON + RUN_TIME)
