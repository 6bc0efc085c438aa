"""The box to write a move into, and what becomes of what is written."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Final

import discord
from discord import ui
from discord.ext import commands

from bot.edge.board_buttons import PressedBoards, is_private
from bot.edge.buttons import (
    BOARD_REF,
    FINGERPRINT,
    LONGEST,
    BoardRef,
    Button,
    PressedButton,
    open_box,
    read_box,
    view_of,
)
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import Interaction
from bot.edge.screens import PressScreen
from bot.edge.sending import UNSENT, change_pressed, post_answer
from bot.errors import Problem, UserError
from bot.features.personal.box.text import TITLE
from bot.match import grammar
from bot.match.session import UserId
from bot.show import text

_BOX: Final = re.compile(rf"ttt:written:{BOARD_REF}{FINGERPRINT}")
_SLIPS: Final = frozenset(
    (
        Problem.NOT_A_MOVE,
        Problem.NO_SUCH_TILE,
        Problem.NO_SUCH_COLUMN,
        Problem.TAKEN,
        Problem.FULL,
        Problem.FLOATING,
    )
)
"""What may be wrong with a move, so that its writer will want to correct it."""


class RewriteButton(
    PressedButton, template=rf"ttt:rewrite:{BOARD_REF}{FINGERPRINT}=(?P<written>(?s:.)*)"
):
    """A button that opens the box again, with what was written."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        ref = BoardRef.read(self.match)
        await BoxCog.of(interaction).open(interaction, ref, self.match["written"])


class BoxCog(GameCog):
    """Lets people write their move where a board has no button for each tile."""

    def __init__(self, bot: GameBot, boards: PressedBoards) -> None:
        super().__init__(bot)
        self._boards = boards

    @replies_to_errors
    async def open(self, press: Interaction, ref: BoardRef, written: str = "") -> None:
        """Open the box for whoever may move now."""
        session = await self._boards.seen(press, ref)
        if not session.voting:
            session.check_turn(UserId(press.user.id))
        shown = PressScreen(press, self.screen_options(press)).styled(session)
        with text.privately():
            label = text.what_to_write(shown.rules, shown.style)
            title, custom_id = text.said(TITLE), f"ttt:written:{_id(ref)}"
            await open_box(press, title, label, custom_id, written)

    @commands.Cog.listener()
    async def on_interaction(self, press: Interaction) -> None:
        """Take what was written into a box."""
        if (sent := read_box(press, _BOX)) is not None:
            match, written = sent
            await self._take(press, BoardRef.read(match), written)

    @replies_to_errors
    async def _take(self, press: Interaction, ref: BoardRef, written: str) -> None:
        """Play what was written. A slip is told with a button that opens the box again."""
        try:
            await self._boards.play(press, ref, grammar.required_move(written))
        except UserError as error:
            if error.problem not in _SLIPS or press.response.is_done():
                raise
            with text.privately():
                words, view = text.problem(error, self.prefix(press)), _again(ref, written)
            if is_private(press):
                await change_pressed(press, content=words, view=view)
            else:
                await post_answer(press, words, view=view, private=True)
            return
        if is_private(press):  # the slip that was told there is mended
            with suppress(*UNSENT):
                await press.delete_original_response()


def _again(ref: BoardRef, written: str) -> ui.View:
    label, custom_id = text.said(text.WRITE), f"ttt:rewrite:{_id(ref)}={written[:LONGEST]}"
    again: Button = ui.Button(style=discord.ButtonStyle.primary, label=label, custom_id=custom_id)
    return view_of([again])


def _id(ref: BoardRef) -> str:
    return f"{ref.game}:{ref.ply}{ref.suffix}"
