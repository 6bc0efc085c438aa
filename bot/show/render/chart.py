"""The evaluation over the moves of a game, as PNG."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from bot.show.emoji import Sign, Tile, stone
from bot.show.render.draw import Sketch, colours, tile_image
from bot.show.render.theme import DARK, Theme, indexed
from engine import Rules, Side

_WIDTH: Final = 640
_HEIGHT: Final = 260
_LEFT: Final = 56
_RIGHT: Final = 20
_TOP: Final = 28
_BOTTOM: Final = 48
"""The picture and what surrounds its bars, in pixels."""
_MIDDLE: Final = (_TOP + _HEIGHT - _BOTTOM) // 2
_REACH: Final = _MIDDLE - _TOP
"""The length of a bar for an evaluation of 1."""
_BAR: Final = 0.75
"""The width of a bar, as a share of what a move has."""
_WIDEST: Final = 40
_AXIS_MARK: Final = 32
_SMALLEST: Final = 20
_LARGEST: Final = 28
"""The sides of the marks on the axis and of those for mistakes."""
_TICKS: Final = (1, 2, 5, 10, 20, 50)
_TICK_SIZE: Final = 20
_TICK_ROOM: Final = 36
"""Pixels between the numbers of two moves, at least."""


def chart(
    rules: Rules,
    values: Sequence[float | None],
    mistakes: Collection[int] = (),
    theme: Theme = DARK,
) -> bytes:
    """A bar for each move, up where X is better and down where O is, as PNG below 10 kB.

    `values` are the evaluations after each move in [-1, 1], as X sees them; None leaves
    a gap. `mistakes` are plies, counted from 1: each gets the mark of who made it.
    """
    image = indexed(_bars(rules, values, theme), theme)
    for tile, height in _axis(rules):
        _paste(image, tile, theme, (_LEFT // 2, height), _AXIS_MARK)
    slot = _slot(values)
    side = round(max(_SMALLEST, min(_LARGEST, slot)))
    for ply in sorted(mistakes):
        tile = stone(rules, Side.X if ply % 2 else Side.O)
        _paste(image, tile, theme, (_across(ply, slot), _height(values[ply - 1] or 0)), side)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _bars(rules: Rules, values: Sequence[float | None], theme: Theme) -> Image.Image:
    sketch = Sketch(_WIDTH, _HEIGHT, 1, theme.ground)
    for height in (_TOP, _MIDDLE, _HEIGHT - _BOTTOM):
        sketch.bar((_LEFT, height - 1), (_WIDTH - _RIGHT, height + 1), theme.free)
    slot = _slot(values)
    half = min(_WIDEST, _BAR * slot) / 2
    for ply, value in enumerate(values, 1):
        if value is not None:
            middle, (top, bottom) = _across(ply, slot), sorted((_MIDDLE, _height(value)))
            ahead = stone(rules, Side.X if value > 0 else Side.O)
            colour = colours(ahead, theme)[1] if value else theme.ink
            # a pixel more at both ends, so that an even position still shows
            sketch.bar((middle - half, top - 1), (middle + half, bottom + 1), colour)
    for ply in _ticks(len(values), slot):
        place = _across(ply, slot), _HEIGHT - _BOTTOM / 2
        sketch.words(place, _TICK_SIZE, str(ply), theme.faint, bold=0)
    return sketch.finished()


def _ticks(moves: int, slot: float) -> range:
    """The moves whose numbers stand under the bars."""
    step = next(step for step in _TICKS if step * slot >= _TICK_ROOM)
    return range(step, moves + 1, step)


def _axis(rules: Rules) -> tuple[tuple[Tile, int], ...]:
    """The marks beside the bars: who is ahead above and below, and the sign of a draw."""
    return (
        (stone(rules, Side.X), _TOP),
        (Tile(Sign.DRAW), _MIDDLE),
        (stone(rules, Side.O), _HEIGHT - _BOTTOM),
    )


def _paste(
    image: Image.Image, tile: Tile, theme: Theme, centre: tuple[float, float], side: int
) -> None:
    """A tile whose corners leave to see what is behind it."""
    drawn = tile_image(tile, theme, side)
    corner = round(centre[0] - side / 2), round(centre[1] - side / 2)
    image.paste(
        indexed(drawn, theme), corner, drawn.getchannel("A").point(lambda a: 255 * (a > 127))
    )


def _slot(values: Sequence[float | None]) -> float:
    """The pixels across that each move has."""
    return (_WIDTH - _LEFT - _RIGHT) / max(1, len(values))


def _across(ply: int, slot: float) -> float:
    return _LEFT + (ply - 0.5) * slot


def _height(value: float) -> float:
    return _MIDDLE - _REACH * max(-1.0, min(1.0, value))
