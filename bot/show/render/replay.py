"""A game from its first move to its last, as an animated GIF."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from itertools import accumulate
from typing import Final

from PIL import Image

from bot.show.render import png
from bot.show.render.theme import DARK, ColourTheme
from bot.show.style import has_intersections
from engine import Position

_MOVE: Final = 700
"""How long a move is shown, in milliseconds."""
_LAST: Final = 4_000
"""How long the last move is shown before the replay starts again, in milliseconds."""
_WHOLE: Final = 45_000
"""The longest duration of a replay, in milliseconds. A longer game is shown faster."""
_FRAMES: Final = 90
"""The most frames, all of which are in memory. In a longer game a frame shows several moves."""
_WIDTH: Final = 480
"""The largest width of the board, in pixels. The client shows a square image 350 high."""
_SIDE: Final = 56
"""The largest side of a tile, in pixels."""


def animation(position: Position, theme: ColourTheme = DARK) -> bytes:
    """The game that led to a position, as a GIF that repeats for ever.

    On intersections it ends with the numbers of the moves on their stones, as in a game record.
    It takes some milliseconds a move: do not call it in an event loop.
    """
    rules = position.rules
    side = min(_SIDE, _WIDTH // max(rules.rows, rules.columns))
    start, *shown = _shown(position)
    duration = [*(_pace(len(shown)) for _ in shown), _LAST]
    numbered = has_intersections(rules) and bool(shown)

    def others() -> Iterator[Image.Image]:  # drawn one by one as they are written
        yield from (png.picture(now, theme, side) for now in shown)
        if numbered:
            yield png.picture(position, theme, side, numbers=True)

    file, first = BytesIO(), png.picture(start, theme, side)
    duration += [_LAST] * numbered
    first.save(file, "GIF", save_all=True, append_images=others(), duration=duration, loop=0)
    return file.getvalue()


def _shown(position: Position) -> list[Position]:
    """The positions that are shown, starting with the empty board."""
    start = Position.start(position.rules)
    game = list(accumulate(position.moves, Position.play, initial=start))
    step = -(-position.ply // _FRAMES) or 1
    return [now for now in game if now.ply % step == 0 or now is game[-1]]


def _pace(moves: int) -> int:
    """How long each move is shown if there are so many, in milliseconds."""
    return min(_MOVE, _WHOLE // moves)
