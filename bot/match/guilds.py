"""Servers (guilds): what each has chosen, what is in force there, and which process plays in it.

Discord sends the events of a server to one shard: `(server >> 22) % count`, and those of
direct messages to shard 0 (Discord's documentation, "Sharding").
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import Enum
from typing import Final

from bot.match.players import BoardStyle, Bot, ChannelId, LevelChoice, level_on
from bot.match.session import GuildId
from engine import PRESETS, Level, Rules

SHORTEST_IDLE: Final = timedelta(minutes=30)
LONGEST_IDLE: Final = timedelta(days=365)
MOST_CHANNELS: Final = 25
"""How many channels a server may list. One message shows them all, with the other settings."""


class Setting(Enum):
    """One setting. The value is the word that people type for it."""

    PREFIX = "prefix"
    GAME = "game"
    LEVEL = "level"
    STYLE = "style"
    CHANNELS = "channels"
    LANGUAGE = "language"
    IDLE = "idle"
    PUZZLE = "puzzle"
    THREADS = "threads"
    STRICT = "strict"
    CASUAL = "casual"
    HISTORY = "history"


PERSONAL: Final = (Setting.GAME, Setting.LEVEL, Setting.STYLE, Setting.LANGUAGE)
"""The settings that a person can choose for direct messages."""


@dataclass(frozen=True, slots=True)
class PuzzlePost:
    """Where and when the puzzle of the day is posted by itself."""

    channel: ChannelId
    minute: int
    """The minute of the day in UTC, from 0 to 1439."""

    @property
    def time(self) -> str:
        """The time as people type it.

        >>> PuzzlePost(ChannelId(1), 545).time
        '09:05'
        """
        return f"{self.minute // 60:02}:{self.minute % 60:02}"


@dataclass(frozen=True, slots=True)
class Preferences:
    """The settings that a server has chosen; None, or no channels, where it chose nothing.

    A person has preferences too, for direct messages with the bot.
    """

    prefix: str | None = None
    game: Rules | None = None
    level: LevelChoice | None = None
    style: BoardStyle | None = None
    channels: tuple[ChannelId, ...] = ()
    """The channels where games may be played; empty if they may be played everywhere."""
    language: str | None = None
    """A language code such as `pt-BR`."""
    idle: timedelta | None = None
    puzzle: PuzzlePost | None = None
    threads: bool | None = None
    strict: bool | None = None
    casual: bool | None = None
    history: bool | None = None

    @property
    def named(self) -> tuple[ChannelId, ...]:
        """All channels that are named in them."""
        return self.channels if self.puzzle is None else (*self.channels, self.puzzle.channel)

    def without(self, gone: Collection[ChannelId]) -> Preferences:
        """These preferences after some channels are gone."""
        lost = self.puzzle is not None and self.puzzle.channel in gone
        puzzle = None if lost else self.puzzle
        return replace(self, channels=self.channels_without(gone), puzzle=puzzle)

    def channels_without(self, gone: Iterable[ChannelId]) -> tuple[ChannelId, ...]:
        """The listed channels except those that are gone."""
        lost = frozenset(gone)
        return tuple(channel for channel in self.channels if channel not in lost)


NO_PREFERENCES: Final = Preferences()


@dataclass(frozen=True, slots=True)
class GuildSettings:
    """The settings in force in a server: its preferences, or else the defaults."""

    prefix: str = "!"
    """The text that commands begin with. A mention of the bot works too."""
    game: Rules = PRESETS["tictactoe"]
    """The game that is played if nobody names one."""
    level: LevelChoice = Level.ADAPTIVE
    style: BoardStyle = BoardStyle.EMOJI
    channels: frozenset[ChannelId] = frozenset()
    language: str | None = None
    idle: timedelta = timedelta(hours=24)
    """How long a game must rest before anyone may replace it.

    Between people it is how long a player may take for a move, if they agreed on nothing else."""
    puzzle: PuzzlePost | None = None
    """None if the puzzle of the day is not posted by itself."""
    threads: bool = False
    """Whether a new game begins in a thread of its own."""
    strict: bool = False
    """Whether people play each other without hints, coach and takebacks."""
    casual: bool = False
    """Whether a game counts for no rating unless `rated` is asked for."""
    history: bool = True
    """Whether a board that moves down leaves a line of its moves behind."""

    def with_preferences(self, chosen: Preferences) -> GuildSettings:
        """Return these settings, with each one that was chosen in its place."""
        wanted = {setting.value: getattr(chosen, setting.value) for setting in Setting}
        wanted["channels"] = frozenset(chosen.channels)
        return replace(self, **{name: one for name, one in wanted.items() if one is not None})

    def bot_on(self, rules: Rules, level: LevelChoice | None = None) -> Bot:
        """The engine as an opponent on a board, at a level or at the usual one."""
        return Bot(level_on(rules, level or self.level))

    def plays_in(self, *channels: ChannelId | None) -> bool:
        """Whether games may be played in a channel. For a thread, give its parent channel too."""
        return not self.channels or not self.channels.isdisjoint(channels)


DEFAULTS: Final = GuildSettings()
"""The settings that are in force if neither a server nor the bot's own settings differ."""
SWITCHES: Final = frozenset(
    setting for setting in Setting if isinstance(getattr(DEFAULTS, setting.value), bool)
)
"""The settings that are on or off."""


TIMESTAMP_BITS: Final = 22
"""The number of bits of an id below its timestamp."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process: those with these `ids`, out of `count` shards."""

    count: int
    ids: frozenset[int]

    def of(self, guild: GuildId | None) -> int:
        """The shard that gets the events of a server, or of direct messages (None)."""
        return ((guild or 0) >> TIMESTAMP_BITS) % self.count

    def holds(self, guild: GuildId | None) -> bool:
        """Whether this process gets the events of a server, or of direct messages (None)."""
        return self.of(guild) in self.ids

    def only(self, *shards: int) -> Shards:
        """Some of these shards alone."""
        return Shards(self.count, frozenset(shards))

    @property
    def first(self) -> bool:
        """Whether this process does the work that only one process may do."""
        return 0 in self.ids

    @property
    def all_here(self) -> bool:
        """Whether this process is the only one that plays."""
        return len(self.ids) == self.count

    def __str__(self) -> str:
        if self.all_here:
            return "all servers"
        return f"shards {','.join(map(str, sorted(self.ids)))} of {self.count}"


WHOLE: Final = Shards(1, frozenset((0,)))
"""The only shard of a bot that runs as one process."""
