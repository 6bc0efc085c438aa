"""What a message of the bot shows, read as a person does, without the bot's own code."""

from __future__ import annotations

import re
from typing import Final

from bot.match.session import Session
from tests.wire.payloads import Payload
from tests.wire.rooms import Room

_CROSSES: Final = re.compile("[❌❎]")
_CIRCLES: Final = re.compile("⭕|🅾")
_WORDS: Final = re.compile("[A-Za-z*`]")
_PLAYED: Final = "ttt:hint"
"""What stands in the buttons of a board on which the game goes on."""


def stones(message: Payload) -> tuple[int, int]:
    """How many crosses and circles stand on a board of emoji."""
    rows = [line for line in message["content"].splitlines() if not _WORDS.search(line)]
    board = "\n".join(rows)
    return len(_CROSSES.findall(board)), len(_CIRCLES.findall(board))


def is_alive(message: Payload) -> bool:
    """Whether a board looks as if one could play on it."""
    return _PLAYED in str(message["components"])


def shows(message: Payload, session: Session) -> bool:
    """Whether a message shows a game as it is stored."""
    plies = session.position.ply
    alive = session.ending is None
    return stones(message) == ((plies + 1) // 2, plies // 2) and is_alive(message) == alive


def wrong_with(room: Room, session: Session, newest: int | None) -> str | None:
    """What is wrong with the boards of a room; None if its newest one shows the game."""
    message = None if newest is None else room.find(newest)
    if message is None:
        return "no board"
    if not shows(message, session):
        return f"a wrong board: {message['content']!r}"
    for other in room.boards:
        if other is not message and is_alive(other):
            return f"an old board that looks alive: {other['id']} {other['content']!r}"
    return None
