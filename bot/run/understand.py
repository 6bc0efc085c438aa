"""What the bot would make of lines that people type: for translators, bug reports and tests."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Final

from bot.client.services import FEATURES
from bot.edge.places import Way
from bot.edge.ways import ways_of
from bot.errors import UserError
from bot.match.grammar import ASKED_BACK, asked_for, asked_move, help_first
from bot.match.guilds import DEFAULTS
from bot.match.messages import plain_words
from bot.match.typed.reader import START
from bot.match.typed.requests import start_words
from bot.match.typed.vocabulary import GAME_NAME, preset_of

_UNKNOWN: Final = "?"
_ORDER: Final = ("game", "gravity", "misere", "variant", "opponent", "level", "side")
_GAME: Final = re.compile(rf"(?<!\S)(?:{GAME_NAME})(?!\S)", re.IGNORECASE)
"""The name of a game in any language, which a command may keep as it was typed."""


def understand(lines: Iterable[str], language: str) -> Iterator[str]:
    """For each line the command in English that it would run, with its words.

    There is ` ?` behind a command that the bot would ask about first, and `?` alone stands for what
    it does not understand.
    """
    commands = typed_commands()
    for line in lines:
        words = _plain(help_first(asked_for(line.strip(), language, commands, DEFAULTS.game)))
        name = words.partition(" ")[0].lower()
        if words.startswith(ASKED_BACK):
            yield f"{words.removeprefix(ASKED_BACK)} {_UNKNOWN}"
        elif name in commands or asked_move(words) is not None:
            yield words
        else:
            yield _UNKNOWN


def _plain(words: str) -> str:
    """A command without what says nothing, and with the English names of games."""
    asked = _GAME.sub(lambda named: preset_of(plain_words(named[0])), words)
    back = ASKED_BACK if asked.startswith(ASKED_BACK) else ""
    name, _, rest = asked.removeprefix(back).partition(" ")
    if name != START or not rest:
        return asked
    with suppress(UserError):
        chosen, time, series = start_words(rest)
        chosen.pop("kinarow", None)  # the usual opponent
        named = (f"coach {value}" if one == "coach" else value for one, value in _sorted(chosen))
        minutes = "" if time is None else f"{int(time.total_seconds()) // 60}m"
        parts = (f"{back}{name}", *named, minutes, str(series or ""))
        return " ".join(filter(None, parts))
    return asked


def _sorted(chosen: dict[str, str]) -> list[tuple[str, str]]:
    """The options of a game, the board first, as the help shows them."""
    rank = {option: at for at, option in enumerate(_ORDER)}
    return sorted(chosen.items(), key=lambda option: rank.get(option[0], len(rank)))


def typed_commands() -> frozenset[str]:
    """The names of all commands that can be typed."""
    typed = (way for feature in FEATURES for way, _ in ways_of(feature) if way.kind is Way.TYPED)
    return frozenset(
        name for way in typed for name in (way.name, *way.settings.get("aliases", ()), "help")
    )
