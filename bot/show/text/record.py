"""The number and the code of a game, with which people find it again."""

from __future__ import annotations

from typing import Final

from bot.match.session import Session
from bot.show.text.language import Sentence, forms, plural
from bot.show.text.words import command
from engine import Position, encode_game

_CODE_ROOM: Final = 300
"""The most characters of a code that is shown under a finished game."""

_RECORD: Final = Sentence("How did it go? {review} · {game}")
_NUMBERED: Final = Sentence("Game {number}")
_CODED: Final = Sentence("Game {number} · `{code}`")
_LOADED: Final = forms("Going on after {count} move.", "Going on after {count} moves.")


def record(session: Session, prefix: str) -> str:
    """The number and code under a finished game; "" for a live game or one without moves."""
    if session.ending is None or not session.position.moves:
        return ""
    code = encode_game(session.position)
    template = _NUMBERED if len(code) > _CODE_ROOM else _CODED
    game = template.format(number=session.game, code=code)
    return _RECORD.format(review=command(prefix, "review"), game=game)


def numbered_code(session: Session) -> str:
    """The number and the code of a game, at most 1,400 characters."""
    return _CODED.format(number=session.game, code=encode_game(session.position))


def loaded(position: Position) -> str:
    """That a game goes on from a code; "" if the code has no moves."""
    return plural(position.ply, *_LOADED) if position.moves else ""
