"""Sentences about runs against the clock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.run.values import MOST_MISSES, RUN_TIME, RunRecord, RunView
from bot.match.session import BoardStyle
from bot.show.style import move_name
from bot.show.text.language import Sentence, forms, marked, plural
from bot.show.text.words import bold, command, moment, title
from engine import Grade

START: Final = marked("Start")
AGAIN: Final = marked("Again")

_INTRODUCTION: Final = Sentence(
    "⏱️ **A run against the clock**: {minutes} minutes of puzzles that get harder. It ends "
    "with miss number {misses}. You alone see them: press **Start** when you are ready."
)
# Translators: {score} is how many puzzles are solved, {misses} is such as “1 of 3”.
_HEADING: Final = Sentence("⏱️ **{score}** solved · misses: {misses} of {most} · ends {when}")
_TASK: Final = Sentence("{game} · {task}")
_ON: Final = Sentence("{sign} Go on.")
_RIGHT: Final = Sentence("{sign} Solved.")
_WRONG: Final = Sentence("{sign} It was **{move}**.")
_OVER: Final = forms(
    "⏱️ **The run is over**: {count} puzzle solved.",
    "⏱️ **The run is over**: {count} puzzles solved.",
)
_BEST: Final = Sentence("Your best run here: **{best}**.")
_TITLE: Final = Sentence("**The best runs against the clock here**")
_PLACE: Final = Sentence("{place}. {name} · {best}")
_NONE: Final = Sentence("Nobody here has made a run yet. Begin with {run}.")


def introduction() -> str:
    """What a run is."""
    minutes = int(RUN_TIME.total_seconds()) // 60
    return _INTRODUCTION.format(minutes=minutes, misses=MOST_MISSES)


def heading(view: RunView, style: BoardStyle = BoardStyle.IMAGE) -> str:
    """How a run stands, and how the answer before was; `style` is that of the board before."""
    run = view.run
    stands = _HEADING.format(
        score=run.score, misses=run.misses, most=MOST_MISSES, when=moment(run.ends)
    )
    return "\n".join((*_told(view, style), stands))


def question(view: RunView, style: BoardStyle) -> str:
    """The task of the open puzzle."""
    puzzle = view.rated.puzzle
    asked = puzzle_text.task(puzzle, style, view.run.found)
    return _TASK.format(game=title(puzzle.start.rules), task=asked)


def over(view: RunView, style: BoardStyle = BoardStyle.IMAGE) -> str:
    """The result of a run; `style` as for a heading."""
    lines = (*_told(view, style), plural(view.run.score, *_OVER), _BEST.format(best=view.best))
    return "\n".join(lines)


def top(records: Sequence[RunRecord], prefix: str) -> str:
    """The best runs."""
    if not records:
        return _NONE.format(run=command(prefix, "puzzle run"))
    places = (
        _PLACE.format(place=place, name=bold(record.person.name), best=record.best)
        for place, record in enumerate(records, start=1)
    )
    return "\n".join((str(_TITLE), *places))


def _told(view: RunView, style: BoardStyle) -> list[str]:
    """How the answer before was, if there was one."""
    if view.told is None:
        return []
    rated, found, grade = view.told
    sign = puzzle_text.MARKS[grade]
    if grade is Grade.WRONG:
        move = move_name(rated.puzzle.start.rules, rated.puzzle.line[2 * found], style)
        return [_WRONG.format(sign=sign, move=move)]
    return [(_ON if found + 1 < rated.puzzle.moves else _RIGHT).format(sign=sign)]
