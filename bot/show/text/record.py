"""How a game is found again: its number and its code."""

from __future__ import annotations

from typing import Final

from bot.match.session import Session
from bot.show.text.language import Sentence, forms, plural
from bot.show.text.words import command
from engine import Position, encode_game

_CODE_ROOM: Final = 300
"""Characters of the longest code that stands under every finished game."""

_RECORD: Final = Sentence("How did it go? {review} · {game}")
_NUMBERED: Final = Sentence("Game {number}")
_CODED: Final = Sentence("Game {number} · `{code}`")
_LOADED: Final = forms("Going on after {count} move.", "Going on after {count} moves.")


def record(session: Session, prefix: str) -> str:
    """What stands under a finished game to find it again; "" where there is nothing to find."""
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
    """That a game goes on from a code; "" where the code has no moves."""
    return plural(position.ply, *_LOADED) if position.moves else ""
