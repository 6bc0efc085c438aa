"""The moves that a board leaves behind, in a line."""

from __future__ import annotations

from typing import Final

from bot.match.session import Session, name_of
from bot.show.style import move_name
from bot.show.text.words import named
from engine import Side

QUIET: Final = "-# "
"""What makes a line of a message small and grey."""
_MOST: Final = 24
"""The most moves in a line; of more, the last ones stand there."""


def history(session: Session, first: int, last: int) -> str:
    """The moves of a game from one ply to another, such as “3. alice b2 · bob 7”.

    Moves that were taken back since are not there. It is "" if there are none.
    """
    last = min(last, session.position.ply)
    begin = max(first, session.begun + 1, last - _MOST + 1)
    if begin > last:
        return ""
    moves = " · ".join(_move(session, ply, begin) for ply in range(begin, last + 1))
    return f"{QUIET}… {moves}" if begin > max(first, session.begun + 1) else f"{QUIET}{moves}"


def _move(session: Session, ply: int, begin: int) -> str:
    """One move. Its number stands before that of X, and before the first of the line."""
    side = Side.X if ply % 2 else Side.O
    mover = side.other if session.swapped and ply == 1 else side
    name = move_name(session.rules, session.position.moves[ply - 1], session.style)
    number = f"{(ply + 1) // 2}. " if side is Side.X or ply == begin else ""
    return f"{number}{named(name_of(session.player(mover)))} {name}"
