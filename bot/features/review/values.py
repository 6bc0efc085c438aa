"""Requests about finished games: the words after `replay`, the codes and files of `load`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from bot.games.slips import Slip
from bot.show.text.language import marked

_FORM: Final = re.IGNORECASE | re.DOTALL


class RecordForm(Enum):
    """What a game is given out as; the value is the word for it, and the ending of a file."""

    SGF = "sgf"
    PSQ = "psq"
    MOVES = "moves"
    """The names of its tiles."""
    PICTURE = "picture"
    """The board at its end, with the numbers of the moves."""

    @property
    def label(self) -> str:
        """The label of the button for it."""
        return _LABELS.get(self, self.name)


# Translators: labels of buttons: a game as the list of its moves, and as a picture of its end.
_LABELS: Final = {RecordForm.MOVES: marked("Moves"), RecordForm.PICTURE: marked("Picture")}


@dataclass(frozen=True, slots=True)
class ReplayRequest:
    """Words that name a game, the last one without any, and as which file, if any."""

    game: str
    form: RecordForm | None = None


def parse_replay(words: str) -> ReplayRequest:
    """Read the name of a form, before or after what names the game.

    >>> parse_replay("sgf 12")
    ReplayRequest(game='12', form=<RecordForm.SGF: 'sgf'>)
    """
    plain = words.strip()
    for form in RecordForm:
        if found := re.fullmatch(rf"{form.value}\b(.*)|(.*\s){form.value}", plain, _FORM):
            return ReplayRequest((found[1] or found[2] or "").strip(), form)
    return ReplayRequest(plain)


def other_plies(slips: Sequence[Slip], shown: int) -> tuple[int, int]:
    """The plies of the mistakes before and after the one at `shown`, a page each.

    The overview, with ply 0, is the page before the first mistake. A page that does not exist is
    the shown one.
    """
    plies = [0, *(slip.ply for slip in slips)]
    at = plies.index(shown)
    return plies[max(0, at - 1)], plies[min(len(plies) - 1, at + 1)]
