"""The buttons under a puzzle. Each names the day, and how much of it was found."""

from __future__ import annotations

import re
from datetime import date
from typing import Any, Final, Self

import discord
from discord import ui

from bot import text
from bot.attempt import DailyPuzzle
from bot.naming import button_rows, has_buttons, move_name
from bot.views.parts import Button, Interaction, custom_ids, host, view_of
from engine import Position

_DAY: Final = r"(?P<day>\d{4}-\d\d-\d\d)"
_ID: Final = re.compile(rf"ttt:(?:answer|puzzle):{_DAY}(?::\d+:\d+)?")


class AnswerButton(
    ui.DynamicItem[Button], template=rf"ttt:answer:{_DAY}:(?P<found>\d+):(?P<move>\d+)"
):
    """A move as the answer of whoever presses it, after so many that are found."""

    def __init__(self, day: date, found: int, move: int, face: Button | None = None) -> None:
        self.day = day
        self.found = found
        self.move = move
        face = face or ui.Button(label=str(move))
        face.custom_id = f"ttt:answer:{day.isoformat()}:{found}:{move}"
        super().__init__(face)

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        return cls(_day(match), int(match["found"]), int(match["move"]))

    async def callback(self, interaction: Interaction) -> None:
        """Hand the answer on."""
        desk = host(interaction).puzzles
        await desk.answer(interaction, self.day, self.found, self.move)


class StandingButton(ui.DynamicItem[Button], template=rf"ttt:puzzle:{_DAY}"):
    """Shows whoever presses it the position that they have come to."""

    def __init__(self, day: date) -> None:
        self.day = day
        label = text.said(text.MY_BOARD)
        super().__init__(ui.Button(label=label, custom_id=f"ttt:puzzle:{day.isoformat()}"))

    @classmethod
    async def from_custom_id(
        cls, interaction: Interaction, item: ui.Item[Any], match: re.Match[str], /
    ) -> Self:
        """The button as its id tells it."""
        return cls(_day(match))

    async def callback(self, interaction: Interaction) -> None:
        """Hand the press on."""
        await host(interaction).puzzles.standing(interaction, self.day)


def puzzle_view(daily: DailyPuzzle) -> ui.View:
    """The buttons under the puzzle that everybody sees."""
    return view_of(*_answers(daily, 0), [StandingButton(daily.day)])


def answer_view(daily: DailyPuzzle, found: int) -> ui.View:
    """The buttons under the position that one person has come to."""
    return view_of(*_answers(daily, found))


def standing_view(day: date) -> ui.View:
    """The button under an answer that everybody sees."""
    return view_of([StandingButton(day)])


def puzzle_replied_to(message: discord.Message, me: discord.ClientUser | None) -> date | None:
    """The day of the puzzle of ours that a message replies to, if it does."""
    replied = message.reference.resolved if message.reference else None
    if not isinstance(replied, discord.Message) or replied.author != me:
        return None
    days = (_day(match) for id_ in custom_ids(replied) if (match := _ID.fullmatch(id_)))
    return next(days, None)


def _answers(daily: DailyPuzzle, found: int) -> list[list[AnswerButton]]:
    position = daily.puzzle.after(found)
    if found == daily.puzzle.moves or not has_buttons(position.rules):
        return []
    legal = set(position.legal)
    return [
        [AnswerButton(daily.day, found, move, _face(position, move, move in legal)) for move in row]
        for row in button_rows(position.rules)
    ]


def _face(position: Position, move: int, free: bool) -> Button:
    style = discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary
    return ui.Button(label=move_name(position.rules, move), style=style, disabled=not free)


def _day(match: re.Match[str]) -> date:
    return date.fromisoformat(match["day"])
