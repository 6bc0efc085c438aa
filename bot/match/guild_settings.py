"""What a server may choose for itself, and what holds there in the end."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum
from typing import Final

from bot.match.players import ChannelId, Style
from engine import PRESETS, Level, Rules

SHORTEST_IDLE: Final = timedelta(minutes=30)
LONGEST_IDLE: Final = timedelta(days=365)
MOST_CHANNELS: Final = 25
"""Channels that a server may list: as many as a message can show with all else."""


class Topic(Enum):
    """What can be chosen; the values are the words that people type."""

    PREFIX = "prefix"
    GAME = "game"
    LEVEL = "level"
    STYLE = "style"
    CHANNELS = "channels"
    LANGUAGE = "language"
    IDLE = "idle"


OWN: Final = (Topic.GAME, Topic.LEVEL, Topic.STYLE, Topic.LANGUAGE)
"""What a person can choose for direct messages."""


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a server has chosen; None, and no channels, where it has not.

    A person has them too, for the direct messages with the bot.
    """

    prefix: str | None = None
    game: Rules | None = None
    level: Level | None = None
    style: Style | None = None
    channels: tuple[ChannelId, ...] = ()
    """Where games may be played: everywhere if none is named."""
    language: str | None = None
    """A code such as `pt-BR`."""
    idle: timedelta | None = None

    def without(self, gone: Iterable[ChannelId]) -> tuple[ChannelId, ...]:
        """The channels that are left when some are gone."""
        lost = frozenset(gone)
        return tuple(channel for channel in self.channels if channel not in lost)


NOTHING_CHOSEN: Final = Preferences()


@dataclass(frozen=True, slots=True)
class Customs:
    """What holds in a server: its own choice where it made one, else that of the house."""

    prefix: str = "!"
    """What commands begin with; a mention of the bot always works as well."""
    game: Rules = PRESETS["tictactoe"]
    """What is played where nobody names a game."""
    level: Level = Level.PERFECT
    style: Style = Style.EMOJI
    channels: frozenset[ChannelId] = frozenset()
    language: str | None = None
    idle: timedelta = timedelta(hours=24)
    """How long a game may rest before anyone may replace it."""

    def changed(self, chosen: Preferences) -> Customs:
        """These customs where somebody has chosen others."""
        return Customs(
            chosen.prefix or self.prefix,
            chosen.game or self.game,
            chosen.level or self.level,
            chosen.style or self.style,
            frozenset(chosen.channels),
            chosen.language or self.language,
            chosen.idle or self.idle,
        )

    def plays_in(self, *places: ChannelId | None) -> bool:
        """Whether games may be played in a channel; a thread is named with its parent."""
        return not self.channels or not self.channels.isdisjoint(places)


HOUSE: Final = Customs()
"""What holds where neither a server nor our own settings say anything else."""
