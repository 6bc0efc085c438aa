"""Sentences about the ladder of levels."""

from __future__ import annotations

from typing import Final

from bot.show.text.language import Sentence
from bot.show.text.levels import level_name, manner
from bot.show.text.words import command, game_name
from engine import LADDER, Level, Rules, strength

_TITLE: Final = Sentence("**Levels** on {game}, the weakest first, with their strength in Elo")
_STEP: Final = Sentence("{word} · {name} · {strength} · {manner}")
_PLAIN_STEP: Final = Sentence("{word} · {strength} · {manner}")
_ADAPTIVE: Final = Sentence("{word} · {manner}; for you {name} is next here")
_HOW: Final = Sentence(
    "Ask for one by its name or by a strength, as in {start_name} or {start_number}. During a "
    "game {easier} and {harder} change it."
)


def ladder(rules: Rules, own: Level, prefix: str) -> str:
    """All levels with their strength on a board. `own` is the step that suits who asks."""
    title = _TITLE.format(game=game_name(rules))
    word, how = f"`{Level.ADAPTIVE.value}`", manner(Level.ADAPTIVE)
    adaptive = _ADAPTIVE.format(word=word, manner=how, name=level_name(own))
    return "\n".join((title, *(_step(rules, step) for step in LADDER), adaptive, _how(prefix)))


def _step(rules: Rules, step: Level) -> str:
    name = level_name(step)
    template = _PLAIN_STEP if name == step.value else _STEP
    return template.format(
        word=f"`{step.value}`", name=name, strength=strength(rules, step), manner=manner(step)
    )


def _how(prefix: str) -> str:
    return _HOW.format(
        start_name=command(prefix, f"start {Level.OTTO.value}"),
        start_number=command(prefix, "start 1200"),
        easier=command(prefix, "easier"),
        harder=command(prefix, "harder"),
    )
