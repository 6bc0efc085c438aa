"""How a person hears that it is their turn, and what is to be told of a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import Enum

from bot.match.session import ChannelId, GameId, MessageId
from bot.match.timing import NoticeStep


class NoticeWay(Enum):
    """How a person hears that it is their turn. The value is the word that people type."""

    ON = "on"
    """By a ping in the channel of the game."""
    DM = "dm"
    """By direct message."""
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Posted:
    """A message that the bot has sent, and where."""

    channel: ChannelId
    message: MessageId


@dataclass(frozen=True, slots=True)
class Notice:
    """What is to be told next of a game, and when."""

    game: GameId
    channel: ChannelId
    step: NoticeStep
    due: datetime
    begun: datetime | None = None
    """When a process took it in hand. It may have died before or after it told."""
    standing: Posted | None = None
    """What was told last, if it is still there."""
