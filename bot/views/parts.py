"""What all buttons share: who takes their presses, and how a view is put together."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from enum import Enum
from typing import Any, Final, NamedTuple, Protocol, cast

import discord
from discord import ui

from bot.session import ChallengeId, GameId, OfferKind, Session, UserId

Interaction = discord.Interaction[Any]
Button = ui.Button[ui.View]
Face = dict[str, Any]
"""A button as it is posted; whoever presses it is heard by its id, which an item reads."""
Rows = list[dict[str, Any]]
"""Rows of buttons as they are posted."""
MOMENT: Final = r"(?P<game>\d+):(?P<ply>\d+)"
FACE: Final = r"(?::(?P<face>[0-9a-f]+))?"
"""How an id tells its moment; those of boards posted by an older version have no face."""

_ROW: Final = discord.ComponentType.action_row.value
_BUTTON: Final = discord.ComponentType.button.value


class Moment(NamedTuple):
    """What stood on the board that a button was made for."""

    game: GameId
    ply: int
    face: str = ""

    @classmethod
    def of(cls, session: Session) -> Moment:
        """The game as it stands."""
        return cls(session.game, session.position.ply, session.face)

    @classmethod
    def read(cls, match: re.Match[str]) -> Moment:
        """What an id tells."""
        return cls(GameId(int(match["game"])), int(match["ply"]), match["face"] or "")

    def is_now(self, session: Session) -> bool:
        """Whether the game still stands like that."""
        same_ply = (self.game, self.ply) == (session.game, session.position.ply)
        return same_ply and self.face in {"", session.face}

    @property
    def suffix(self) -> str:
        """The face as it ends an id."""
        return f":{self.face}" if self.face else ""


class Act(Enum):
    """What the buttons under a board do, besides moves."""

    HINT = "hint"
    UNDO = "undo"
    BOARD = "board"
    RESIGN = "resign"
    SURELY_RESIGN = "surely"
    REMATCH = "rematch"
    SWAP = "swap"
    COUNT = "count"


class Answer(Enum):
    """What the buttons under a challenge say."""

    ACCEPT = "yes"
    DECLINE = "no"
    WITHDRAW = "back"


class People(Protocol):
    """Takes the answers of people to each other."""

    async def answer_challenge(
        self, interaction: Interaction, number: ChallengeId, answer: Answer
    ) -> None:
        """Begin the game, or say that there will be none."""

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


def custom_ids(message: discord.Message) -> Iterator[str]:
    """The ids of the buttons under a message."""
    for row in message.components:
        if isinstance(row, discord.ActionRow):
            yield from (getattr(item, "custom_id", None) or "" for item in row.children)


def face(
    custom_id: str,
    shown: str,
    style: discord.ButtonStyle = discord.ButtonStyle.secondary,
    *,
    emoji: bool = False,
    disabled: bool = False,
) -> Face:
    """A button with words on it, or an emoji of Unicode."""
    button: Face = {
        "type": _BUTTON,
        "style": style.value,
        "disabled": disabled,
        "custom_id": custom_id,
    }
    if emoji:
        button["emoji"] = {"id": None, "name": shown}
    else:
        button["label"] = shown
    return button


def posted(*rows: Iterable[Face]) -> Rows:
    """Buttons that are only to be posted, row by row.

    A view of items listens for presses, and making it takes longer than all else that a move
    asks for; these are heard by items made when somebody presses.
    """
    return [{"type": _ROW, "components": list(row)} for row in rows]


class Faces(ui.View):
    """Such buttons where discord.py wants a view."""

    def __init__(self, rows: Rows) -> None:
        super().__init__(timeout=None)
        self._rows = rows

    def to_components(self) -> Rows:
        """What discord.py sends for a view."""
        return self._rows


def view_of(*rows: Iterable[ui.DynamicItem[Button]]) -> ui.View:
    """A view that never times out, row by row."""
    view = ui.View(timeout=None)
    for number, row in enumerate(rows):
        for item in row:
            item.row = number
            view.add_item(item)
    return view
