"""The buttons under a puzzle, and the handlers of their presses.

The id of a button names the day of the puzzle and how many moves were found.
"""

from __future__ import annotations

import asyncio
import re
from datetime import date
from functools import partial
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import Button, PressedButton, custom_ids, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import Interaction, player, scope_at
from bot.edge.screens import ChannelScreen, PressScreen
from bot.features.puzzle.page import answer_page, progress_page
from bot.features.puzzle.service import Puzzles
from bot.features.puzzle.text import MY_BOARD, public_answer_result
from bot.features.puzzle.values import DailyPuzzle
from bot.match.session import Person, ScopeId
from bot.show import text
from bot.show.page import Page
from bot.show.style import button_rows, has_buttons, move_name
from engine import Position

_DAY: Final = r"(?P<day>\d{4}-\d\d-\d\d)"
_ID: Final = re.compile(rf"ttt:(?:answer|puzzle):{_DAY}(?::\d+:\d+)?")


def puzzle_view(daily: DailyPuzzle) -> ui.View:
    """The buttons under the puzzle in the channel."""
    return view_of(*_answers(daily, 0), [_progress(daily.day)])


def answer_view(daily: DailyPuzzle, found: int) -> ui.View:
    """The buttons under the position that one person has reached."""
    return view_of(*_answers(daily, found))


def progress_view(day: date) -> ui.View:
    """The button under a public answer."""
    return view_of([_progress(day)])


def puzzle_replied_to(message: discord.Message, me: discord.ClientUser | None) -> date | None:
    """Return the day of the puzzle that a message replies to, or None."""
    replied = message.reference.resolved if message.reference else None
    if not isinstance(replied, discord.Message) or replied.author != me:
        return None
    days = (_day(match) for id_ in custom_ids(replied) if (match := _ID.fullmatch(id_)))
    return next(days, None)


class PuzzleAnswerButton(
    PressedButton, template=rf"ttt:answer:{_DAY}:(?P<found>\d+):(?P<move>\d+)"
):
    """A button for a move as an answer, after so many moves were found."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        day, found, move = _day(self.match), int(self.match["found"]), int(self.match["move"])
        await PuzzleCog.of(interaction).answer(interaction, day, found, move)


class PuzzleProgressButton(PressedButton, template=rf"ttt:puzzle:{_DAY}"):
    """Shows a person the position that they have reached."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await PuzzleCog.of(interaction).progress(interaction, _day(self.match))


class PuzzleCog(GameCog):
    """Takes answers. The result of a press is shown only to the person who pressed."""

    def __init__(self, bot: GameBot, puzzles: Puzzles) -> None:
        super().__init__(bot)
        self._puzzles = puzzles

    @replies_to_errors
    async def answer(self, press: Interaction, day: date, found: int, move: int) -> None:
        """Take a press as an answer. If the button is old, show the position instead."""
        await press.response.defer(ephemeral=True, thinking=True)
        daily = await self._puzzles.check(scope_at(press), day)
        attempt = await self._puzzles.attempt(scope_at(press), day, player(press.user))
        if attempt.found == found:
            await self.answer_privately(press, daily, str(move))
        else:
            await self._show_progress(press, daily)

    @replies_to_errors
    async def progress(self, press: Interaction, day: date) -> None:
        """Show a person how far they are."""
        await press.response.defer(ephemeral=True, thinking=True)
        await self._show_progress(press, await self._puzzles.check(scope_at(press), day))

    async def answer_privately(self, press: Interaction, daily: DailyPuzzle, word: str) -> None:
        """Take a word as an answer, and show the result to this person alone."""
        puzzles, screen = self._puzzles, PressScreen(press, self.screen_options(press))
        answer = await puzzles.answer(scope_at(press), daily, player(press.user), word)
        draw = partial(answer_page, answer, puzzles.next_at(), may_attach=screen.capabilities.files)
        view = answer_view(daily, answer.after.found)
        with text.privately():
            await screen.whisper(await asyncio.to_thread(draw), view)

    async def take_reply(self, message: discord.Message, day: date, word: str) -> None:
        """Take a move in a reply to a puzzle as an answer."""
        if not self.may_play(message):
            return
        daily = await self._puzzles.check(scope_at(message), day)
        screen = ChannelScreen(message.channel, self.screen_options(message))
        await self.answer_publicly(screen, scope_at(message), daily, player(message.author), word)

    async def answer_publicly(
        self, screen: ChannelScreen, scope: ScopeId, daily: DailyPuzzle, person: Person, word: str
    ) -> None:
        """Take a word as an answer, and show in the channel whether it was right."""
        answer = await self._puzzles.answer(scope, daily, person, word)
        await screen.post(Page(public_answer_result(answer)), progress_view(daily.day))

    async def _show_progress(self, press: Interaction, daily: DailyPuzzle) -> None:
        puzzles, screen = self._puzzles, PressScreen(press, self.screen_options(press))
        attempt = await puzzles.attempt(scope_at(press), daily.day, player(press.user))
        may_attach = screen.capabilities.files
        draw = partial(progress_page, daily, attempt, puzzles.next_at(), may_attach=may_attach)
        with text.privately():
            await screen.whisper(await asyncio.to_thread(draw), answer_view(daily, attempt.found))


def _answers(daily: DailyPuzzle, found: int) -> list[list[Button]]:
    position = daily.puzzle.after(found)
    if found == daily.puzzle.moves or not has_buttons(position.rules):
        return []
    return [
        [_answer(daily.day, found, position, move) for move in row]
        for row in button_rows(position.rules)
    ]


def _answer(day: date, found: int, position: Position, move: int) -> Button:
    free = move in position.legal
    style = discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary
    label, custom_id = move_name(position.rules, move), f"ttt:answer:{day}:{found}:{move}"
    return ui.Button(label=label, style=style, disabled=not free, custom_id=custom_id)


def _progress(day: date) -> Button:
    return ui.Button(label=text.said(MY_BOARD), custom_id=f"ttt:puzzle:{day}")


def _day(match: re.Match[str]) -> date:
    return date.fromisoformat(match["day"])
