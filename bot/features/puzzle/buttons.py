"""The buttons under puzzles, and the box to write an answer into.

The id of a button names the puzzle, and how many moves were found. Whoever presses one answers for
themselves: what is shown in a channel is for everybody who wants to try it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from typing import Final

import discord
from discord import ui

from bot.edge.act import Act
from bot.edge.buttons import Button, Rows, button, doing, menu, move_rows, option, view_of
from bot.edge.places import Place
from bot.features.puzzle.collection_text import AGAIN, KINDS, SOLUTION, START, THEMES, WHY
from bot.features.puzzle.taste import Asked
from bot.features.puzzle.text import ANSWER, BOX_TITLE, MY_BOARD, SHARE, WRONG
from bot.features.puzzle.values import Attempt, DailyPuzzle, RunView, Trial
from bot.match.session import BoardStyle
from bot.show import text
from bot.show.style import Capabilities, needs_layout
from bot.show.text.words import NEXT, title, typed_name
from engine import Position, Rules, puzzle_collection

DAY: Final = r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
"""The day of a puzzle in an id."""
DAILY: Final = re.compile(rf"ttt:(?:answer|puzzle):{DAY}(?::[a-z0-9:]+)?")
"""The ids of all buttons under the puzzle of a day."""


def daily_rows(daily: DailyPuzzle, wanted: BoardStyle, can: Capabilities) -> Rows:
    """The buttons under the puzzle of a day in a channel."""
    answers = _answers(daily.puzzle.start, f"ttt:answer:{daily.day}:0", wanted, can)
    return [*answers, [_box(daily.day), _my_board(daily.day)]]


def attempt_rows(
    daily: DailyPuzzle,
    attempt: Attempt,
    wrong: int | None,
    wanted: BoardStyle,
    can: Capabilities,
) -> Rows:
    """The buttons under the position that one person has reached in the puzzle of a day.

    `wrong` is the move that they have just tried, where they may ask what is wrong with it.
    """
    if attempt.solved:
        return [[button(SHARE, f"ttt:puzzle:{daily.day}:share")]]
    position = daily.puzzle.after(attempt.found)
    step = f"ttt:answer:{daily.day}:{attempt.found}"
    why_not = f"ttt:puzzle:{daily.day}:wrong:{attempt.found}:{wrong}"
    asked = [] if wrong is None else [button(WRONG, why_not)]
    return [*_answers(position, step, wanted, can), [_box(daily.day), *asked]]


def taken_view(day: date) -> ui.View:
    """The buttons under the note that a typed answer to the puzzle of a day was taken."""
    return view_of([_my_board(day), _box(day)])


def trial_rows(trial: Trial, wrong: int | None, wanted: BoardStyle, can: Capabilities) -> Rows:
    """The buttons under a puzzle of the collection, at the person's stage; `wrong` as above."""
    attempt, asked = trial.attempt, Asked.of(trial.rated.number, trial.taste)
    following = button(NEXT, f"ttt:more:next:{asked}")
    if attempt.over:
        return [[button(WHY, f"ttt:more:why:{asked}"), following], [menu(KINDS, _kinds())]]
    position = trial.rated.puzzle.after(attempt.found)
    step = f"ttt:more:move:{asked}:{attempt.found}"
    why_not = f"ttt:more:wrong:{asked}:{attempt.found}:{wrong}"
    return [
        *_answers(position, step, wanted, can),
        [
            button(ANSWER, f"ttt:more:answer:{asked}"),
            *([] if wrong is None else [button(WRONG, why_not)]),
            button(SOLUTION, f"ttt:more:solution:{asked}"),
            following,
        ],
    ]


def _kinds() -> Iterator[discord.SelectOption]:
    """What the next puzzle may be like: an option for each game and each theme that there is."""
    entries = puzzle_collection().entries
    for rules in dict.fromkeys(entry.rules for entry in entries):
        yield option(title(rules), doing(f"puzzle more {typed_name(rules)}"))
    for theme in dict.fromkeys(entry.theme for entry in entries):
        yield option(text.said(THEMES[theme]), doing(f"puzzle more {theme.value}"))


def trial_taken_view(asked: Asked) -> ui.View:
    """The buttons under the note that a typed answer to a puzzle of the collection was taken."""
    mine = button(MY_BOARD, f"ttt:more:mine:{asked}")
    return view_of([mine, button(ANSWER, f"ttt:more:answer:{asked}")])


def start_view() -> ui.View:
    """The button that begins a run, for whoever presses it."""
    return view_of([button(START, "ttt:run:start")])


def run_rows(view: RunView, wanted: BoardStyle, can: Capabilities) -> Rows:
    """The buttons under the open puzzle of a run, or under its result."""
    if view.over:
        return [[button(AGAIN, "ttt:run:start")]]
    step = ":".join(map(str, view.run.step))
    position = view.rated.puzzle.after(view.run.found)
    laid_out = needs_layout(position.rules)  # an ordinary message has room for that and no more
    rows = _answers(position, f"ttt:run:{step}", wanted, can, laid_out=laid_out)
    return rows or [[button(ANSWER, f"ttt:run:{step}:box")]]


async def wanted_style(place: Place) -> BoardStyle:
    """How whoever did something wants to see puzzles, or all in a place.

    As pictures, if nobody has chosen otherwise.
    """
    chosen = await place.bot.chosen_style(place.person.id) if isinstance(place, Act) else None
    usual = place.settings.style
    return chosen or (BoardStyle.IMAGE if usual is BoardStyle.EMOJI else usual)


async def seen_style(place: Place, rules: Rules) -> BoardStyle:
    """How a puzzle is shown there: as it is wanted, if that can be sent."""
    return place.capabilities.style_for(rules, await wanted_style(place))


async def open_answer_box(act: Act, position: Position, custom_id: str) -> None:
    """Open the box for an answer in a position, in the language of the person."""
    style = await seen_style(act, position.rules)
    with text.privately():
        label = text.what_to_write(position.rules, style)
        await act.open_box(text.said(BOX_TITLE), label, custom_id)


def _answers(
    position: Position,
    step: str,
    wanted: BoardStyle,
    can: Capabilities,
    *,
    laid_out: bool | None = None,
) -> list[list[Button]]:
    """A button for each move, whose id is the step and the move; none on large boards.

    They are named as on the board above them, and as many as can be used there if it is not said
    whether they are `laid_out`.
    """
    if position.outcome is not None:
        return []
    legal, free = position.legal, discord.ButtonStyle.primary
    return move_rows(
        position,
        can.style_for(position.rules, wanted),
        lambda move: f"{step}:{move}",
        lambda move: free if move in legal else None,
        laid_out=can.lays_out(position.rules) if laid_out is None else laid_out,
    )


def _my_board(day: date) -> Button:
    return button(MY_BOARD, f"ttt:puzzle:{day}")


def _box(day: date) -> Button:
    return button(ANSWER, f"ttt:puzzle:{day}:answer")
