"""Sentences about puzzles of the collection, and about runs against the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.values import (
    MOST_MISSES,
    RUN_TIME,
    Attempt,
    RatingChange,
    RunRecord,
    RunView,
    Solution,
    Trial,
    TrialAnswer,
)
from bot.match.session import BoardStyle
from bot.show.style import move_name
from bot.show.text.advice import found_by
from bot.show.text.language import Sentence, forms, marked, plural, said
from bot.show.text.match import QUIET
from bot.show.text.words import bold, command, moment, title
from engine import Grade, Puzzle, RatedPuzzle, Theme, share_finding

SOLUTION: Final = marked("Solution")
WHY: Final = marked("Why?")
START: Final = marked("Start")
AGAIN: Final = marked("Again")
# Translators: the label of a menu of puzzles, and the themes in it, after the games.
KINDS: Final = marked("Another kind…")
THEMES: Final = {
    Theme.WIN: marked("Find the win"),
    Theme.ONLY_MOVE: marked("Keep the win"),
    Theme.HOLD: marked("Save the draw"),
    Theme.ZUGZWANG: marked("Force a bad move"),
    Theme.ATTACK: marked("Attack with threats"),
}

# Translators: {number} is that of the puzzle in a collection.
_HEADING: Final = Sentence("🧩 **Puzzle {number}** · {game}")
_RATING: Final = Sentence("Your rating in puzzles: **{rating}** ({change}).")
_SOLVED: Final = Sentence("You've solved it.")
_SOLUTION: Final = Sentence("The solution: {moves}")
# Translators: small print; {solution} is the label of a button.
_COSTS: Final = Sentence("-# “{solution}” costs rating points now.")

_INTRODUCTION: Final = Sentence(
    "⏱️ **A run against the clock**: {minutes} minutes of puzzles that get harder. It ends "
    "with miss number {misses}. Only you will see them: press **Start** when you're ready."
)
# Translators: {score} is how many puzzles are solved, {misses} is such as “1 of 3”.
_RUN_HEADING: Final = Sentence("⏱️ **{score}** solved · misses: {misses} of {most} · ends {when}")
_TASK: Final = Sentence("{game} · {task}")
_GO_ON: Final = Sentence("{sign} Go on.")
_RIGHT: Final = Sentence("{sign} Solved.")
_WRONG: Final = Sentence("{sign} It was **{move}**.")
_RUN_OVER: Final = forms(
    "⏱️ **The run is over**: {count} puzzle solved.",
    "⏱️ **The run is over**: {count} puzzles solved.",
)
_BEST: Final = Sentence("Your best run here: **{best}**.")
_TITLE: Final = Sentence("**The best runs against the clock here**")
_PLACE_IN_LIST: Final = Sentence("{place}. {name} · {best}")
_NONE: Final = Sentence("Nobody here has made a run yet. Be the first: {run}.")


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
    return "\n".join((*puzzle_text.so_far(attempt), now, *_price(attempt)))


def result(answer: TrialAnswer, style: BoardStyle) -> str:
    """Tells a person the result of their answer."""
    rating = [] if answer.change is None else [_rating(answer.change)]
    words = puzzle_text.graded(answer.answer, style)
    return "\n".join((words, *rating, *_price(answer.answer.after)))


def solution(solved: Solution, style: BoardStyle) -> str:
    """The solution, and what it costs to have asked for it."""
    line = solution_line(solved.trial.rated.puzzle, style)
    return line if solved.change is None else f"{line}\n{_rating(solved.change)}"


def solution_line(puzzle: Puzzle, style: BoardStyle) -> str:
    """The moves of the solution, with the replies between them."""
    start = puzzle.start
    moves = puzzle_text.moves_in_turn(start.rules, puzzle.line, start.side, style)
    return "\n".join((_SOLUTION.format(moves=moves), *puzzle_text.sequel(puzzle, style)))


def _price(attempt: Attempt) -> list[str]:
    """What the solution costs, where it costs something."""
    return [_COSTS.format(solution=said(SOLUTION))] if attempt.solution_costs else []


def _rating(change: RatingChange) -> str:
    """The new rating, and how many players as strong solve such a puzzle."""
    before, after = round(change.before.mu), round(change.after.mu)
    found = found_by(share_finding(change.puzzle.mu, change.before.mu))
    return f"{_RATING.format(rating=after, change=f'{after - before:+d}')}\n{QUIET}{found}"


def run_introduction() -> str:
    """What a run is."""
    minutes = int(RUN_TIME.total_seconds()) // 60
    return _INTRODUCTION.format(minutes=minutes, misses=MOST_MISSES)


def run_heading(view: RunView, style: BoardStyle = BoardStyle.IMAGE) -> str:
    """How a run stands, and how the last answer was; `style` is that of the last board."""
    run = view.run
    stands = _RUN_HEADING.format(
        score=run.score, misses=run.misses, most=MOST_MISSES, when=moment(run.ends)
    )
    return "\n".join((*_result(view, style), stands))


def run_question(view: RunView, style: BoardStyle) -> str:
    """The task of the open puzzle."""
    puzzle = view.rated.puzzle
    asked = puzzle_text.task(puzzle, style, view.run.found)
    return _TASK.format(game=title(puzzle.start.rules), task=asked)


def run_over(view: RunView, style: BoardStyle = BoardStyle.IMAGE) -> str:
    """The result of a run; `style` as for a heading."""
    lines = (
        *_result(view, style),
        plural(view.run.score, *_RUN_OVER),
        _BEST.format(best=view.best),
    )
    return "\n".join(lines)


def best_runs(records: Sequence[RunRecord], prefix: str) -> str:
    """The best runs."""
    if not records:
        return _NONE.format(run=command(prefix, "puzzle run"))
    places = (
        _PLACE_IN_LIST.format(place=place, name=bold(record.person.name), best=record.best)
        for place, record in enumerate(records, start=1)
    )
    return "\n".join((str(_TITLE), *places))


def _result(view: RunView, style: BoardStyle) -> list[str]:
    """How the last answer was, if there was one."""
    if view.answered is None:
        return []
    rated, found, grade = view.answered
    sign = puzzle_text.MARKS[grade]
    if grade is Grade.WRONG:
        move = move_name(rated.puzzle.start.rules, rated.puzzle.line[2 * found], style)
        return [_WRONG.format(sign=sign, move=move)]
    return [(_GO_ON if found + 1 < rated.puzzle.moves else _RIGHT).format(sign=sign)]
