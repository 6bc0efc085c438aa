"""The messages that show puzzles."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.values import Attempt, DailyPuzzle, PuzzleAnswer, Solvers
from bot.show import render, text
from bot.show.page import Attachment, Page
from engine import Position

_FILE: Final = "puzzle.png"


def puzzle_page(daily: DailyPuzzle, solvers: Solvers, *, may_attach: bool = True) -> Page:
    """The message with the puzzle of a day. Without `may_attach` the board is text."""
    return position_page(
        daily.puzzle.start,
        puzzle_text.puzzle_heading(daily.puzzle),
        puzzle_text.puzzle_question(daily, solvers),
        may_attach=may_attach,
    )


def progress_page(
    daily: DailyPuzzle, attempt: Attempt, next_at: datetime, *, may_attach: bool = True
) -> Page:
    """The message with the position that one person has reached."""
    return position_page(
        daily.puzzle.after(attempt.found),
        puzzle_text.puzzle_heading(daily.puzzle),
        puzzle_text.puzzle_progress(daily.puzzle, attempt, next_at),
        may_attach=may_attach,
    )


def answer_page(answer: PuzzleAnswer, next_at: datetime, *, may_attach: bool = True) -> Page:
    """The message that tells one person the result of their answer."""
    words = puzzle_text.answer_result(answer, next_at)
    return position_page(answer.position, "", words, may_attach=may_attach)


def position_page(position: Position, heading: str, words: str, *, may_attach: bool = True) -> Page:
    """A message with a position of a puzzle, between a heading and words."""
    attachment = Attachment(_FILE, render.image(position), text.alt_text(position))
    board = "" if may_attach else text.board_rows(render.board(position))
    words = words if may_attach else puzzle_text.without_pictures(words, position.rules)
    content = "\n".join(part for part in (heading, board, words) if part)
    return Page(content, attachment if may_attach else None)
