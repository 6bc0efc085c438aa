"""The puzzle of the day in words."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.features.puzzle import collection_text
from bot.features.puzzle.text import (
    MARKS,
    answer_result,
    answer_taken,
    marks,
    puzzle_heading,
    puzzle_progress,
    puzzle_question,
    shared_result,
    task,
)
from bot.features.puzzle.values import Attempt, Run, RunView, Solvers, Trial
from bot.match.session import BoardStyle, Person, UserId
from bot.show.emoji import Highlight, stone
from engine import Grade, Position, Puzzle, RatedPuzzle, Rules, Side, Task, Theme, Variant
from tests.bot.builders import ALICE, NOON
from tests.bot.puzzles import DISCS, GOMOKU, HOLD, answered, daily

WHEN = f"<t:{int(NOON.timestamp())}:R>"


@pytest.mark.parametrize(
    "puzzle, heading, task, how",
    [
        (
            DISCS,
            "Connect Four",
            "🟡 to move and win in 3 moves. Which is the first?",
            "Press your answer: only you will see it.",
        ),
        (
            GOMOKU,
            "Gomoku",
            "⚫ to move and win in 2 moves. Which is the first?",
            "Press **Answer**: only you will see what you write.",
        ),
        (
            HOLD,
            "5×5, 4 in a row, with gravity",
            "🟡 to move: only one move doesn't lose. Which one?",
            "Press your answer: only you will see it.",
        ),
    ],
)
def test_the_question(puzzle: Puzzle, heading: str, task: str, how: str) -> None:
    """The game, what to find, and how to answer on such a board."""
    assert puzzle_heading(puzzle) == f"🧩 **Puzzle of the day** · {heading}"
    lines = puzzle_question(daily(puzzle), Solvers()).splitlines()
    assert lines == [task, how, "Nobody here has solved it yet."]


def test_solvers_are_named_with_their_streaks() -> None:
    """By name, with a streak of more than a day, and how many more there are."""
    bob = Attempt(Person(UserId(2), "*bob*"), 3, solved=True, streak=5)
    solvers = Solvers((Attempt(ALICE, 3, solved=True, streak=1), bob), 14)
    told = puzzle_question(daily(), solvers).splitlines()[-1]
    assert told == r"Solved by **alice**, **\*bob\*** (5 days in a row) and 12 more"


def test_a_puzzle_that_was_played_says_so() -> None:
    """But not by whom."""
    told = puzzle_question(daily(played=True), Solvers())
    assert "from a game played here" in told


def asked(moves: int) -> str:
    """The question when so many moves of the puzzle with discs are left."""
    return f"🟡 to move and win in {moves} moves. Which is the first?"


def test_an_answer_is_told_in_private_with_reply_and_streak() -> None:
    """In private: the moves, the reply, and what the streak is."""
    start = Attempt(ALICE)
    wrong = answered(DISCS, start, 1, Grade.WRONG)
    right = answered(DISCS, start, 4)
    done = answered(DISCS, Attempt(ALICE, 2, 2), 3, streak=2)
    assert answer_result(wrong, NOON) == f"💨 Not **1**. Try again.\n{asked(3)}"
    assert answer_result(right, NOON) == f"🎯 **4** is right, and 🔴 answers **4**.\n{asked(2)}"
    assert answer_result(done, NOON) == (
        f"🎯 **3** solves it after 2 misses.\nYour streak: 2 days. The next one comes {WHEN}."
    )


def test_a_slower_win_is_told_the_faster_one() -> None:
    """It counts, on the way and at the end; a move that is as good is not called slower."""
    start = Attempt(ALICE)
    assert answer_result(answered(DISCS, start, 5, Grade.SLOWER), NOON) == (
        "🐢 **5** wins too, but **4** was faster. We go on with **4**, and 🔴 answers **4**.\n"
        + asked(2)
    )
    assert answer_result(answered(DISCS, start, 5), NOON) == (
        f"🎯 **5** is right too. We go on with **4**, and 🔴 answers **4**.\n{asked(2)}"
    )
    last = answered(DISCS, Attempt(ALICE, 2), 5, Grade.SLOWER, streak=1)
    assert answer_result(last, NOON).startswith(
        "🐢 **5** solves it on the first try. It wins, but **3** was faster.\nYour streak: 1 day."
    )


def test_everybody_reads_that_there_is_an_answer_not_which() -> None:
    """That there is one, and neither which nor how it went."""
    assert answer_taken("*bob*") == (
        r"📥 **\*bob\***, I have your answer. Press “My board” to see how you did; only you "
        "will see it."
    )


def test_a_result_to_share() -> None:
    """One line with a mark for each answer, without a move of the solution."""
    grades = (Grade.WRONG, Grade.BEST, Grade.SLOWER, Grade.BEST)
    attempt = Attempt(ALICE, 3, 1, grades, solved=True, streak=5)
    line = "🧩 **alice** · 2026-01-01 · Connect Four · 💨🎯🐢🎯 · 3 moves, 1 miss"
    assert shared_result(daily(), attempt) == f"{line} · streak 5"
    assert shared_result(daily(), replace(attempt, streak=1)) == line


def test_an_attempt_of_an_earlier_version_has_marks_too() -> None:
    """Its order is not known: misses first. Of very many answers the last ones are shown."""
    old = Attempt(ALICE, 3, 2, solved=True, streak=1)
    assert marks(old) == "💨💨🎯🎯🎯"
    assert marks(replace(old, misses=500)) == f"…{'💨' * 17}🎯🎯🎯"


def test_no_mark_of_an_answer_is_a_stone() -> None:
    """What marks a wrong answer must not look like somebody's mark on the board."""
    stones = {
        str(stone(rules, side, look))
        for rules in (Rules(3, 3, 3), Rules(6, 7, 4, gravity=True))
        for side in Side
        for look in Highlight
        if look is not Highlight.FADING  # no puzzle is of a game whose marks go
    }
    assert stones.isdisjoint(MARKS.values())
    assert len(set(MARKS.values())) == len(Grade)


@pytest.mark.parametrize(
    "theme, told",
    [
        (
            Theme.ONLY_MOVE,
            "🟡 to move: find 3 moves in a row, each the only one that keeps the win. Which is the",
        ),
        (Theme.ZUGZWANG, "the other side will have to play where it doesn't want to."),
        (Theme.HOLD, "3 moves in a row, each the only one that doesn't lose."),
    ],
)
def test_every_theme_has_its_task(theme: Theme, told: str) -> None:
    """What is looked for, and for how many moves."""
    assert told in task(replace(DISCS, theme=theme, task=theme.task))


@pytest.mark.parametrize(
    "variant, rule",
    [
        (Variant.EXACT, "exactly 5 in a row"),
        (Variant.CARO, "blocked at both ends by the other side doesn't count"),
        (Variant.RENJU, "X may not make"),
    ],
)
def test_a_variant_tells_what_counts_there(variant: Variant, rule: str) -> None:
    """Under the task, since who solves puzzles may not know the game."""
    start = Position.start(Rules(15, 15, 5, variant=variant))
    asked, *rules = task(replace(GOMOKU, start=start)).splitlines()
    assert asked == "⚫ to move and win in 2 moves. Which is the first?"
    assert rule in "".join(rules)
    assert rules[-1] == "X is black, O is white."


def test_a_person_reads_their_answer_and_what_is_left() -> None:
    """What they answered, how much is left, or when the next one comes."""
    attempt = Attempt(ALICE, 2, 1, (Grade.BEST, Grade.WRONG, Grade.BEST))
    assert puzzle_progress(DISCS, attempt, NOON) == (
        "Your answers: 🎯💨🎯\n🟡 to move and win in 1 move. Which is it?"
    )
    solved = puzzle_progress(DISCS, Attempt(ALICE, 3, solved=True, streak=1), NOON)
    assert solved == f"You've solved it. The next one comes {WHEN}."


@pytest.mark.parametrize(
    "found, question",
    [
        (
            0,
            "🟡 to move: find 3 moves in a row, each the only one that doesn't lose. "
            "Which is the first?",
        ),
        (2, "🟡 to move: only one move doesn't lose. Which one?"),
    ],
)
def test_the_question_is_repeated(found: int, question: str) -> None:
    """Where somebody stands, after a miss, among puzzles of the collection and in a run."""
    puzzle = replace(DISCS, theme=Theme.HOLD, task=Task.HOLD)
    attempt = Attempt(ALICE, found, 1, (*[Grade.BEST] * found, Grade.WRONG))
    rated = RatedPuzzle(1, puzzle, 1500)
    run = RunView(Run(ALICE, NOON, (1,), found), rated, over=False)
    for words in (
        puzzle_progress(puzzle, attempt, NOON),
        answer_result(answered(puzzle, replace(attempt, grades=()), 1, Grade.WRONG), NOON),
        collection_text.progress(Trial(rated, attempt), BoardStyle.IMAGE),
        collection_text.run_question(run, BoardStyle.IMAGE),
    ):
        assert words.endswith(question)


def test_a_found_zugzwang_is_told_to_its_end() -> None:
    """Its end, with whose move each is; other puzzles end with their solution."""
    puzzle = replace(DISCS, theme=Theme.ZUGZWANG, task=Theme.ZUGZWANG.task, sequel=(5, 6, 7))
    done = answered(puzzle, Attempt(ALICE, 2), 3, streak=1)
    told = answer_result(done, NOON).splitlines()
    assert told[1] == "The game would go on: 🔴 **5** 🟡 **6** 🔴 **7**"
    assert len(answer_result(answered(DISCS, Attempt(ALICE, 2), 3), NOON).splitlines()) == 2
