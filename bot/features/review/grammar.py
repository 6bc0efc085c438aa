"""Reads the words after `replay`, and the codes and files that people give to `load`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.errors import Problem, UserError
from bot.match.grammar import parse_code, parse_game_number
from bot.match.session import GameId
from engine import EngineError, Position, read_record

LARGEST_FILE: Final = 1 << 16
"""Bytes of a file that is read."""
_FILES_BEGIN: Final = ("(", "piskvorky")
_FENCED: Final = re.compile(r"^\s*```(?:sgf|psq)\b", re.IGNORECASE)
"""The first line of a block of code that names a language."""


class RecordForm(Enum):
    """A kind of file of other programs; its value is the ending of the name."""

    SGF = "sgf"
    PSQ = "psq"


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """Which finished game, the last one without a number, and as which file, if any."""

    game: GameId | None
    form: RecordForm | None = None


def parse_replay(words: str) -> ReplayRequest:
    """Read a number and the name of a form, in any order. Raises UserError for other words.

    >>> parse_replay("sgf 12")
    ReplayRequest(game=12, form=<RecordForm.SGF: 'sgf'>)
    """
    names = {form.value: form for form in RecordForm}
    forms = [names[word] for word in words.lower().split() if word in names]
    rest = (word for word in words.split() if word.lower() not in names)
    return ReplayRequest(parse_game_number(" ".join(rest)), forms[0] if forms else None)


def parse_load(words: str) -> Position:
    """Read the code of a game, or its file pasted as text. Raises UserError.

    >>> parse_load("```sgf (;GM[4]SZ[15];B[hh];W[ih]) ```").moves
    (113, 114)
    """
    pasted = _FENCED.sub("", words).strip("`\ufeff \t\n")
    if pasted.lower().startswith(_FILES_BEGIN):
        return _recorded(pasted)
    return parse_code(words)


def parse_file(content: bytes) -> Position:
    """Read the file of a game. Raises UserError."""
    if len(content) > LARGEST_FILE:
        raise UserError(Problem.NOT_A_RECORD)
    return _recorded(content.decode("utf-8", errors="replace"))


def _recorded(text: str) -> Position:
    try:
        return read_record(text)
    except EngineError as error:
        raise UserError(Problem.NOT_A_RECORD) from error
