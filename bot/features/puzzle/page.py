"""The messages that show puzzles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import Final

from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.values import Attempt, DailyPuzzle, PuzzleAnswer, Solvers
from bot.match.session import BoardStyle
from bot.show.overlay import NOTHING, Overlay, refuted
from bot.show.page import Page, board_parts, compose_page
from bot.show.style import ALL_CAPABILITIES, Capabilities
from engine import Position

_FILE: Final = "puzzle.png"

Words = Callable[[BoardStyle], str]
"""Words about a board that is shown in a style."""


def puzzle_page(
    daily: DailyPuzzle,
    solvers: Solvers,
    style: BoardStyle = BoardStyle.IMAGE,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """The message with the puzzle of a day."""
    return position_page(
        daily.puzzle.start,
        puzzle_text.puzzle_heading(daily.puzzle),
        partial(puzzle_text.puzzle_question, daily, solvers),
        style,
        capabilities=capabilities,
    )


def progress_page(
    daily: DailyPuzzle,
    attempt: Attempt,
    next_at: datetime,
    style: BoardStyle = BoardStyle.IMAGE,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """The message with the position that one person has reached."""
    return position_page(
        daily.puzzle.after(attempt.found),
        puzzle_text.puzzle_heading(daily.puzzle),
        partial(puzzle_text.puzzle_progress, daily.puzzle, attempt, next_at),
        style,
        capabilities=capabilities,
        over=attempt.over,
    )


def answer_page(
    answer: PuzzleAnswer,
    next_at: datetime,
    style: BoardStyle = BoardStyle.IMAGE,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
) -> Page:
    """The message that tells one person the result of their answer."""
    return position_page(
        answer.position,
        "",
        partial(puzzle_text.answer_result, answer, next_at),
        style,
        wrong_overlay(answer),
        capabilities=capabilities,
        over=answer.after.over,
    )


def wrong_overlay(answer: PuzzleAnswer) -> Overlay:
    """A wrong move on the board, with the lines of what punishes it unless they tell too much."""
    if (found := answer.punished) is None:
        return NOTHING
    return refuted(found.move, None if answer.secret else found.reason)


def position_page(
    position: Position,
    heading: str,
    words: Words,
    style: BoardStyle = BoardStyle.IMAGE,
    overlay: Overlay = NOTHING,
    *,
    capabilities: Capabilities = ALL_CAPABILITIES,
    over: bool = False,
) -> Page:
    """A message with a position of a puzzle, which may be over, between a heading and words.

    A listener hears first how their answer was. Threats are not mentioned: seeing them is the
    puzzle.
    """
    shown = capabilities.style_for(position.rules, style)
    board = board_parts(position, shown, overlay, threats=False, turn=not over)
    if board.attachment is not None:
        board = replace(board, attachment=replace(board.attachment, name=_FILE))
    sentences = [board.words, words(shown)]
    if shown is BoardStyle.TEXT and not heading:
        sentences.reverse()
    return compose_page(capabilities.owned, board, heading, *sentences)
