"""Reads the words after `puzzle`."""

from __future__ import annotations

from enum import Enum

from bot.errors import Problem, UserError
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
_SHOWN = 30
"""The most characters of a word that are quoted in a reply."""


def parse_puzzle(words: str) -> PuzzleWord | str:
    """Return what was asked for, or the move that is the answer. Raises UserError.

    >>> parse_puzzle("More"), parse_puzzle("b5")
    (<PuzzleWord.MORE: 'more'>, 'b5')
    """
    plain = " ".join(words.lower().split())
    if (known := _SYNONYMS.get(plain)) is not None:
        return known
    move = grammar.move_text(words)
    if move is None:
        raise UserError(Problem.NOT_A_MOVE, text=words.strip()[:_SHOWN])
    return move
