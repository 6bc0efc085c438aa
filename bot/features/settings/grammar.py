"""Reads the words after `settings`, in any order and in common spellings."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import chain
from typing import Any, Final

from bot.errors import Problem, UserError
from bot.features.settings.values import (
    GuildChannels,
    SettingChange,
    SettingsProblem,
    SettingsRequest,
)
from bot.match import grammar
from bot.match.guilds import (
    LONGEST_IDLE,
    MOST_CHANNELS,
    NO_PREFERENCES,
    SHORTEST_IDLE,
    SWITCHES,
    Preferences,
    PuzzlePost,
    Setting,
)
from bot.match.players import CHOOSABLE_STYLES, LEVEL_WORDS, ChannelId, read_level
from bot.match.timing import whole_duration
from bot.show.languages import CODES, NAMES, language_named
from engine import PRESETS

RESET: Final = "reset"
EVERYTHING: Final = "all"
RESET_WORDS: Final = frozenset((RESET, "default", "auto", "standard"))
_SETTING_NAMES: Final = {
    **{setting.value: setting for setting in Setting},
    "games": Setting.GAME,
    "board": Setting.GAME,
    "levels": Setting.LEVEL,
    "difficulty": Setting.LEVEL,
    "strength": Setting.LEVEL,
    "styles": Setting.STYLE,
    "channel": Setting.CHANNELS,
    "lang": Setting.LANGUAGE,
    "locale": Setting.LANGUAGE,
    "timeout": Setting.IDLE,
    "puzzles": Setting.PUZZLE,
    "thread": Setting.THREADS,
    "fair": Setting.STRICT,
    "unrated": Setting.CASUAL,
    "friendly": Setting.CASUAL,
    "lines": Setting.HISTORY,
}
_FILLERS: Final = frozenset(
    ("set", "change", "use", "the", "default", "to", "is", "=", ":", "->", "and", "time", "show")
)
"""Words without a meaning of their own. They are ignored around a name or a value."""
_QUOTES: Final = frozenset(('""', "''", "``", "“”", "„“", "«»"))

_LONGEST_SPAN: Final = 60
"""The most characters of a duration that are read."""
_BARE: Final = re.compile(r"[0-9]{1,6}(?:\.[0-9]{1,3})?")
"""A duration without a unit. It is in hours, as in `IDLE_HOURS`."""

_CLOCK: Final = re.compile(r"(?P<hour>[01]?[0-9]|2[0-3])(?:[:.](?P<minute>[0-5][0-9]))?")
"""A time of the day: `9`, `9:30` or `09.30`."""
_AROUND_TIME: Final = frozenset(("at", "in", "on", "utc", "daily"))
_ON: Final = frozenset(("on", "yes", "always", "true"))
_OFF: Final = frozenset(("off", "no", "none", "never", "stop", "false"))
_USUAL_POST: Final = 9 * 60
"""The minute of the day, in UTC, at which a puzzle is posted if no time was ever named."""

_CHANNEL: Final = re.compile(r"<#([0-9]{1,19})>")
_HERE: Final = frozenset(("here", "this"))
_EVERYWHERE: Final = frozenset((EVERYTHING, "any", "every", "everywhere", "none", *RESET_WORDS))
_ADD: Final = frozenset(("add", "+", "also"))
_REMOVE: Final = frozenset(("remove", "-", "delete", "without", "not"))

_STYLES: Final = (*(style.value for style in CHOOSABLE_STYLES), "dark")
_VOCABULARY: Final = (*_SETTING_NAMES, RESET, EVERYTHING, *LEVEL_WORDS, *_STYLES, *PRESETS)


def parse_settings(words: str) -> SettingsRequest:
    """Read the changes, or the settings to show. Raises UserError for unknown words."""
    leading, named = _segments(words)
    if leading and len(named) == 1 and named[0][0] != RESET and not named[0][1]:
        named, leading = [(named[0][0], leading)], []  # `hard level`
    changes = [*_guessed(leading)]
    shown: list[Setting] = []
    back: list[Setting] | None = None
    for name, value in named:
        if name == RESET:
            _check_everything(value)
            back = []
        elif value:
            changes.append((_SETTING_NAMES[name], _value(value)))
        else:
            (shown if back is None else back).append(_SETTING_NAMES[name])
    if back is not None:
        changes += [(setting, RESET) for setting in back or Setting]
    _check_single(changes)
    return SettingsRequest(tuple(changes), tuple(shown))


def apply_changes(
    before: Preferences, changes: Sequence[SettingChange], channels: GuildChannels | None = None
) -> Preferences:
    """Return the preferences after some changes. Raises UserError for an invalid value."""
    for setting, words in changes:
        plain = words.strip().lower()
        back = getattr(NO_PREFERENCES, setting.value)
        value = (
            back
            if plain in RESET_WORDS
            else _read(setting, words.strip(), before, channels or GuildChannels())
        )
        before = replace(before, **{setting.value: value})
    return before


def parse_idle(words: str) -> timedelta:
    """Read a duration such as `12h` or `1d 12h`. Raises UserError.

    >>> parse_idle("1d 12 hours"), parse_idle("2")
    (datetime.timedelta(days=1, seconds=43200), datetime.timedelta(seconds=7200))
    """
    text = " ".join(words.lower().split())[:_LONGEST_SPAN]
    if _BARE.fullmatch(text):
        text += "h"
    total = whole_duration(text)
    if total is None or not SHORTEST_IDLE <= total <= LONGEST_IDLE:
        raise UserError(SettingsProblem.IDLE_TIME, text=words)
    return total


def _segments(words: str) -> tuple[list[str], list[tuple[str, list[str]]]]:
    """Return the words before the first name of a setting, and each name with its words."""
    leading: list[str] = []
    named: list[tuple[str, list[str]]] = []
    for token in chain.from_iterable(map(_split, words.split())):
        word = token.lower().rstrip(":=,")
        after_name = bool(named) and named[-1][0] != RESET and not named[-1][1]
        if (word in _SETTING_NAMES or word == RESET) and not (after_name and word in RESET_WORDS):
            named.append((word, []))
        elif named:
            named[-1][1].append(token)
        elif word not in _FILLERS or word == "":
            leading.append(token)
    return leading, [(name, _trimmed(value)) for name, value in named]


def _split(token: str) -> list[str]:
    """Split a token such as `level=hard` into its name and its value."""
    name, sign, value = re.match(r"([a-z]*)([:=]?)(.*)", token, re.I | re.S).groups()  # type: ignore[union-attr] # matches anything
    return [name, value] if sign and value and name.lower() in _SETTING_NAMES else [token]


def _trimmed(value: list[str]) -> list[str]:
    """Remove ignored words at both ends of a value."""
    first, end = 0, len(value)
    while end - first > 1 and value[first].lower() in _FILLERS:
        first += 1
    while end - first > 1 and value[end - 1].lower() in _FILLERS:
        end -= 1
    return value[first:end]


def _value(words: Sequence[str]) -> str:
    """Join the words of a value, and remove quotes around it."""
    text = " ".join(words)
    quoted = len(text) > 2 and text[0] + text[-1] in _QUOTES
    return text[1:-1] if quoted else text


def _check_everything(value: Sequence[str]) -> None:
    """Raise UserError for a word after `reset` that is not a setting."""
    for word in value:
        if word.lower() not in {EVERYTHING, "everything", *_FILLERS}:
            raise grammar.unknown(word, (*_SETTING_NAMES, EVERYTHING))


def _check_single(changes: Sequence[SettingChange]) -> None:
    """Raise UserError if a setting would get two values."""
    chosen: dict[Setting, str] = {}
    for setting, value in changes:
        if chosen.setdefault(setting, value) != value:
            raise UserError(Problem.TWO_VALUES, first=chosen[setting], second=value)


def _guessed(words: Sequence[str]) -> list[SettingChange]:
    """Find the settings of values without a name. Raises UserError for an unknown value."""
    if not words:
        return []
    whole = _value(words)
    if (setting := _setting_of(whole)) is not None:
        return [(setting, whole)]
    if len(words) == 1:
        raise grammar.unknown(whole, _VOCABULARY)
    return [change for word in words for change in _guessed([word])]


def _setting_of(value: str) -> Setting | None:
    """Return the setting that a value can only belong to, or None."""
    tokens = value.lower().split()
    if read_level(value.lower()) is not None:
        return Setting.LEVEL
    if all(token in _STYLES for token in tokens):
        return Setting.STYLE
    if any(_CHANNEL.fullmatch(token) or token.startswith("#") for token in tokens):
        return Setting.CHANNELS
    if whole_duration(value.lower()) is not None:
        return Setting.IDLE
    if language_named(value) is not None:
        return Setting.LANGUAGE
    try:
        grammar.parse_game(value)
    except UserError as error:
        if error.problem is not Problem.UNKNOWN_WORD:
            raise
        return None
    return Setting.GAME


def _read(setting: Setting, value: str, before: Preferences, channels: GuildChannels) -> Any:
    match setting:
        case Setting.PREFIX:
            return _prefix(value)
        case Setting.GAME:
            return grammar.parse_game(value)
        case Setting.LEVEL:
            return grammar.parse_level(value)
        case Setting.STYLE:
            return grammar.parse_style(value)
        case Setting.CHANNELS:
            return _channels(value, before, channels)
        case Setting.LANGUAGE:
            return _language(value)
        case Setting.IDLE:
            return parse_idle(value)
        case Setting.PUZZLE:
            return _puzzle_post(value, before.puzzle, channels)
        case _:
            assert setting in SWITCHES, f"say above how {setting} is read"
            return _switch(value)


def _prefix(value: str) -> str:
    if not grammar.usable_prefix(value):
        raise UserError(SettingsProblem.BAD_PREFIX)
    return value


def _switch(value: str) -> bool:
    """Read `on` or `off`. Raises UserError for anything else."""
    word = value.lower()
    if word not in _ON | _OFF:
        raise grammar.unknown(word, ("on", "off"))
    return word in _ON


def _language(value: str) -> str:
    code = language_named(value)
    if code is None:
        error = grammar.unknown(value, CODES)
        if error.facts["nearest"]:
            raise error
        raise UserError(SettingsProblem.NO_SUCH_LANGUAGE, text=value, codes=", ".join(NAMES))
    return code


def _channels(value: str, before: Preferences, channels: GuildChannels) -> tuple[ChannelId, ...]:
    """Return the listed channels after replacing, adding or removing some."""
    words = value.lower().replace(",", " ").split()
    if not words:
        raise UserError(SettingsProblem.WHICH_CHANNEL)
    if len(words) == 1 and words[0] in _EVERYWHERE:
        return ()
    adding, removing = words[0] in _ADD, words[0] in _REMOVE
    named = words[1:] if adding or removing else words
    if not named:
        raise UserError(SettingsProblem.WHICH_CHANNEL)
    if removing:
        return before.channels_without([_listed(word, before, channels) for word in named])
    kept = before.channels if adding else ()
    wanted = tuple(dict.fromkeys((*kept, *(_place(word, channels) for word in named))))
    if len(wanted) > MOST_CHANNELS:
        raise UserError(SettingsProblem.TOO_MANY_CHANNELS, most=MOST_CHANNELS)
    return wanted


def _puzzle_post(
    value: str, before: PuzzlePost | None, channels: GuildChannels
) -> PuzzlePost | None:
    """Read a channel, a time, or both in any order. What is missing stays as it was."""
    words = [word for word in value.lower().replace(",", " ").split() if word not in _AROUND_TIME]
    if not words:
        raise UserError(SettingsProblem.POST_TIME, text=value)
    if len(words) == 1 and words[0] in _OFF:
        return None
    channel = before.channel if before else channels.current
    minute = before.minute if before else _USUAL_POST
    for word in words:
        if (clock := _CLOCK.fullmatch(word)) is not None:
            minute = 60 * int(clock["hour"]) + int(clock["minute"] or 0)
        elif word[0].isdigit():
            raise UserError(SettingsProblem.POST_TIME, text=word)
        else:
            channel = _place(word, channels)
    assert channel is not None, "a command has a channel"
    return PuzzlePost(channel, minute)


def _place(word: str, channels: GuildChannels) -> ChannelId:
    """Find a channel of the server by mention or name. Raises UserError."""
    channel = _channel(word, channels)
    if channel is None or channel not in channels.names:
        raise UserError(SettingsProblem.NO_SUCH_CHANNEL, text=word)
    return channel


def _listed(word: str, before: Preferences, channels: GuildChannels) -> ChannelId:
    """Find a channel that is on the list. Raises UserError."""
    channel = _channel(word, channels)
    if channel not in before.channels or channel is None:
        raise UserError(SettingsProblem.CHANNEL_NOT_LISTED, text=word)
    return channel


def _channel(word: str, channels: GuildChannels) -> ChannelId | None:
    if mention := _CHANNEL.fullmatch(word):
        return ChannelId(grammar.read_number(mention[1]))
    if word in _HERE:
        return channels.current
    name = word.removeprefix("#")
    found = (channel for channel, called in channels.names.items() if called.lower() == name)
    return next(found, None)
