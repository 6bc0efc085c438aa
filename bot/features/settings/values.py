"""What a person asks of the settings, and what can be wrong with it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bot.errors import AnyProblem
from bot.match.guilds import Setting
from bot.match.players import ChannelId
from bot.show.text.language import Sentence


class SettingsProblem(AnyProblem):
    """What can be wrong with a change of settings."""

    MAY_NOT_SET = Sentence(
        "Only members with the permission “Manage Server” can change settings. "
        "Look at them with {settings}.",
        settings="settings",
    )
    BAD_PREFIX = Sentence(
        "That can't be a prefix. Choose 1 to 5 visible characters such as `k!`: no move, "
        "mention, slash or formatting."
    )
    IDLE_TIME = Sentence(
        "{text} doesn't work as an idle time. Choose `30m` to `365d`, such as `12h`."
    )
    NO_SUCH_LANGUAGE = Sentence("I don't speak “{text}”. Choose one of {codes}.")
    WHICH_CHANNEL = Sentence(
        "Which channel? Mention it, as in {channels}.",
        channels="settings channels {channel}",
    )
    NO_SUCH_CHANNEL = Sentence(
        "I can't see a channel “{text}” in this server. Mention one that is here."
    )
    CHANNEL_NOT_LISTED = Sentence(
        "“{text}” isn't on the list. See it with {settings}.",
        settings="settings",
    )
    POST_TIME = Sentence(
        "{text} isn't a channel and a time. Send it as in {puzzle_post}, in UTC, or `off`.",
        puzzle_post="settings puzzle {channel} 09:00",
    )
    TOO_MANY_CHANNELS = Sentence("That's too many. Name at most {most} channels, or `all`.")


SettingChange = tuple[Setting, str]
"""A setting and its new value, in words; a word such as `reset` resets it."""


@dataclass(frozen=True, slots=True)
class SettingsRequest:
    """What a person wants to change, or to see if there is nothing to change."""

    changes: tuple[SettingChange, ...] = ()
    shown: tuple[Setting, ...] = ()
    """The settings to show; empty for all."""


@dataclass(frozen=True, slots=True)
class GuildChannels:
    """The names of a server's channels by id, and the channel of the command."""

    names: Mapping[ChannelId, str] = field(default_factory=dict)
    current: ChannelId | None = None
