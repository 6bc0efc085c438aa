"""Requests about finished games: the words after `replay`, the codes and files of `load`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.errors import AnyProblem, UserError
from bot.match.grammar import parse_code, parse_game_number
from bot.match.session import GameId
from bot.show.text.language import Sentence
from engine import Judgement, Position


class ReviewProblem(AnyProblem):
    """What can be wrong with the file of a game."""

    NO_RECORD = Sentence(
        "Files of this kind hold five in a row alone. The code under the game holds any."
    )
    NOT_A_RECORD = Sentence(
        "I cannot read that file: I know games of gomoku as SGF, and as PSQ of Piskvork."
    )


LARGEST_FILE: Final = 1 << 16
"""Bytes of a file that is read."""
_FILES_BEGIN: Final = ("(", "piskvorky")
_FENCED: Final = re.compile(r"^\s*+```(?:sgf|psq)\b", re.IGNORECASE)
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


def parse_load(words: str) -> Position | str:
    """Read the code of a game; a file that is pasted as text is returned. Raises UserError.

    >>> parse_load("3x3x3:5-1").moves, parse_load("```sgf (;SZ[15];B[hh]) ```")
    ((5, 1), '(;SZ[15];B[hh])')
    """
    pasted = _FENCED.sub("", words).strip("`\ufeff \t\n")
    return pasted if pasted.lower().startswith(_FILES_BEGIN) else parse_code(words)


def file_text(content: bytes) -> str:
    """The text of a file. Raises UserError if it is too long for one of a game."""
    if len(content) > LARGEST_FILE:
        raise UserError(ReviewProblem.NOT_A_RECORD)
    return content.decode("utf-8", errors="replace")


def other_plies(judgements: Sequence[Judgement], shown: int) -> tuple[int, int]:
    """The plies of the mistakes before and after the one at `shown`, a page each.

    The overview, with ply 0, is the page before the first mistake. A page that does not exist is
    the shown one.
    """
    plies = [0, *(judged.ply for judged in judgements)]
    at = plies.index(shown)
    return plies[max(0, at - 1)], plies[min(len(plies) - 1, at + 1)]
