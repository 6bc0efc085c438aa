"""The buttons of a run against the clock, and the handlers of their presses.

A run is one message that its person alone sees, and that changes with each answer. The id of a
button names the run by its beginning, the puzzle and the move in it.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final

from discord import ui
from discord.ext import commands

from bot.edge.buttons import PressedButton, read_box, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import Context, Interaction, player, scope_at
from bot.edge.screens import PressScreen
from bot.edge.screens.messages import edited, or_in_words
from bot.edge.sending import acknowledge
from bot.features.puzzle import collection_text as run_text
from bot.features.puzzle.answers.buttons import (
    answer_rows,
    labelled,
    open_answer_box,
    puzzle_style,
    read_answer,
)
from bot.features.puzzle.collection_service import Runs
from bot.features.puzzle.collection_text import AGAIN, START
from bot.features.puzzle.page import position_page
from bot.features.puzzle.text import ANSWER
from bot.features.puzzle.values import RunView
from bot.match import grammar
from bot.match.session import BoardStyle, ChannelId, UserId
from bot.show import text
from bot.show.page import Page
from engine import Position

_STEP: Final = r"(?P<begun>[0-9]+):(?P<puzzle>[0-9]+):(?P<found>[0-9]+)"
_BOX: Final = re.compile(rf"ttt:runbox:{_STEP}")


class RunStartButton(PressedButton, template=r"ttt:run:start"):
    """Begins a run of whoever presses."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await RunCog.of(interaction).begin(interaction)


class RunMoveButton(PressedButton, template=rf"ttt:run:{_STEP}:(?P<move>[0-9]+)"):
    """A button for a move as an answer."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await RunCog.of(interaction).answer(interaction, _step(self.match), self.match["move"])


class RunBoxButton(PressedButton, template=rf"ttt:run:{_STEP}:box"):
    """Opens the box to write an answer into."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await RunCog.of(interaction).open_box(interaction, _step(self.match))


def run_view(view: RunView, style: BoardStyle) -> ui.View:
    """The buttons under the open puzzle of a run, or under its result."""
    if view.over:
        return view_of([labelled(AGAIN, "ttt:run:start")])
    step = ":".join(map(str, view.run.step))
    rows = answer_rows(
        view.rated.puzzle.after(view.run.found), lambda move: f"ttt:run:{step}:{move}", style
    )
    return view_of(*(rows or [[labelled(ANSWER, f"ttt:run:{step}:box")]]))


class RunCog(GameCog):
    """Begins runs and takes answers in them."""

    def __init__(self, bot: GameBot, runs: Runs) -> None:
        super().__init__(bot)
        self._runs = runs

    async def introduce(self, ctx: Context) -> None:
        """Say what a run is, with the button that begins one."""
        start = view_of([labelled(START, "ttt:run:start")])
        await ctx.send(run_text.run_introduction(), view=start, ephemeral=True)

    @replies_to_errors
    async def begin(self, press: Interaction) -> None:
        """Begin a run in a message of its own."""
        await acknowledge(press, ephemeral=True, thinking=True)
        view = await self._runs.begin(scope_at(press), player(press.user))
        screen = PressScreen(press, self.screen_options(press))
        with text.privately():
            await screen.whisper(*await self._drawn(press, view))

    @replies_to_errors
    async def answer(self, press: Interaction, step: tuple[int, int, int], word: str) -> None:
        """Take an answer, and show the next puzzle in place of this one."""
        await acknowledge(press)
        channel = ChannelId(press.channel_id or 0)
        view = await self._runs.answer(scope_at(press), player(press.user), step, word, channel)
        edit = press.edit_original_response
        with text.privately():
            page, buttons = await self._drawn(press, view)
            await or_in_words(page, lambda page: edited(edit, page, buttons))

    @replies_to_errors
    async def open_box(self, press: Interaction, step: tuple[int, int, int]) -> None:
        """Open the box for an answer to the open puzzle."""
        view = await self._runs.view(scope_at(press), player(press.user), step[0])
        custom_id = "ttt:runbox:" + ":".join(map(str, view.run.step))
        position = view.rated.puzzle.after(view.run.found)
        style = await self._shown(press, position)
        await open_answer_box(press, position, custom_id, style)

    @commands.Cog.listener()
    async def on_interaction(self, press: Interaction) -> None:
        """Take what was written into a box."""
        if (sent := read_box(press, _BOX)) is not None:
            match, word = sent
            await self._take_box(press, _step(match), word)

    @replies_to_errors
    async def _take_box(self, press: Interaction, step: tuple[int, int, int], word: str) -> None:
        await self.answer(press, step, read_answer(word))

    async def _drawn(self, press: Interaction, view: RunView) -> tuple[Page, ui.View]:
        position = view.rated.puzzle.after(view.run.found)
        style = await self._shown(press, position)
        before = style if view.told is None else await self._shown(press, view.told[0].puzzle.start)
        if view.over:
            return Page(run_text.run_over(view, before)), run_view(view, style)
        draw = partial(
            position_page,
            position,
            run_text.run_heading(view, before),
            partial(run_text.run_question, view),
            style,
            capabilities=PressScreen(press, self.screen_options(press)).capabilities,
        )
        return await self.drawn(press, draw), run_view(view, style)

    async def _shown(self, press: Interaction, position: Position) -> BoardStyle:
        """The style in which a person sees a puzzle."""
        style = await puzzle_style(self, press, UserId(press.user.id))
        can = PressScreen(press, self.screen_options(press)).capabilities
        return can.style_for(position.rules, style)


def _step(match: re.Match[str]) -> tuple[int, int, int]:
    begun, puzzle, found = map(grammar.read_number, match.group("begun", "puzzle", "found"))
    return begun, puzzle, found
