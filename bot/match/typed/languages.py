"""The words that each language has for those of English, as their files say.

The file of a language, `words.txt`, is beside its catalogue. Its lines say in parts what is
typed (after the colon, between commas) for a word of English (before it):

    [commands]   what stands first: the names of commands, perhaps with words after them. An act
                 with consequences happens by these words alone (bot/match/grammar.py), so they are
                 plain requests; a question, a refusal or a report leads to `help` for it
    [words]      what stands anywhere: levels, sides, styles and the like
    [games]      the names of games
    [fillers]    what says nothing: `please`; `asking` and `wishing` before a request; and words
                 `beside a game`, `beside a level` or `beside a command`
    [languages]  the names of languages, after their codes
    [times]      the names of minutes (`m`), hours (`h`) and days (`d`), behind a number
    [about]      the words that say what a sentence is about, in any order and with any ending: two
                 or three that tell it (bot/match/typed/matcher.py). `#game`, `#board`, `#level`,
                 `#member`, `#number` and `#language` stand for whatever is named. What is found by
                 these alone is a guess, which does nothing
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from bot.match.messages import plain_words

ENGLISH: Final = "en"
FOLDER: Final = Path(__file__).parents[2] / "show" / "locale"
Part = Mapping[str, tuple[str, ...]]
"""What is typed for each word of English."""


@cache
def words_of(language: str) -> Mapping[str, Part]:
    """The parts of the file of a language, by name."""
    parts: dict[str, dict[str, tuple[str, ...]]] = {}
    file = FOLDER / language.replace("-", "_") / "words.txt"
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            part = parts.setdefault(line[1:-1], {})
        elif line and not line.startswith("#"):
            english, _, typed = line.partition(": ")
            part[english] = tuple(map(plain_words, typed.split(",")))
    return parts


@cache
def spoken() -> tuple[str, ...]:
    """The languages that have such a file, English first."""
    found = (file.parent.name.replace("_", "-") for file in FOLDER.glob("*/words.txt"))
    return (ENGLISH, *sorted(code for code in found if code != ENGLISH))
