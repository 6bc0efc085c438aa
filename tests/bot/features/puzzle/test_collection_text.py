"""What is said about puzzles of the collection and in runs."""

from __future__ import annotations

from bot.features.puzzle.collection_text import best_runs, run_heading, run_introduction, run_over
from bot.features.puzzle.values import RUN_TIME, Run, RunRecord, RunView
from engine import Grade, RatedPuzzle
from tests.bot.builders import ALICE, BOB, NOON
from tests.bot.puzzles import DISCS

RATED = RatedPuzzle(7, DISCS, 1000)
RUN = Run(ALICE, NOON, (7,))


def test_a_run_says_how_it_stands_and_what_came_before() -> None:
    """How it stands, what the answer before was, and the result with the best one."""
    ends = int((NOON + RUN_TIME).timestamp())
    wrong = RunView(RUN, RATED, over=False, answered=(RATED, 1, Grade.WRONG))
    assert run_heading(wrong) == (
        f"💨 It was **3**.\n⏱️ **0** solved · misses: 0 of 3 · ends <t:{ends}:R>"
    )
    assert run_heading(RunView(RUN, RATED, over=False, answered=(RATED, 2, Grade.BEST))).startswith(
        "🎯 Solved."
    )
    assert run_over(RunView(RUN, RATED, over=True, best=12)) == (
        "⏱️ **The run is over**: 0 puzzles solved.\nYour best run here: **12**."
    )
    assert "3 minutes" in run_introduction()


def test_the_best_runs() -> None:
    """In their order, with names that cannot format or mention."""
    answered = best_runs([RunRecord(ALICE, 9), RunRecord(BOB, 4)], "!").splitlines()
    assert answered[1:] == ["1. **alice** · 9", "2. **bob** · 4"]
