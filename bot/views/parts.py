"""What all buttons share: who takes their presses, and how a view is put together."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import Enum
from typing import Any, Protocol, cast

import discord
from discord import ui

from bot.challenge import Challenge
from bot.session import GameId, OfferKind, UserId

Interaction = discord.Interaction[Any]
Button = ui.Button[ui.View]
Moment = tuple[GameId, int]
"""The game and the ply that a button was made for."""


class Act(Enum):
    """What the buttons under a board do, besides moves."""

    HINT = "hint"
    UNDO = "undo"
    BOARD = "board"
    RESIGN = "resign"
    SURELY_RESIGN = "surely"
    REMATCH = "rematch"


class People(Protocol):
    """Takes the answers of people to each other."""

    async def answer_challenge(
        self, interaction: Interaction, challenge: Challenge, *, accept: bool
    ) -> None:
        """Begin the game, or say that it was declined."""

    async def answer_offer(
        self, interaction: Interaction, kind: OfferKind, moment: Moment, *, accept: bool
    ) -> None:
        """Accept or decline the offer made at this moment."""


class Table(Protocol):
    """Takes what is pressed under a board."""

    async def move(self, interaction: Interaction, moment: Moment, move: int) -> None:
        """Play a move."""

    async def act(self, interaction: Interaction, moment: Moment, act: Act) -> None:
        """Do what the button says."""


class Puzzles(Protocol):
    """Takes what is pressed under a puzzle."""

    async def answer(self, interaction: Interaction, day: date, found: int, move: int) -> None:
        """Take a move as an answer."""

    async def standing(self, interaction: Interaction, day: date) -> None:
        """Show how far somebody is."""


class Care(Protocol):
    """Takes what people want done about their data."""

    async def forget(self, interaction: Interaction, user: UserId) -> None:
        """Erase it."""


class Host(Protocol):
    """The bot as its buttons see it."""

    people: People
    table: Table
    puzzles: Puzzles
    care: Care


def host(interaction: Interaction) -> Host:
    """The bot that a press arrives at."""
    return cast(Host, interaction.client)


def view_of(*rows: Iterable[ui.DynamicItem[Button]]) -> ui.View:
    """A view that never times out, row by row."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            view.add_item(item)
    return view
