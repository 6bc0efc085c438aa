"""The buttons for answers, the box to write one into, and what is done with typed ones."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import discord
from discord import ui

from bot.edge.boxes import open_box
from bot.edge.buttons import Button
from bot.edge.places import Interaction
from bot.edge.sending import UNSENT
from bot.errors import Problem, UserError
from bot.features.puzzle.text import BOX_LABELS, BOX_TITLE
from bot.match import grammar
from bot.show import text
from bot.show.style import button_rows, has_buttons, move_name, move_notation
from engine import Position

_SHOWN: Final = 30
"""The most characters of a word that are quoted in a reply."""


def answer_rows(position: Position, id_of: Callable[[int], str]) -> list[list[Button]]:
    """A button for each move, with the id that `id_of` makes of it; none on large boards."""
    if position.outcome is not None or not has_buttons(position.rules):
        return []
    return [[_answer(position, move, id_of) for move in row] for row in button_rows(position.rules)]


def labelled(label: str, custom_id: str) -> Button:
    """A button with a label in the current language."""
    return ui.Button(label=text.said(label), custom_id=custom_id)


async def open_answer_box(press: Interaction, position: Position, custom_id: str) -> None:
    """Open the box for an answer in a position, in the language of the person."""
    with text.privately():
        label = text.said(BOX_LABELS[move_notation(position.rules)])
        await open_box(press, text.said(BOX_TITLE), label, custom_id)


def read_answer(word: str) -> str:
    """Return the move in a word that was typed or written into a box. Raises UserError."""
    move = grammar.move_text(word)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=word.strip()[:_SHOWN])
    return move


async def hide(message: discord.Message) -> None:
    """Delete a typed answer in a server, if the bot may, so that nobody reads it."""
    if message.guild is None:
        return
    if message.channel.permissions_for(message.guild.me).manage_messages:
        with suppress(*UNSENT):
            await message.delete()


def _answer(position: Position, move: int, id_of: Callable[[int], str]) -> Button:
    free = move in position.legal
    style = discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary
    label = move_name(position.rules, move)
    return ui.Button(label=label, style=style, disabled=not free, custom_id=id_of(move))
