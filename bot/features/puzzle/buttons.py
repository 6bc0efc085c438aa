"""The buttons under the puzzle of the day, and the handlers of their presses.

The id of a button names the day of the puzzle and how many moves were found.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.buttons import Button, PressedButton, custom_ids, read_box, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import Interaction, Source, guild_at, player, scope_at, user_at
from bot.edge.screens import BaseScreen, ChannelScreen, PressScreen
from bot.edge.sending import acknowledge
from bot.errors import Problem, UserError
from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.answers.buttons import (
    answer_rows,
    hide,
    labelled,
    open_answer_box,
    puzzle_style,
    read_answer,
)
from bot.features.puzzle.page import answer_page, progress_page
from bot.features.puzzle.service import Puzzles
from bot.features.puzzle.text import ANSWER, MY_BOARD, SHARE
from bot.features.puzzle.values import Attempt, DailyPuzzle
from bot.match import grammar
from bot.match.session import BoardStyle, Person, ScopeId
from bot.show import text
from bot.show.page import Page

_DAY: Final = r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2})"
_ID: Final = re.compile(rf"ttt:(?:answer|puzzle):{_DAY}(?::[a-z0-9:]+)?")
_BOX: Final = re.compile(rf"ttt:box:{_DAY}:(?P<found>[0-9]+)")


def puzzle_view(daily: DailyPuzzle, style: BoardStyle) -> ui.View:
    """The buttons under the puzzle in the channel, which shows it in a style."""
    return view_of(*_answers(daily, 0, style), [_box(daily.day), _progress(daily.day)])


def answer_view(daily: DailyPuzzle, attempt: Attempt, style: BoardStyle) -> ui.View:
    """The buttons under the position that one person has reached."""
    if attempt.solved:
        return view_of([labelled(SHARE, f"ttt:puzzle:{daily.day}:share")])
    return view_of(*_answers(daily, attempt.found, style), [_box(daily.day)])


def taken_view(day: date) -> ui.View:
    """The buttons under the note that a typed answer was taken."""
    return view_of([_progress(day), _box(day)])


def puzzle_replied_to(message: discord.Message, me: discord.ClientUser | None) -> date | None:
    """Return the day of the puzzle that a message replies to, or None."""
    replied = message.reference.resolved if message.reference else None
    if not isinstance(replied, discord.Message) or replied.author != me:
        return None
    return day_of(replied)


def day_of(message: discord.Message) -> date | None:
    """Return the day of the puzzle that a message shows, or None."""
    days = (_day(match) for id_ in custom_ids(message) if (match := _ID.fullmatch(id_)))
    return next(days, None)


class PuzzleAnswerButton(
    PressedButton, template=rf"ttt:answer:{_DAY}:(?P<found>[0-9]+):(?P<move>[0-9]+)"
):
    """A button for a move as an answer, after so many moves were found."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        day, found, move = _day(self.match), self.number("found"), self.match["move"]
        await PuzzleCog.of(interaction).answer(interaction, day, found, move)


class PuzzleProgressButton(PressedButton, template=rf"ttt:puzzle:{_DAY}"):
    """Shows a person the position that they have reached."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await PuzzleCog.of(interaction).progress(interaction, _day(self.match))


class PuzzleBoxButton(PressedButton, template=rf"ttt:puzzle:{_DAY}:answer"):
    """Opens the box to write an answer into."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await PuzzleCog.of(interaction).open_box(interaction, _day(self.match))


class PuzzleShareButton(PressedButton, template=rf"ttt:puzzle:{_DAY}:share"):
    """Shows everybody how a person has solved the puzzle, but not the moves."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await PuzzleCog.of(interaction).share(interaction, _day(self.match))


class PuzzleCog(GameCog):
    """Takes answers. In a server the result is shown only to the person who answered."""

    def __init__(self, bot: GameBot, puzzles: Puzzles) -> None:
        super().__init__(bot)
        self._puzzles = puzzles

    @replies_to_errors
    async def answer(self, press: Interaction, day: date, found: int, move: str) -> None:
        """Take a press as an answer. If the button is old, show the position instead."""
        await acknowledge(press, ephemeral=True, thinking=True)
        daily = await self._puzzles.check(scope_at(press), day)
        attempt = await self._puzzles.attempt(scope_at(press), day, player(press.user))
        if attempt.found == found:
            await self.answer_privately(press, daily, move)
        else:
            await self._show_progress(press, daily)

    @replies_to_errors
    async def progress(self, press: Interaction, day: date) -> None:
        """Show a person how far they are."""
        await acknowledge(press, ephemeral=True, thinking=True)
        await self._show_progress(press, await self._puzzles.check(scope_at(press), day))

    @replies_to_errors
    async def open_box(self, press: Interaction, day: date) -> None:
        """Open a box for the next move of a person. Raises UserError if there is none."""
        scope = scope_at(press)
        daily = await self._puzzles.check(scope, day)
        attempt = await self._puzzles.attempt(scope, day, player(press.user))
        attempt.check_open()
        position = daily.puzzle.after(attempt.found)
        style = await self._shown(press, PressScreen(press, self.screen_options(press)), daily)
        await open_answer_box(press, position, f"ttt:box:{day}:{attempt.found}", style)

    @commands.Cog.listener()
    async def on_interaction(self, press: Interaction) -> None:
        """Take what was written into a box."""
        if (sent := read_box(press, _BOX)) is not None:
            match, word = sent
            await self._take_box(press, _day(match), grammar.read_number(match["found"]), word)

    @replies_to_errors
    async def _take_box(self, press: Interaction, day: date, found: int, word: str) -> None:
        await self.answer(press, day, found, read_answer(word))

    @replies_to_errors
    async def share(self, press: Interaction, day: date) -> None:
        """Show everybody in the channel how a person has solved a puzzle."""
        line = await self.shared_line(scope_at(press), day, player(press.user))
        await acknowledge(press)
        await PressScreen(press, self.screen_options(press)).post(Page(line))

    async def shared_line(self, scope: ScopeId, day: date, person: Person) -> str:
        """The line that a person shares. Raises UserError if they have not solved the puzzle."""
        daily = await self._puzzles.check(scope, day)
        attempt = await self._puzzles.attempt(scope, day, person)
        if not attempt.solved:
            raise UserError(Problem.PUZZLE_OPEN)
        return puzzle_text.shared_result(daily, replace(attempt, person=person))

    async def answer_privately(self, press: Interaction, daily: DailyPuzzle, word: str) -> None:
        """Take a word as an answer, and show the result to this person alone."""
        puzzles, screen = self._puzzles, PressScreen(press, self.screen_options(press))
        answer = await puzzles.answer(scope_at(press), daily, player(press.user), word)
        style = await self._shown(press, screen, daily)
        can = screen.capabilities
        draw = partial(answer_page, answer, puzzles.next_at(), style, capabilities=can)
        with text.privately():
            view = answer_view(daily, answer.after, style)
            await screen.whisper(await self.drawn(press, draw), view)

    async def take_reply(self, message: discord.Message, day: date, word: str) -> None:
        """Take a move in a reply to a puzzle as an answer."""
        if self.may_play(message):
            screen = ChannelScreen(message.channel, self.screen_options(message))
            daily = await self._puzzles.check(scope_at(message), day)
            await self.answer_typed(screen, message, daily, word)

    async def answer_typed(
        self, screen: ChannelScreen, message: discord.Message, daily: DailyPuzzle, word: str
    ) -> None:
        """Take a typed word as an answer. In a server nobody sees what it was, nor how it went."""
        await hide(message)
        puzzles, person = self._puzzles, player(message.author)
        answer = await puzzles.answer(scope_at(message), daily, person, word)
        if guild_at(message) is not None:
            told = Page(puzzle_text.answer_taken(person.name))
            await screen.post(told, taken_view(daily.day))
            return
        style = await self._shown(message, screen, daily)
        can = screen.capabilities
        draw = partial(answer_page, answer, puzzles.next_at(), style, capabilities=can)
        await screen.post(await self.drawn(message, draw), answer_view(daily, answer.after, style))

    async def _show_progress(self, press: Interaction, daily: DailyPuzzle) -> None:
        puzzles, screen = self._puzzles, PressScreen(press, self.screen_options(press))
        attempt = await puzzles.attempt(scope_at(press), daily.day, player(press.user))
        style = await self._shown(press, screen, daily)
        can = screen.capabilities
        draw = partial(progress_page, daily, attempt, puzzles.next_at(), style, capabilities=can)
        with text.privately():
            await screen.whisper(await self.drawn(press, draw), answer_view(daily, attempt, style))

    async def _shown(self, source: Source, screen: BaseScreen, daily: DailyPuzzle) -> BoardStyle:
        """The style in which who did something sees a puzzle there."""
        style = await puzzle_style(self, source, user_at(source))
        return screen.capabilities.style_for(daily.puzzle.start.rules, style)


def _answers(daily: DailyPuzzle, found: int, style: BoardStyle) -> list[list[Button]]:
    position = daily.puzzle.after(found)
    return answer_rows(position, lambda move: f"ttt:answer:{daily.day}:{found}:{move}", style)


def _box(day: date) -> Button:
    return labelled(ANSWER, f"ttt:puzzle:{day}:answer")


def _progress(day: date) -> Button:
    return labelled(MY_BOARD, f"ttt:puzzle:{day}")


def _day(match: re.Match[str]) -> date:
    return grammar.read_day(match["day"])
