"""The buttons under puzzles of the collection, and the handlers of their presses.

The id of a button names the puzzle, and how many moves were found. Who presses answers for
themselves: what is shown under a puzzle in a channel is for everybody who wants to try it.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.buttons import PressedButton, custom_ids, read_box, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors, replying
from bot.edge.places import Context, Interaction, Source, guild_at, player, user_at
from bot.edge.screens import BaseScreen, ChannelScreen, PressScreen
from bot.edge.sending import acknowledge
from bot.features.puzzle import collection_text as endless_text
from bot.features.puzzle import text as puzzle_text
from bot.features.puzzle.answers.buttons import (
    answer_rows,
    hide,
    labelled,
    open_answer_box,
    puzzle_style,
    read_answer,
)
from bot.features.puzzle.collection_service import EndlessPuzzles
from bot.features.puzzle.collection_text import NEXT, SOLUTION, WHY
from bot.features.puzzle.page import Words, position_page
from bot.features.puzzle.text import ANSWER, MY_BOARD
from bot.features.puzzle.values import Trial
from bot.match import grammar
from bot.match.session import BoardStyle, ChannelId
from bot.pool.cooldowns import Cost
from bot.show import text
from bot.show.page import BoardParts, Page, compose_page
from engine import Position

_ID: Final = re.compile(r"ttt:more:[a-z]+:(?P<number>[0-9]+)(?::[0-9]+:[0-9]+)?")
_BOX: Final = re.compile(r"ttt:morebox:(?P<number>[0-9]+):(?P<found>[0-9]+)")


def endless_view(trial: Trial, style: BoardStyle) -> ui.View:
    """The buttons under a puzzle, as far as a person is with it."""
    number, attempt = trial.rated.number, trial.attempt
    following = labelled(NEXT, f"ttt:more:next:{number}")
    if attempt.over:
        return view_of([labelled(WHY, f"ttt:more:why:{number}"), following])
    position = trial.rated.puzzle.after(attempt.found)
    return view_of(
        *answer_rows(
            position, lambda move: f"ttt:more:move:{number}:{attempt.found}:{move}", style
        ),
        [
            labelled(ANSWER, f"ttt:more:answer:{number}"),
            labelled(SOLUTION, f"ttt:more:solution:{number}"),
            following,
        ],
    )


def number_replied_to(message: discord.Message, me: discord.ClientUser | None) -> int | None:
    """Return the number of the puzzle that a message replies to, or None."""
    replied = message.reference.resolved if message.reference else None
    if not isinstance(replied, discord.Message) or replied.author != me:
        return None
    matches = (_ID.fullmatch(id_) for id_ in custom_ids(replied))
    return next((grammar.read_number(match["number"]) for match in matches if match), None)


class EndlessMoveButton(
    PressedButton, template=r"ttt:more:move:(?P<number>[0-9]+):(?P<found>[0-9]+):(?P<move>[0-9]+)"
):
    """A button for a move as an answer, after so many moves were found."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        number, found, move = self.number("number"), self.number("found"), self.match["move"]
        await EndlessCog.of(interaction).answer(interaction, number, found, move)


class EndlessButton(
    PressedButton, template=r"ttt:more:(?P<act>answer|mine|next|solution|why):(?P<number>[0-9]+)"
):
    """A button for what else can be done with a puzzle."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        cog, number = EndlessCog.of(interaction), self.number("number")
        match self.match["act"]:
            case "answer":
                await cog.open_box(interaction, number)
            case "mine":
                await cog.progress(interaction, number)
            case "next":
                await cog.next(interaction)
            case "solution":
                await cog.solution(interaction, number)
            case _:
                await cog.why(interaction, number)


class EndlessCog(GameCog):
    """Shows puzzles of the collection and takes answers, each for one person alone."""

    def __init__(self, bot: GameBot, puzzles: EndlessPuzzles) -> None:
        super().__init__(bot)
        self._puzzles = puzzles

    async def begin(self, ctx: Context, screen: ChannelScreen) -> None:
        """Show a puzzle in answer to a command: to the person alone if it is a slash command."""
        if ctx.interaction is not None:
            await acknowledge(ctx.interaction, ephemeral=True, thinking=True)
            await self._show_next(ctx.interaction)
            return
        async with screen.thinking():
            trial = await self._puzzles.next(player(ctx.author))
            await screen.post(*await self._drawn(ctx, screen, trial))

    @replies_to_errors
    async def next(self, press: Interaction) -> None:
        """Show a person their next puzzle."""
        await acknowledge(press, ephemeral=True, thinking=True)
        await self._show_next(press)

    @replies_to_errors
    async def progress(self, press: Interaction, number: int) -> None:
        """Show a person how far they are with a puzzle."""
        await acknowledge(press, ephemeral=True, thinking=True)
        await self._show(press, await self._puzzles.trial(number, player(press.user)))

    @replies_to_errors
    async def answer(self, press: Interaction, number: int, found: int, word: str) -> None:
        """Take a press as an answer. If the button is old, show the position instead."""
        await acknowledge(press, ephemeral=True, thinking=True)
        person = player(press.user)
        trial = await self._puzzles.trial(number, person)
        if trial.attempt.found != found or trial.attempt.over:
            await self._show(press, trial)
            return
        channel = ChannelId(press.channel_id or 0)
        answered = await self._puzzles.answer(number, person, word, channel)
        words = partial(endless_text.result, answered)
        after = Trial(trial.rated, answered.answer.after)
        await self._show(press, after, answered.answer.position, words)

    @replies_to_errors
    async def open_box(self, press: Interaction, number: int) -> None:
        """Open a box for the next move of a person. Raises UserError if there is none."""
        trial = await self._puzzles.trial(number, player(press.user))
        found = trial.attempt.found
        trial.attempt.check_open()
        position = trial.rated.puzzle.after(found)
        style = await self._shown(press, PressScreen(press, self.screen_options(press)), trial)
        await open_answer_box(press, position, f"ttt:morebox:{number}:{found}", style)

    @commands.Cog.listener()
    async def on_interaction(self, press: Interaction) -> None:
        """Take what was written into a box."""
        if (sent := read_box(press, _BOX)) is not None:
            match, word = sent
            number, found = map(grammar.read_number, match.group("number", "found"))
            await self._take_box(press, number, found, word)

    @replies_to_errors
    async def _take_box(self, press: Interaction, number: int, found: int, word: str) -> None:
        await self.answer(press, number, found, read_answer(word))

    @replies_to_errors
    async def solution(self, press: Interaction, number: int) -> None:
        """Show a person the solution."""
        await acknowledge(press, ephemeral=True, thinking=True)
        solved = await self._puzzles.give_up(number, player(press.user))
        puzzle = solved.trial.rated.puzzle
        last = puzzle.after(puzzle.moves - 1).play(puzzle.line[-1])
        await self._show(press, solved.trial, last, partial(endless_text.solution, solved))

    @replying(Cost.SEARCH)
    async def why(self, press: Interaction, number: int) -> None:
        """Tell a person why the first move is right."""
        await acknowledge(press, ephemeral=True, thinking=True)
        person, channel = player(press.user), ChannelId(press.channel_id or 0)
        explanation = await self._puzzles.explain(number, person, channel)
        trial = await self._puzzles.trial(number, person)
        start = trial.rated.puzzle.start
        screen = PressScreen(press, self.screen_options(press))
        style = await self._shown(press, screen, trial)
        with text.privately():
            told = text.recommendation(start, explanation, style)
            await screen.whisper(compose_page(self.bot.owned, BoardParts(), told))

    async def take_reply(self, message: discord.Message, number: int, word: str) -> None:
        """Take a move in a reply to a puzzle as an answer. In a server nobody sees how it went."""
        if not self.may_play(message):
            return
        await hide(message)
        person = player(message.author)
        screen = ChannelScreen(message.channel, self.screen_options(message))
        channel = ChannelId(message.channel.id)
        answered = await self._puzzles.answer(number, person, word, channel)
        after = Trial(answered.rated, answered.answer.after)
        if guild_at(message) is not None:
            mine = labelled(MY_BOARD, f"ttt:more:mine:{number}")
            told = Page(puzzle_text.answer_taken(person.name))
            await screen.post(told, view_of([mine, labelled(ANSWER, f"ttt:more:answer:{number}")]))
            return
        words = partial(endless_text.result, answered)
        shown = await self._drawn(message, screen, after, answered.answer.position, words)
        await screen.post(*shown)

    async def _show_next(self, press: Interaction) -> None:
        await self._show(press, await self._puzzles.next(player(press.user)))

    async def _show(
        self,
        press: Interaction,
        trial: Trial,
        position: Position | None = None,
        words: Words | None = None,
    ) -> None:
        """Show a puzzle, or a position and words, to who pressed alone."""
        screen = PressScreen(press, self.screen_options(press))
        with text.privately():
            await screen.whisper(*await self._drawn(press, screen, trial, position, words))

    async def _drawn(
        self,
        source: Source,
        screen: BaseScreen,
        trial: Trial,
        position: Position | None = None,
        words: Words | None = None,
    ) -> tuple[Page, ui.View]:
        """A puzzle as far as a person is with it, or a position and words, with its buttons."""
        style = await self._shown(source, screen, trial)
        if position is None or words is None:
            position = trial.rated.puzzle.after(trial.attempt.found)
            heading, words = (
                endless_text.heading(trial.rated),
                partial(endless_text.progress, trial),
            )
        else:
            heading = ""
        can, over = screen.capabilities, trial.attempt.over
        draw = partial(position_page, position, heading, words, style, capabilities=can, over=over)
        return await self.drawn(source, draw), endless_view(trial, style)

    async def _shown(self, source: Source, screen: BaseScreen, trial: Trial) -> BoardStyle:
        """The style in which who did something sees a puzzle there."""
        style = await puzzle_style(self, source, user_at(source))
        return screen.capabilities.style_for(trial.rated.puzzle.start.rules, style)
