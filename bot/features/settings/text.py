"""The sentences about a server's settings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import timedelta
from typing import Final

from bot.errors import UserError
from bot.match.guilds import PERSONAL, SWITCHES, GuildSettings, Preferences, Setting
from bot.match.players import LevelChoice, level_word
from bot.show.languages import NAMES
from bot.show.text.language import Sentence, listed, said, spoken_language
from bot.show.text.levels import choice_name
from bot.show.text.problems import problem
from bot.show.text.words import (
    SLASH,
    STYLE_LABELS,
    command,
    example_channel,
    game_name,
    mention,
    span,
)

_TITLE: Final = Sentence("**My settings in this server**")
_PERSONAL_TITLE: Final = Sentence("**My settings for you, in direct messages**")
_LINES: Final = {
    Setting.PREFIX: Sentence("Commands begin with {value}, or with a mention of me"),
    Setting.GAME: Sentence("Default game: {value}"),
    Setting.LEVEL: Sentence("Level: {value}"),
    Setting.STYLE: Sentence("Style of new boards: {value}"),
    Setting.CHANNELS: Sentence("Channels to play in, with their threads: {value}"),
    Setting.LANGUAGE: Sentence("Language: {value}"),
    Setting.IDLE: Sentence("A game can be replaced when nobody has touched it for {value}"),
    Setting.PUZZLE: Sentence("Post the puzzle of the day automatically: {value}"),
    Setting.THREADS: Sentence("A thread for each new game: {value}"),
    Setting.STRICT: Sentence("Games between people without hints, coach and takebacks: {value}"),
    Setting.CASUAL: Sentence("Games are casual, not rated, unless asked for as `rated`: {value}"),
    Setting.HISTORY: Sentence("Leave a line of moves where a board was: {value}"),
}
_ADDRESSED: Final = Sentence("Commands are slash commands, or begin with a mention of me")
"""In place of the prefix where the bot reads only what is addressed to it."""
Troubles = Mapping[Setting, UserError]
"""Why a setting cannot do what it promises, such as a permission that is missing."""
NO_TROUBLES: Final[Troubles] = {}

_NAMED: Final = "{word} ({name})"
_TROUBLED: Final = "{line}\n⚠️ {trouble}"
_CHANGE: Final = "{line} · {change}"
_CHANGE_CHANNELS: Final = Sentence("{line} · {change}; also with `add`, `remove`, or `all`")
_MAY_CHANGE: Final = Sentence("{reset} · resets one; {reset_all} · resets everything")
_MAY_LOOK: Final = Sentence("Members with the permission “Manage Server” can change this.")
_EVERY_CHANNEL: Final = Sentence("all")
_AUTOMATIC: Final = Sentence("as in your Discord")
_NEVER: Final = Sentence("off")
_ALWAYS: Final = Sentence("on")
_POSTED: Final = Sentence("in {channel} at {time} UTC")
_DONE: Final = Sentence("Done.")
_UNCHANGED: Final = Sentence("It was already set that way.")

_IDLE_TIMES: Final = (*(timedelta(hours=hours) for hours in (1, 12)), *map(timedelta, (1, 3, 7)))
"""The times to choose from."""
_EXAMPLES: Final = {
    Setting.PREFIX: "k!",
    Setting.GAME: "connect4",
    Setting.LEVEL: "hard",
    Setting.STYLE: "image",
    Setting.CHANNELS: "{channel}",
    Setting.IDLE: "12h",
    Setting.PUZZLE: "{channel} 09:00",
}


def settings(
    chosen: Preferences,
    current: GuildSettings,
    prefix: str,
    *,
    may_change: bool,
    menu: bool = False,
    personal: bool = False,
    shown: Iterable[Setting] = (),
    troubles: Troubles = NO_TROUBLES,
) -> str:
    """All settings, or those in `shown`, for whom `may_change` them with the commands for it.

    A `menu` under all of them leads to these one by one. `personal` means the settings of one
    person for direct messages.
    """
    wanted = tuple(shown)
    choosable = PERSONAL if personal else tuple(Setting)
    line = _changeable if may_change and (wanted or not menu) else _shown
    lines = [
        _with_trouble(line(setting, chosen, current, prefix), troubles.get(setting), prefix)
        for setting in wanted or choosable
    ]
    if wanted:
        return "\n".join(lines)
    title = str(_PERSONAL_TITLE if personal else _TITLE)
    return "\n".join((title, *lines, _end(prefix) if may_change else str(_MAY_LOOK)))


def settings_changed(
    shown: Iterable[Setting],
    before: Preferences,
    chosen: Preferences,
    current: GuildSettings,
    troubles: Troubles = NO_TROUBLES,
) -> str:
    """The settings in `shown` after a change, and whether anything changed."""
    word = str(_DONE if chosen != before else _UNCHANGED)
    lines = [
        _with_trouble(_line(setting, chosen, current), troubles.get(setting), current.prefix)
        for setting in dict.fromkeys(shown)
    ]
    return f"{word} {lines[0]}" if len(lines) == 1 else "\n".join((word, *lines))


def setting_label(setting: Setting, chosen: Preferences, current: GuildSettings) -> str:
    """The line of one setting, where nothing can be marked and no channel be mentioned."""
    if setting in {Setting.CHANNELS, Setting.PUZZLE}:
        return _LINES[setting].format(value="…")
    return _line(setting, chosen, current).replace("`", "")


def setting_values(setting: Setting) -> dict[str, str]:
    """What a setting may be changed to, by what is shown; none where anything may be typed."""
    match setting:
        case Setting.STYLE:
            return {said(label): style.value for style, label in STYLE_LABELS.items()}
        case Setting.LANGUAGE:
            return {str(_AUTOMATIC): "auto"} | {name: code for code, name in NAMES.items()}
        case Setting.IDLE:
            return {span(time): span(time).replace(" ", "") for time in _IDLE_TIMES}
        case _ if setting in SWITCHES:
            return {str(_ALWAYS): "on", str(_NEVER): "off"}
        case _:
            return {}


def _end(prefix: str) -> str:
    """The sentence that says how to reset settings."""
    one, every = (command(prefix, f"settings reset{name}") for name in (" level", ""))
    return _MAY_CHANGE.format(reset=one, reset_all=every)


def _changeable(setting: Setting, chosen: Preferences, current: GuildSettings, prefix: str) -> str:
    """The line of one setting, with a command that changes it."""
    line = _shown(setting, chosen, current, prefix)
    if setting is Setting.PREFIX and prefix == SLASH:
        return line
    value = _EXAMPLES.get(setting, "").format(channel=example_channel())
    if setting in SWITCHES:
        value = "off" if getattr(current, setting.value) else "on"
    elif setting is Setting.LANGUAGE:
        value = "auto" if chosen.language else NAMES[spoken_language()].lower()
    change = command(prefix, f"settings {setting.value} {value}")
    template = _CHANGE_CHANNELS if setting is Setting.CHANNELS else _CHANGE
    return template.format(line=line, change=change)


def _shown(setting: Setting, chosen: Preferences, current: GuildSettings, prefix: str) -> str:
    """The line of one setting, where the prefix may be that of slash commands."""
    is_addressed = setting is Setting.PREFIX and prefix == SLASH
    return str(_ADDRESSED) if is_addressed else _line(setting, chosen, current)


def _with_trouble(line: str, trouble: UserError | None, prefix: str) -> str:
    """A line, with one below that says why the setting cannot do that."""
    if trouble is None:
        return line
    return _TROUBLED.format(line=line, trouble=problem(trouble, prefix))


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
        case _:
            assert setting in SWITCHES, f"say above how {setting} is shown"
            return str(_ALWAYS if getattr(current, setting.value) else _NEVER)
