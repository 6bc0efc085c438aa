"""The sentences about a server's settings."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from bot.match.guild_settings import PERSONAL, GuildSettings, Preferences, Setting
from bot.match.levels import LevelChoice, level_word
from bot.show.locale import NAMES
from bot.show.text.language import Sentence, listed
from bot.show.text.levels import choice_name
from bot.show.text.words import command, game_name, mention

_TITLE: Final = Sentence("**My settings in this server**")
_PERSONAL_TITLE: Final = Sentence("**My settings for you, in direct messages**")
_LINES: Final = {
    Setting.PREFIX: Sentence("Commands begin with {value}, or with a mention of me"),
    Setting.GAME: Sentence("Game, where nobody names one: {value}"),
    Setting.LEVEL: Sentence("Level: {value}"),
    Setting.STYLE: Sentence("Style of new boards: {value}"),
    Setting.CHANNELS: Sentence("Channels to play in, with their threads: {value}"),
    Setting.LANGUAGE: Sentence("Language: {value}"),
    Setting.IDLE: Sentence("A game may be replaced when nobody has touched it for {value}"),
    Setting.PUZZLE: Sentence("The puzzle of the day, posted by itself: {value}"),
    Setting.HISTORY: Sentence("A line of the moves stays where a board was: {value}"),
}
_NAMED: Final = "{word} ({name})"
_CHANGE: Final = "{line} · {change}"
_CHANGE_CHANNELS: Final = Sentence("{line} · {change}; also with `add`, `remove`, or `all`")
_MAY_CHANGE: Final = Sentence("{reset} · puts one back; {reset_all} · puts all back")
_MAY_LOOK: Final = Sentence("Members with the permission “Manage Server” can change this.")
_EVERY_CHANNEL: Final = Sentence("all")
_AUTOMATIC: Final = Sentence("as in your Discord")
_NEVER: Final = Sentence("off")
_POSTED: Final = Sentence("in {channel} at {time} UTC")
_DONE: Final = Sentence("Done.")
_UNCHANGED: Final = Sentence("So it was already.")

_EXAMPLES: Final = {
    Setting.PREFIX: "k!",
    Setting.GAME: "connect4",
    Setting.LEVEL: "hard",
    Setting.STYLE: "image",
    Setting.CHANNELS: "#games",
    Setting.LANGUAGE: "deutsch",
    Setting.IDLE: "12h",
    Setting.PUZZLE: "#games 09:00",
    Setting.HISTORY: "off",
}


def settings(
    chosen: Preferences,
    current: GuildSettings,
    prefix: str,
    *,
    may_change: bool,
    personal: bool = False,
    shown: Iterable[Setting] = (),
) -> str:
    """All settings, or those in `shown`, each with the command that changes it.

    `personal` means the settings of one person for direct messages.
    """
    wanted = tuple(shown)
    choosable = PERSONAL if personal else tuple(Setting)
    lines = [_changeable(setting, chosen, current, prefix) for setting in wanted or choosable]
    if wanted:
        return "\n".join(lines)
    title = str(_PERSONAL_TITLE if personal else _TITLE)
    return "\n".join((title, *lines, _end(prefix) if may_change else str(_MAY_LOOK)))


def settings_changed(
    shown: Iterable[Setting], before: Preferences, chosen: Preferences, current: GuildSettings
) -> str:
    """The settings in `shown` after a change, and whether anything changed."""
    word = str(_DONE if chosen != before else _UNCHANGED)
    lines = [_line(setting, chosen, current) for setting in dict.fromkeys(shown)]
    return f"{word} {lines[0]}" if len(lines) == 1 else "\n".join((word, *lines))


def span(time: timedelta) -> str:
    """A duration as people type it, such as `1d 12h`.

    >>> span(timedelta(hours=36)), span(timedelta(minutes=90))
    ('1d 12h', '1h 30m')
    """
    minutes = round(time.total_seconds() / 60)
    parts = ((minutes // 1_440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "m"))
    return " ".join(f"{number}{unit}" for number, unit in parts if number) or "0m"


def _end(prefix: str) -> str:
    """The sentence that says how to reset settings."""
    one, every = (command(prefix, f"settings reset{name}") for name in (" level", ""))
    return _MAY_CHANGE.format(reset=one, reset_all=every)


def _changeable(setting: Setting, chosen: Preferences, current: GuildSettings, prefix: str) -> str:
    """The line of one setting, with the command that changes it."""
    change = command(prefix, f"settings {setting.value} {_EXAMPLES[setting]}")
    template = _CHANGE_CHANNELS if setting is Setting.CHANNELS else _CHANGE
    return template.format(line=_line(setting, chosen, current), change=change)


def _line(setting: Setting, chosen: Preferences, current: GuildSettings) -> str:
    """The line of one setting."""
    return _LINES[setting].format(value=_value(setting, chosen, current))


def _level(choice: LevelChoice) -> str:
    """A level as people type it, and its name where that is another word."""
    word, name = level_word(choice), choice_name(choice)
    return f"`{word}`" if word == name else _NAMED.format(word=f"`{word}`", name=name)


def _value(setting: Setting, chosen: Preferences, current: GuildSettings) -> str:
    match setting:
        case Setting.PREFIX:
            return f"`{current.prefix}`"
        case Setting.GAME:
            return game_name(current.game)
        case Setting.LEVEL:
            return _level(current.level)
        case Setting.STYLE:
            return f"`{current.style.value}`"
        case Setting.CHANNELS:
            return listed(map(mention, chosen.channels)) or str(_EVERY_CHANNEL)
        case Setting.LANGUAGE:
            return NAMES[chosen.language] if chosen.language else str(_AUTOMATIC)
        case Setting.IDLE:
            return f"`{span(current.idle)}`"
        case Setting.PUZZLE:
            if (post := current.puzzle) is None:
                return str(_NEVER)
            return _POSTED.format(channel=mention(post.channel), time=f"`{post.time}`")
        case Setting.HISTORY:
            return "`on`" if current.history else "`off`"
