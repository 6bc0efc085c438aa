"""What is shown of a puzzle: the board as a picture or in text, and the words."""

from __future__ import annotations

import pytest

from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.page import answer_page, progress_page, puzzle_page
from bot.features.puzzle.values import Attempt, Solvers
from bot.show import render, text
from engine import Puzzle
from tests.bot.builders import ALICE, NOON
from tests.bot.puzzles import DISCS, GOMOKU, HOLD, answered, daily


@pytest.mark.parametrize("puzzle", [DISCS, GOMOKU, HOLD])
def test_a_puzzle_is_a_picture_with_words(puzzle: Puzzle) -> None:
    """The position in the file and in its description, the question beside it."""
    page = puzzle_page(daily(puzzle), Solvers())
    assert page.attachment is not None
    assert page.attachment.data == render.image(puzzle.start)
    assert page.attachment.alt == text.alt_text(puzzle.start)
    assert page.content.endswith(puzzle_text.puzzle_question(daily(puzzle), Solvers()))


@pytest.mark.parametrize("puzzle", [DISCS, GOMOKU, HOLD])
def test_without_files_the_board_is_text(puzzle: Puzzle) -> None:
    """And fits a message."""
    page = puzzle_page(daily(puzzle), Solvers(), may_attach=False)
    assert page.attachment is None
    assert render.board(puzzle.start) in page.content
    assert len(page.content) < 2000


def test_words_have_the_stones_of_the_board() -> None:
    """Black and white in a picture of gomoku, X and O in text."""
    assert "⚫ to move" in puzzle_page(daily(GOMOKU), Solvers()).content
    assert "\nX to move" in puzzle_page(daily(GOMOKU), Solvers(), may_attach=False).content


def test_each_person_sees_their_own_position() -> None:
    """After as many moves as they have found."""
    page = progress_page(daily(), Attempt(ALICE, 1), NOON)
    assert page.attachment is not None
    assert page.attachment.data == render.image(DISCS.after(1))


def test_an_answer_shows_what_it_led_to() -> None:
    """The reply, or the line that ends it."""
    done = answered(DISCS, Attempt(ALICE, 2), 3, streak=1)
    page = answer_page(done, NOON, may_attach=False)
    assert page.content.startswith(render.board(DISCS.after(2).play(3)))
    assert page.content.endswith(puzzle_text.answer_result(done, NOON))
