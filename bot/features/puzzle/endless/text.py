"""Sentences about puzzles of the collection."""

from __future__ import annotations

from typing import Final

from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.endless.values import Solution, Trial, TrialAnswer
from bot.features.puzzle.rated.values import RatingChange
from bot.match.session import BoardStyle
from bot.show.text.language import Sentence, marked
from bot.show.text.words import title
from engine import Puzzle, RatedPuzzle

NEXT: Final = marked("Next")
SOLUTION: Final = marked("Solution")
WHY: Final = marked("Why?")

# Translators: {number} is that of the puzzle in a collection.
_HEADING: Final = Sentence("🧩 **Puzzle {number}** · {game}")
_RATING: Final = Sentence("Your rating in puzzles: **{rating}** ({change}).")
_SOLVED: Final = Sentence("You have solved it.")
_SOLUTION: Final = Sentence("The solution: {moves}")


def heading(rated: RatedPuzzle) -> str:
    """The heading of a puzzle, with its number and its game."""
    return _HEADING.format(number=rated.number, game=title(rated.puzzle.start.rules))


def question(puzzle: Puzzle, style: BoardStyle) -> str:
    """The task of a puzzle, and how to answer."""
    return f"{puzzle_text.task(puzzle, style)}\n{puzzle_text.how_to_answer(puzzle)}"


def progress(trial: Trial, style: BoardStyle) -> str:
    """Tells a person how far they are with a puzzle."""
    puzzle, attempt = trial.rated.puzzle, trial.attempt
    if attempt.given_up:
        return solution_line(puzzle, style)
    if not attempt.grades:
        return question(puzzle, style)
    asked = puzzle_text.task(puzzle, style, attempt.found)
    now = str(_SOLVED) if attempt.solved else asked
    return "\n".join((*puzzle_text.so_far(attempt), now))


def result(answer: TrialAnswer, style: BoardStyle) -> str:
    """Tells a person the result of their answer."""
    told = puzzle_text.graded(answer.answer, style)
    return told if answer.change is None else f"{told}\n{_rating(answer.change)}"


def solution(solved: Solution, style: BoardStyle) -> str:
    """The solution, and what it costs to have asked for it."""
    line = solution_line(solved.trial.rated.puzzle, style)
    return line if solved.change is None else f"{line}\n{_rating(solved.change)}"


def solution_line(puzzle: Puzzle, style: BoardStyle) -> str:
    """The moves of the solution, with the replies between them."""
    start = puzzle.start
    moves = puzzle_text.moves_in_turn(start.rules, puzzle.line, start.side, style)
    return "\n".join((_SOLUTION.format(moves=moves), *puzzle_text.sequel(puzzle, style)))


def _rating(change: RatingChange) -> str:
    before, after = round(change.before.mu), round(change.after.mu)
    return _RATING.format(rating=after, change=f"{after - before:+d}")
