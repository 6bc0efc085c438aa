"""The puzzle of the day in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.puzzle.text import (
    answer_result,
    public_answer_result,
    puzzle_heading,
    puzzle_progress,
    puzzle_question,
)
from bot.features.puzzle.values import Attempt, PuzzleAnswer, Solvers
from bot.match.session import Person, UserId
from engine import Puzzle
from tests.bot.builders import ALICE, NOON
from tests.bot.daily import DISCS, GOMOKU, HOLD, daily

WHEN = f"<t:{int(NOON.timestamp())}:R>"


@pytest.mark.parametrize(
    "puzzle, heading, task, how",
    [
        (
            DISCS,
            "Connect Four",
            "🟡 to move and win in 3 moves. Which is the first?",
            "Press your answer, or send `!ttt puzzle 4`.",
        ),
        (
            GOMOKU,
            "Gomoku",
            "❌ to move and win in 2 moves. Which is the first?",
            "Answer with `!ttt puzzle i8`, or reply to this message with the tile.",
        ),
        (
            HOLD,
            "5×5, 4 in a row, with gravity",
            "🟡 to move: one move alone does not lose. Which?",
            "Press your answer, or send `!ttt puzzle 3`.",
        ),
    ],
)
def test_the_question(puzzle: Puzzle, heading: str, task: str, how: str) -> None:
    """The game, what to find, and how to answer on such a board."""
    assert puzzle_heading(puzzle) == f"🧩 **Puzzle of the day** · {heading}"
    lines = puzzle_question(daily(puzzle), Solvers(), "!").splitlines()
    assert lines == [task, how, "Nobody here has solved it yet."]


def test_who_has_solved_it() -> None:
    """By name, with a streak of more than a day, and how many more there are."""
    bob = Attempt(Person(UserId(2), "*bob*"), 3, 0, 5)
    solvers = Solvers((Attempt(ALICE, 3, 0, 1), bob), 14)
    told = puzzle_question(daily(), solvers, "!").splitlines()[-1]
    assert told == r"Solved by **alice**, **\*bob\*** (5 days in a row) and 12 more"


def test_a_puzzle_that_was_played_says_so() -> None:
    """But not by whom."""
    told = puzzle_question(daily(played=True), Solvers(), "!")
    assert "from a game that was played here" in told


def test_what_comes_of_an_answer() -> None:
    """In private the moves stand there; aloud they are left out or hidden."""
    start = Attempt(ALICE)
    wrong = PuzzleAnswer(DISCS, start, 1, start.answered(DISCS, 1))
    right = PuzzleAnswer(DISCS, start, 4, start.answered(DISCS, 4))
    last = Attempt(ALICE, 2, 2)
    done = PuzzleAnswer(DISCS, last, 3, replace(last.answered(DISCS, 3), streak=2))
    assert answer_result(wrong, NOON) == "❌ **1** is not it. Try again."
    assert answer_result(right, NOON) == "✅ **4** is right, and 🔴 answers **4**. Your next move?"
    assert answer_result(done, NOON) == (
        f"✅ **3** solves it after 2 misses. Your streak: 2 days. The next one comes {WHEN}."
    )
    assert public_answer_result(wrong) == "❌ **alice**: that is not it. Try again."
    assert "||4||" in public_answer_result(right)
    assert public_answer_result(done) == (
        "✅ **alice** has solved the puzzle of the day after 2 misses. Streak: 2 days."
    )


def test_where_somebody_stands() -> None:
    """How much is left, or when the next one comes."""
    assert puzzle_progress(DISCS, Attempt(ALICE, 2), NOON) == "🟡 to move: 1 move left to find."
    solved = puzzle_progress(DISCS, Attempt(ALICE, 3, 0, 1), NOON)
    assert solved == f"You have solved it. The next one comes {WHEN}."
