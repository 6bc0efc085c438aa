"""How a puzzle is drawn for a person, its buttons for answers, and the box to write one into."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import discord
from discord import ui

from bot.edge.buttons import Button, open_box
from bot.edge.cog import GameCog
from bot.edge.places import Interaction, Place
from bot.edge.sending import UNSENT
from bot.errors import Problem, UserError
from bot.features.puzzle.text import BOX_LABELS, BOX_TITLE
from bot.match import grammar
from bot.match.session import BoardStyle, UserId
from bot.show import text
from bot.show.style import button_rows, has_buttons, move_name, move_notation
from engine import Position

_SHOWN: Final = 30
"""The most characters of a word that are quoted in a reply."""


async def puzzle_style(cog: GameCog, place: Place, user: UserId | None = None) -> BoardStyle:
    """How a puzzle is drawn for a person, or for all: a picture where nobody wants it otherwise."""
    chosen = None if user is None else await cog.bot.chosen_style(user)
    usual = cog.guild_settings(place).style
    return chosen or (BoardStyle.IMAGE if usual is BoardStyle.EMOJI else usual)


def answer_rows(
    position: Position, id_of: Callable[[int], str], style: BoardStyle
) -> list[list[Button]]:
    """A button for each move, with the id that `id_of` makes of it; none on large boards.

    `style` is that of the board above them, which may name its tiles.
    """
    if position.outcome is not None or not has_buttons(position.rules):
        return []
    rows = button_rows(position.rules)
    return [[_answer(position, move, id_of(move), style) for move in row] for row in rows]


def labelled(label: str, custom_id: str) -> Button:
    """A button with a label in the current language."""
    return ui.Button(label=text.said(label), custom_id=custom_id)


async def open_answer_box(
    press: Interaction, position: Position, custom_id: str, style: BoardStyle
) -> None:
    """Open the box for an answer in a position, in the language of the person."""
    with text.privately():
        label = text.said(BOX_LABELS[move_notation(position.rules, style)])
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


def _answer(position: Position, move: int, custom_id: str, style: BoardStyle) -> Button:
    free = move in position.legal
    colour = discord.ButtonStyle.primary if free else discord.ButtonStyle.secondary
    label = move_name(position.rules, move, style)
    return ui.Button(label=label, style=colour, disabled=not free, custom_id=custom_id)
