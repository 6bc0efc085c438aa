"""Who plays, and on what terms: the values of which a match is made."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final, NewType

from engine import Level, Rules, Side

UserId = NewType("UserId", int)
ChannelId = NewType("ChannelId", int)
GuildId = NewType("GuildId", int)
MessageId = NewType("MessageId", int)
GameId = NewType("GameId", int)
ChallengeId = NewType("ChallengeId", int)
ScopeId = NewType("ScopeId", int)
"""Where results, ratings and puzzles are shared: a server, or a channel of direct messages."""

UNSTORED = GameId(0)
"""The id of a session that the store has not numbered yet."""
GONE = UserId(0)
"""Whoever had their data erased: nobody on Discord has this id. Their name is empty."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody on Discord, by the name that others see in the channel."""

    id: UserId
    name: str


@dataclass(frozen=True, slots=True)
class Bot:
    """Kinarow itself in a seat, at a strength."""

    level: Level


@dataclass(frozen=True, slots=True)
class Crowd:
    """Everybody in the channel, who vote on each move; the leader speaks for them."""

    leader: Person


Player = Person | Bot | Crowd


class BoardStyle(Enum):
    """How boards are drawn: emoji where they fit, plain text for screen readers, or a picture."""

    EMOJI = "emoji"
    TEXT = "text"
    IMAGE = "image"
    LIGHT = "light"
    """A picture on a light ground; all others are dark."""
    TILES = "tiles"
    """Emoji of the application's own; nobody asks for them, `bot.show.style` chooses them."""

    @property
    def is_image(self) -> bool:
        """Whether the board is a picture beside the words."""
        return self is BoardStyle.IMAGE or self is BoardStyle.LIGHT


CHOOSABLE_STYLES: Final = (BoardStyle.EMOJI, BoardStyle.TEXT, BoardStyle.IMAGE, BoardStyle.LIGHT)
"""The styles that a person may ask for."""


class Ending(Enum):
    """Why a game is over."""

    LINE = "line"
    FULL = "full"
    RESIGNED = "resigned"
    AGREED = "agreed"
    STOPPED = "stopped"
    IDLE = "idle"


DECIDED: Final = frozenset((Ending.LINE, Ending.FULL, Ending.RESIGNED, Ending.AGREED))
"""The endings that leave a result."""


class OfferKind(Enum):
    """What one player may ask of the other."""

    DRAW = "draw"
    UNDO = "undo"


@dataclass(frozen=True, slots=True)
class Offer:
    """A question that stands until it is answered or a move is made."""

    kind: OfferKind
    by: Side


@dataclass(frozen=True, slots=True)
class Terms:
    """What is to be played; `side` is that of whoever asks, None where chance decides."""

    rules: Rules
    side: Side | None = None
    coach: bool = False
    style: BoardStyle = BoardStyle.EMOJI
    swap: bool = False
    """Whether the second player may take over the first move."""
    seconds: int | None = None
    """How long a round of votes lasts, where whoever asks is a crowd."""


@dataclass(frozen=True, slots=True)
class Match:
    """Two players who have agreed on terms, and where they will play."""

    channel: ChannelId
    guild: GuildId | None
    asker: Player
    other: Player
    terms: Terms


BOT_NAME = "Kinarow"
CROWD_NAME = "Everyone"


def name_of(player: Player) -> str:
    """What a player is called in the channel."""
    match player:
        case Person(_, name):
            return name
        case Crowd():
            return CROWD_NAME
        case Bot():
            return BOT_NAME


def scope_of(channel: ChannelId, guild: GuildId | None) -> ScopeId:
    """Where a result counts that was reached there: Discord gives no id twice."""
    return ScopeId(channel if guild is None else guild)
