"""What an unknown word was probably meant to be."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from bot.errors import Problem, UserError

_QUOTED: Final = 30
"""The most characters of a word that an answer repeats."""
_ALIKE: Final = 0.6
"""How similar a suggestion must be that begins with the same letter."""
_VERY_ALIKE: Final = 0.76
"""How similar any other must be: `pente` does not mean `open`, nor `exit` the style `text`."""


def unknown(word: str, known: Iterable[str]) -> UserError:
    """The error for a word that is not in `known`. Its fact `nearest` is "" if none is similar."""
    plain, words = shortened(word.lower()), list(known)
    first = [other for other in words if other[:1] == plain[:1]]
    near = get_close_matches(plain, words, cutoff=_VERY_ALIKE)
    near = near or get_close_matches(plain, first, cutoff=_ALIKE)
    # prefer exchanged letters: `strat` means `start` rather than `stats`
    exchanged = [other for other in words if sorted(other) == sorted(plain)]
    nearest = next(iter((*exchanged, *near)), "")
    return UserError(Problem.UNKNOWN_WORD, word=shortened(word), nearest=nearest)


def shortened(text: str) -> str:
    """A word as an answer repeats it: cut where it is long."""
    return text if len(text) <= _QUOTED else f"{text[: _QUOTED - 1]}…"
