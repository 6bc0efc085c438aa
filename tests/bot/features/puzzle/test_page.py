"""What is shown of a puzzle: the board as a picture or in text, and the words."""

from __future__ import annotations

import pytest

from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.page import answer_page, progress_page, puzzle_page
from bot.features.puzzle.values import Attempt, Solvers
from bot.match.session import BoardStyle
from bot.show import render, text
from bot.show.aloud import read_out
from bot.show.style import Capabilities
from engine import Puzzle
from tests.bot.builders import ALICE, NOON
from tests.bot.puzzles import DISCS, GOMOKU, HOLD, answered, daily

WORDS = Capabilities(files=False)
"""A channel that takes no files."""


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
    page = puzzle_page(daily(puzzle), Solvers(), capabilities=WORDS)
    assert page.attachment is None
    assert text.board_rows(render.board(puzzle.start)) in page.content
    assert len(page.content) < 2000


@pytest.mark.parametrize("puzzle", [DISCS, GOMOKU, HOLD])
def test_a_spoken_puzzle_names_stones_and_no_threat(puzzle: Puzzle) -> None:
    """Its stones and what is free, but no threat: to see one is what a puzzle asks for."""
    page = puzzle_page(daily(puzzle), Solvers(), BoardStyle.TEXT)
    assert page.attachment is None
    assert read_out(puzzle.start, threats=False) in page.content
    assert f"\n{puzzle.start.side.value} to move" in page.content


def test_a_spoken_answer_is_graded_before_the_board() -> None:
    """And then the board that it led to."""
    page = answer_page(answered(DISCS, Attempt(ALICE, 0), 4), NOON, BoardStyle.TEXT)
    first, asked, last = page.content.splitlines()
    assert first == "🎯 **4** is right, and X answers **4**."
    assert asked == "O to move and win in 2 moves. Which is the first?"
    assert last == read_out(DISCS.after(1), threats=False)


def test_a_solved_puzzle_shows_no_turn() -> None:
    """Neither after the last answer nor later."""
    solved = Attempt(ALICE, 3, solved=True)
    for page in (
        answer_page(answered(DISCS, Attempt(ALICE, 2), 3), NOON, BoardStyle.TEXT),
        progress_page(daily(), solved, NOON, BoardStyle.TEXT),
    ):
        assert "Columns from the bottom up: " in page.content
        assert "your turn" not in page.content


def test_a_chosen_style_is_drawn() -> None:
    """Also the one of emoji."""
    page = puzzle_page(daily(), Solvers(), BoardStyle.EMOJI)
    assert page.attachment is None
    assert "🔶 to move" in page.content
    light = puzzle_page(daily(), Solvers(), BoardStyle.LIGHT).attachment
    assert light is not None
    assert light.data == render.image(DISCS.start, BoardStyle.LIGHT)


def test_words_have_the_stones_of_the_board() -> None:
    """Black and white in a picture of gomoku, X and O in text."""
    assert "⚫ to move" in puzzle_page(daily(GOMOKU), Solvers()).content
    assert "\nX to move" in puzzle_page(daily(GOMOKU), Solvers(), capabilities=WORDS).content


def test_each_person_sees_their_own_position() -> None:
    """After as many moves as they have found."""
    page = progress_page(daily(), Attempt(ALICE, 1), NOON)
    assert page.attachment is not None
    assert page.attachment.data == render.image(DISCS.after(1))


def test_an_answer_shows_what_it_led_to() -> None:
    """The reply, or the line that ends it."""
    done = answered(DISCS, Attempt(ALICE, 2), 3, streak=1)
    page = answer_page(done, NOON, capabilities=WORDS)
    assert page.content.startswith(render.board(DISCS.after(2).play(3)))
    assert page.content.endswith(puzzle_text.answer_result(done, NOON))
