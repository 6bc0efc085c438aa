"""The buttons under puzzles, and the box to write an answer into.

The id of a button names the puzzle, and how many moves were found. Whoever presses one answers for
themselves: what is shown in a channel is for everybody who wants to try it.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from typing import Final

import discord
from discord import ui

from bot.edge.act import Act
from bot.edge.buttons import Button, move_rows, view_of
from bot.edge.places import Place
from bot.features.puzzle.collection_text import AGAIN, NEXT, SOLUTION, START, WHY
from bot.features.puzzle.taste import Asked
from bot.features.puzzle.text import ANSWER, BOX_TITLE, MY_BOARD, SHARE, WRONG
from bot.features.puzzle.values import Attempt, DailyPuzzle, RunView, Trial
from bot.match.session import BoardStyle
from bot.show import text
from bot.show.style import Capabilities
from engine import Position, Rules

DAY: Final = r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
"""The day of a puzzle in an id."""
DAILY: Final = re.compile(rf"ttt:(?:answer|puzzle):{DAY}(?::[a-z0-9:]+)?")
"""The ids of all buttons under the puzzle of a day."""


def daily_view(daily: DailyPuzzle, style: BoardStyle) -> ui.View:
    """The buttons under the puzzle of a day in a channel, which shows it in a style."""
    return view_of(*_daily_answers(daily, 0, style), [_box(daily.day), _my_board(daily.day)])


def attempt_view(
    daily: DailyPuzzle, attempt: Attempt, style: BoardStyle, wrong: int | None = None
) -> ui.View:
    """The buttons under the position that one person has reached in the puzzle of a day.

    `wrong` is the move that they have just tried, where they may ask what is wrong with it.
    """
    if attempt.solved:
        return view_of([_button(SHARE, f"ttt:puzzle:{daily.day}:share")])
    step = f"ttt:puzzle:{daily.day}:wrong:{attempt.found}"
    asked = [] if wrong is None else [_button(WRONG, f"{step}:{wrong}")]
    return view_of(*_daily_answers(daily, attempt.found, style), [_box(daily.day), *asked])


def taken_view(day: date) -> ui.View:
    """The buttons under the note that a typed answer to the puzzle of a day was taken."""
    return view_of([_my_board(day), _box(day)])


def trial_view(trial: Trial, style: BoardStyle, wrong: int | None = None) -> ui.View:
    """The buttons under a puzzle of the collection, at the person's stage; `wrong` as above."""
    attempt, asked = trial.attempt, Asked.of(trial.rated.number, trial.taste)
    following = _button(NEXT, f"ttt:more:next:{asked}")
    if attempt.over:
        return view_of([_button(WHY, f"ttt:more:why:{asked}"), following])
    position = trial.rated.puzzle.after(attempt.found)
    step = f"ttt:more:move:{asked}:{attempt.found}"
    why_not = f"ttt:more:wrong:{asked}:{attempt.found}:{wrong}"
    return view_of(
        *_answers(position, lambda move: f"{step}:{move}", style),
        [
            _button(ANSWER, f"ttt:more:answer:{asked}"),
            *([] if wrong is None else [_button(WRONG, why_not)]),
            _button(SOLUTION, f"ttt:more:solution:{asked}"),
            following,
        ],
    )


def trial_taken_view(asked: Asked) -> ui.View:
    """The buttons under the note that a typed answer to a puzzle of the collection was taken."""
    mine = _button(MY_BOARD, f"ttt:more:mine:{asked}")
    return view_of([mine, _button(ANSWER, f"ttt:more:answer:{asked}")])


def start_view() -> ui.View:
    """The button that begins a run, for whoever presses it."""
    return view_of([_button(START, "ttt:run:start")])


def run_view(view: RunView, style: BoardStyle) -> ui.View:
    """The buttons under the open puzzle of a run, or under its result."""
    if view.over:
        return view_of([_button(AGAIN, "ttt:run:start")])
    step = ":".join(map(str, view.run.step))
    position = view.rated.puzzle.after(view.run.found)
    rows = _answers(position, lambda move: f"ttt:run:{step}:{move}", style)
    return view_of(*(rows or [[_button(ANSWER, f"ttt:run:{step}:box")]]))


async def seen_style(
    place: Place, rules: Rules, capabilities: Capabilities | None = None
) -> BoardStyle:
    """How a puzzle is shown to whoever did something, or in a place to all.

    It is a picture if it can be sent and nobody has chosen otherwise.
    """
    chosen = await place.bot.chosen_style(place.person.id) if isinstance(place, Act) else None
    usual = place.settings.style
    wanted = chosen or (BoardStyle.IMAGE if usual is BoardStyle.EMOJI else usual)
    return (capabilities or place.capabilities).style_for(rules, wanted)


async def open_answer_box(act: Act, position: Position, custom_id: str) -> None:
    """Open the box for an answer in a position, in the language of the person."""
    style = await seen_style(act, position.rules)
    with text.privately():
        label = text.what_to_write(position.rules, style)
        await act.open_box(text.said(BOX_TITLE), label, custom_id)


def _daily_answers(daily: DailyPuzzle, found: int, style: BoardStyle) -> list[list[Button]]:
    position, step = daily.puzzle.after(found), f"ttt:answer:{daily.day}:{found}"
    return _answers(position, lambda move: f"{step}:{move}", style)


def _answers(
    position: Position, id_of: Callable[[int], str], style: BoardStyle
) -> list[list[Button]]:
    """A button for each move, with the id that `id_of` makes of it; none on large boards.

    `style` is that of the board above them, which may name its tiles.
    """
    if position.outcome is not None:
        return []
    legal, free = position.legal, discord.ButtonStyle.primary
    return move_rows(position, style, id_of, lambda move: free if move in legal else None)


def _my_board(day: date) -> Button:
    return _button(MY_BOARD, f"ttt:puzzle:{day}")


def _box(day: date) -> Button:
    return _button(ANSWER, f"ttt:puzzle:{day}:answer")


def _button(label: str, custom_id: str) -> Button:
    """A button with a label in the current language."""
    return ui.Button(label=text.said(label), custom_id=custom_id)
