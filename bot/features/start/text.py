"""Sentences about where a game begins."""

from __future__ import annotations

from typing import Final

from bot.match.session import BOT_NAME, ChannelId
from bot.show.text.language import Sentence, marked
from bot.show.text.words import mention, title, visible
from engine import Rules

INSTEAD: Final = marked("End it and start")
"""The label of the button that ends one's own game and starts another."""
_BEGUN: Final = Sentence("Your game is in {place}.")
# Translators: the name of a thread, such as “alice, bob · Connect Four” with a dash.
_THREAD: Final = Sentence("{x} \N{EN DASH} {o} · {game}")
_ALONE: Final = Sentence("{x} · {game}")
_LONGEST: Final = 100
"""The most characters that Discord takes for the name of a thread."""


def begun_in(place: ChannelId) -> str:
    """In which thread a game has begun."""
    return _BEGUN.format(place=mention(place))


def thread_name(asker: str, other: str | None, rules: Rules) -> str:
    """The name of the thread for a game. `other` is None if anyone may join, "" for the engine.

    Discord shows it as it is, so that there is nothing to escape.
    """
    game, x = title(rules), visible(asker)
    if other is None:
        return _ALONE.format(x=x, game=game)[:_LONGEST]
    return _THREAD.format(x=x, o=visible(other) or BOT_NAME, game=game)[:_LONGEST]
