"""The settings of a server, each with how to change it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from bot.match.guild_settings import OWN, Customs, Preferences, Topic
from bot.show.locale import NAMES
from bot.show.text.language import Sentence, listed
from bot.show.text.words import command, game_name, mention

_TITLE: Final = Sentence("**My settings in this server**")
_OWN_TITLE: Final = Sentence("**My settings for you, in direct messages**")
_LINES: Final = {
    Topic.PREFIX: Sentence("Commands begin with {value}, or with a mention of me"),
    Topic.GAME: Sentence("Game, where nobody names one: {value}"),
    Topic.LEVEL: Sentence("Level: {value}"),
    Topic.STYLE: Sentence("Style of new boards: {value}"),
    Topic.CHANNELS: Sentence("Channels to play in, with their threads: {value}"),
    Topic.LANGUAGE: Sentence("Language: {value}"),
    Topic.IDLE: Sentence("A game may be replaced when nobody has touched it for {value}"),
}
_CHANGE: Final = "{line} · {change}"
_CHANGE_CHANNELS: Final = Sentence("{line} · {change}; also with `add`, `remove`, or `all`")
_MAY_CHANGE: Final = Sentence("{reset} · puts one back; {reset_all} · puts all back")
_MAY_LOOK: Final = Sentence("Members with the permission “Manage Server” can change this.")
_EVERY_CHANNEL: Final = Sentence("all")
_AUTOMATIC: Final = Sentence("as in your Discord")
_DONE: Final = Sentence("Done.")
_UNCHANGED: Final = Sentence("So it was already.")

_EXAMPLES: Final = {
    Topic.PREFIX: "k!",
    Topic.GAME: "connect4",
    Topic.LEVEL: "hard",
    Topic.STYLE: "image",
    Topic.CHANNELS: "#games",
    Topic.LANGUAGE: "deutsch",
    Topic.IDLE: "12h",
}


def settings(
    chosen: Preferences,
    customs: Customs,
    prefix: str,
    *,
    may_change: bool,
    own: bool = False,
    topics: Iterable[Topic] = (),
) -> str:
    """All settings, or some; `own` are those of a person for direct messages."""
    wanted = tuple(topics)
    all_topics = OWN if own else tuple(Topic)
    lines = [_changeable(topic, chosen, customs, prefix) for topic in wanted or all_topics]
    if wanted:
        return "\n".join(lines)
    title = str(_OWN_TITLE if own else _TITLE)
    return "\n".join((title, *lines, _end(prefix) if may_change else str(_MAY_LOOK)))


def settings_changed(
    topics: Iterable[Topic], before: Preferences, chosen: Preferences, customs: Customs
) -> str:
    """What holds now, after some settings were changed."""
    word = str(_DONE if chosen != before else _UNCHANGED)
    lines = [_line(topic, chosen, customs) for topic in dict.fromkeys(topics)]
    return f"{word} {lines[0]}" if len(lines) == 1 else "\n".join((word, *lines))


def span(time: timedelta) -> str:
    """A time as people type it, such as `1d 12h`.

    >>> span(timedelta(hours=36)), span(timedelta(minutes=90))
    ('1d 12h', '1h 30m')
    """
    minutes = round(time.total_seconds() / 60)
    parts = ((minutes // 1_440, "d"), (minutes // 60 % 24, "h"), (minutes % 60, "m"))
    return " ".join(f"{number}{unit}" for number, unit in parts if number) or "0m"


def _end(prefix: str) -> str:
    """How to take back what was chosen."""
    one, every = (command(prefix, f"settings reset{name}") for name in (" level", ""))
    return _MAY_CHANGE.format(reset=one, reset_all=every)


def _changeable(topic: Topic, chosen: Preferences, customs: Customs, prefix: str) -> str:
    """One setting, with how to change it."""
    change = command(prefix, f"settings {topic.value} {_EXAMPLES[topic]}")
    template = _CHANGE_CHANNELS if topic is Topic.CHANNELS else _CHANGE
    return template.format(line=_line(topic, chosen, customs), change=change)


def _line(topic: Topic, chosen: Preferences, customs: Customs) -> str:
    """One setting."""
    return _LINES[topic].format(value=_value(topic, chosen, customs))


def _value(topic: Topic, chosen: Preferences, customs: Customs) -> str:
    match topic:
        case Topic.PREFIX:
            return f"`{customs.prefix}`"
        case Topic.GAME:
            return game_name(customs.game)
        case Topic.LEVEL:
            return f"`{customs.level.value}`"
        case Topic.STYLE:
            return f"`{customs.style.value}`"
        case Topic.CHANNELS:
            return listed(map(mention, chosen.channels)) or str(_EVERY_CHANNEL)
        case Topic.LANGUAGE:
            return NAMES[chosen.language] if chosen.language else str(_AUTOMATIC)
        case Topic.IDLE:
            return f"`{span(customs.idle)}`"
