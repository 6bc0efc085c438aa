"""The rules of a run against the clock."""

from __future__ import annotations

from datetime import timedelta

from bot.features.puzzle.run.text import heading, introduction, over, top
from bot.features.puzzle.run.values import MOST_MISSES, RUN_TIME, Run, RunRecord, RunView
from engine import Grade, RatedPuzzle
from tests.bot.builders import ALICE, BOB, NOON
from tests.bot.puzzles import DISCS

RATED = RatedPuzzle(7, DISCS, 1000)
RUN = Run(ALICE, NOON, (7,))


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


def test_what_is_said_in_a_run() -> None:
    """How it stands, what the answer before was, and the result with the best one."""
    ends = int((NOON + RUN_TIME).timestamp())
    wrong = RunView(RUN, RATED, over=False, told=(RATED, 1, Grade.WRONG))
    assert heading(wrong) == (
        f"💨 It was **3**.\n⏱️ **0** solved · misses: 0 of 3 · ends <t:{ends}:R>"
    )
    assert heading(RunView(RUN, RATED, over=False, told=(RATED, 2, Grade.BEST))).startswith(
        "🎯 Solved."
    )
    assert over(RunView(RUN, RATED, over=True, best=12)) == (
        "⏱️ **The run is over**: 0 puzzles solved.\nYour best run here: **12**."
    )
    assert "3 minutes" in introduction()


def test_the_best_runs() -> None:
    """In their order, with names that cannot format or mention."""
    told = top([RunRecord(ALICE, 9), RunRecord(BOB, 4)], "!").splitlines()
    assert told[1:] == ["1. **alice** · 9", "2. **bob** · 4"]
