"""The levels in words: a name, a face, what each is like to play against, and who sees what."""

from __future__ import annotations

from typing import Final

from bot.match.players import LevelChoice, Strength
from bot.show.text.language import Sentence
from engine import LADDER, Level, Rules, is_measured, looks_ahead, strength

_FACES: Final = {
    Level.PIP: "🐣",
    Level.MOMO: "🐢",
    Level.DOT: "🐞",
    Level.REX: "🦖",
    Level.LULU: "🐰",
    Level.OTTO: "🐻",
    Level.FINN: "🦊",
    Level.IRIS: "🦉",
    Level.BRUNO: "🐘",
    Level.VEGA: "⭐",
}
"""The faces of characters. Levels without a character have plain names."""
# Translators: the names of the levels, as people read them. They type the English ones. Those with
# a capital letter are the names of characters: an animal each, and a star.
_NAMES: Final = {
    Level.PIP: Sentence("Pip"),
    Level.MOMO: Sentence("Momo"),
    Level.EASY: Sentence("easy"),
    Level.DOT: Sentence("Dot"),
    Level.REX: Sentence("Rex"),
    Level.LULU: Sentence("Lulu"),
    Level.MEDIUM: Sentence("medium"),
    Level.OTTO: Sentence("Otto"),
    Level.FINN: Sentence("Finn"),
    Level.HARD: Sentence("hard"),
    Level.IRIS: Sentence("Iris"),
    Level.BRUNO: Sentence("Bruno"),
    Level.VEGA: Sentence("Vega"),
    Level.PERFECT: Sentence("perfect"),
    Level.ADAPTIVE: Sentence("adaptive"),
}
# Translators: what a level is like, after its name: “Dot 🐞: overlooks your diagonals”.
_MANNERS: Final = {
    Level.PIP: Sentence("puts stones side by side, and overlooks most of your rows"),
    Level.MOMO: Sentence("likes the centre, and overlooks many of your rows"),
    Level.EASY: Sentence("completes its rows, and overlooks many of yours"),
    Level.DOT: Sentence("overlooks your diagonals"),
    Level.REX: Sentence("attacks, and often forgets to stop your rows"),
    Level.LULU: Sentence("plays beside your last stone, and overlooks what is far from it"),
    Level.MEDIUM: Sentence("sees most rows, and overlooks two threats at once"),
    Level.OTTO: Sentence("defends first, and misses long plans"),
    Level.FINN: Sentence("looks for two threats at once, and misses some of yours"),
    Level.HARD: Sentence("sees threats coming, and misses long plans"),
    Level.IRIS: Sentence("looks far ahead, and slips now and then"),
    Level.BRUNO: Sentence("never overlooks a row, and seldom slips"),
    Level.VEGA: Sentence("misses hardly anything"),
    Level.PERFECT: Sentence("plays the best move that can be proved or found"),
    Level.ADAPTIVE: Sentence("adjusts to your results until you win half of your games"),
}
_WITHOUT_LOOKING_AHEAD: Final = {
    Level.HARD: Sentence("stops nearly every row, and misses long plans"),
    Level.IRIS: Sentence("hardly ever overlooks a row, and slips now and then"),
}
"""The same on small boards, where nobody looks ahead."""
_IN_MISERE: Final = {
    Level.PIP: Sentence("sometimes completes a row by mistake"),
    Level.EASY: Sentence("seldom completes a row by mistake"),
    Level.MEDIUM: Sentence("never completes a row that can be avoided"),
}
"""The same in misere, where nobody looks ahead, from a level on: who completes a row loses."""

# Translators: {level} is such as “Otto 🐻”, {manner} such as “overlooks your diagonals”.
_INTRODUCTION: Final = Sentence("Level {level}: {manner}.")
_CHANGED: Final = Sentence("The level is now {level}: {manner}.")
# Translators: {strength} is a number that somebody has asked for, {level} such as “Otto 🐻”.
_NEAREST: Final = Sentence("{strength}: {level}")


def level_name(level: Level) -> str:
    """The name of a level in the current language, with its face if it has one."""
    name = str(_NAMES[level])
    return f"{name} {_FACES[level]}" if level in _FACES else name


def manner(level: Level, rules: Rules) -> str:
    """What a level is like on a board, and what it misses."""
    if level in {Level.ADAPTIVE, Level.PERFECT} or looks_ahead(rules, level):
        return str(_MANNERS[level])
    if rules.misere:
        below = LADDER[: LADDER.index(level) + 1]
        return str(next(_IN_MISERE[step] for step in reversed(below) if step in _IN_MISERE))
    return str(_WITHOUT_LOOKING_AHEAD.get(level, _MANNERS[level]))


def choice_name(choice: LevelChoice) -> str:
    """The name of what somebody has asked for: a level's name, or a strength as it is."""
    return level_name(choice) if isinstance(choice, Level) else str(choice)


def introduction(level: Level, rules: Rules) -> str:
    """Who plays against a new person."""
    return _INTRODUCTION.format(level=level_name(level), manner=manner(level, rules))


def level_changed(level: Level, rules: Rules) -> str:
    """Who plays from now on, after a player has asked for another level."""
    return _CHANGED.format(level=level_name(level), manner=manner(level, rules))


def nearest_level(strength: Strength, level: Level) -> str:
    """Which level stands for a strength on this board."""
    return _NEAREST.format(strength=strength, level=level_name(level))


def step_line(rules: Rules, step: Level) -> str:
    """A level in one line: its word, its name if that is another, its strength if that is known."""
    name = level_name(step)
    parts = (
        f"`{step.value}`",
        "" if name == step.value else name,
        str(strength(rules, step)) if is_measured(rules) else "",
        manner(step, rules),
    )
    return " · ".join(filter(None, parts))
