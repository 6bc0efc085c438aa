"""Reads the words after `puzzle`."""

from __future__ import annotations

from enum import Enum

from bot.match import grammar


class PuzzleWord(Enum):
    """What `puzzle` can do besides taking an answer. The value is the word that people type."""

    TODAY = ""
    MORE = "more"
    RUN = "run"
    SHARE = "share"
    TOP = "top"


_SYNONYMS = {
    **{word.value: word for word in PuzzleWord},
    "today": PuzzleWord.TODAY,
    "daily": PuzzleWord.TODAY,
    "next": PuzzleWord.MORE,
    "another": PuzzleWord.MORE,
    "rush": PuzzleWord.RUN,
    "best": PuzzleWord.TOP,
}


def parse_puzzle(words: str) -> PuzzleWord | str:
    """Return what was asked for, or the move that is the answer. Raises UserError.

    >>> parse_puzzle("More"), parse_puzzle("b5")
    (<PuzzleWord.MORE: 'more'>, 'b5')
    """
    plain = " ".join(words.lower().split())
    if (known := _SYNONYMS.get(plain)) is not None:
        return known
    return grammar.required_move(words)
