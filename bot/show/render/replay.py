"""A game from its first move to its last, as an animated picture."""

from __future__ import annotations

from io import BytesIO
from itertools import accumulate
from typing import Final

from bot.show.render import png
from bot.show.render.theme import DARK, Theme
from engine import Position

_MOVE: Final = 700
_LAST: Final = 4_000
"""How long a move is shown, and the end before it all begins again, in milliseconds."""
_WHOLE: Final = 45_000
"""How long a game may take; the moves of a longer one follow each other faster."""
_FRAMES: Final = 120
"""Pictures at most, each of which is held in memory; in longer games one shows several moves."""
_WIDTH: Final = 480
"""Pixels of a row of tiles, at most; the client shows a square picture 350 high."""
_SIDE: Final = 56
"""Pixels of the largest tile."""


def animation(position: Position, theme: Theme = DARK) -> bytes:
    """The game that led to a position, as a GIF that plays again and again.

    Takes milliseconds a move: not for an event loop.
    """
    rules = position.rules
    side = min(_SIDE, _WIDTH // max(rules.rows, rules.columns))
    first, *others = (png.picture(now, theme, side) for now in _shown(position))
    file = BytesIO()
    duration = [*(_pace(len(others)) for _ in others), _LAST]
    first.save(file, "GIF", save_all=True, append_images=others, duration=duration, loop=0)
    return file.getvalue()


def _shown(position: Position) -> list[Position]:
    """The positions of a game, the empty board first."""
    start = Position.start(position.rules)
    game = list(accumulate(position.moves, Position.play, initial=start))
    step = -(-position.ply // _FRAMES) or 1
    return [now for now in game if now.ply % step == 0 or now is game[-1]]


def _pace(moves: int) -> int:
    """How long each of so many moves is shown, in milliseconds."""
    return min(_MOVE, _WHOLE // moves)
