"""A chart of the evaluation after each move of a game, as a PNG file."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from io import BytesIO
from typing import Final

from PIL import Image

from bot.show.emoji import Symbol, TileEmoji
from bot.show.render.draw import Canvas, colours, tile_image
from bot.show.render.theme import DARK, ColourTheme, indexed, wooden
from bot.show.style import drawn_stone, has_intersections
from engine import Rules, Side

# The size of the image and its margins, in pixels.
_WIDTH: Final = 640
_HEIGHT: Final = 260
_LEFT: Final = 56
_RIGHT: Final = 20
_TOP: Final = 28
_BOTTOM: Final = 48
_MIDDLE: Final = (_TOP + _HEIGHT - _BOTTOM) // 2
"""The height of an evaluation of 0, in pixels from the top."""
_REACH: Final = _MIDDLE - _TOP
"""The length of a bar for an evaluation of 1, in pixels."""
_BAR: Final = 0.75
"""The width of a bar, as a fraction of the width that each move has."""
_WIDEST: Final = 40
"""The largest width of a bar, in pixels."""
_AXIS_MARK: Final = 32
"""The side of the marks on the axis, in pixels."""
_SMALLEST: Final = 20
"""The smallest side of the mark of a mistake, in pixels."""
_LARGEST: Final = 28
"""The largest side of the mark of a mistake, in pixels."""
_TICKS: Final = (1, 2, 5, 10, 20, 50)
"""The possible steps between numbered moves."""
_TICK_SIZE: Final = 20
"""The font size of the numbers, in pixels."""
_TICK_ROOM: Final = 36
"""The smallest distance between two numbers, in pixels."""


def chart(
    rules: Rules,
    values: Sequence[float | None],
    mistakes: Collection[int] = (),
    theme: ColourTheme = DARK,
) -> bytes:
    """Draw a bar for each move: up if X is better, down if O is. A PNG file below 10 kB.

    `values` are the evaluations after each move in [-1, 1], as X sees them; None leaves a
    gap. `mistakes` are plies, counted from 1. Each mistake is marked with the mark of the
    player who made it.
    """
    theme = wooden(theme) if has_intersections(rules) else theme
    image = indexed(_bars(rules, values, theme), theme)
    for tile, height in _axis(rules):
        _paste(image, tile, theme, (_LEFT // 2, height), _AXIS_MARK)
    slot = _slot(values)
    side = round(max(_SMALLEST, min(_LARGEST, slot)))
    for ply in sorted(mistakes):
        tile = drawn_stone(rules, Side.X if ply % 2 else Side.O)
        _paste(image, tile, theme, (_across(ply, slot), _height(values[ply - 1] or 0)), side)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _bars(rules: Rules, values: Sequence[float | None], theme: ColourTheme) -> Image.Image:
    canvas = Canvas(_WIDTH, _HEIGHT, 1, theme.ground)
    for height in (_TOP, _MIDDLE, _HEIGHT - _BOTTOM):
        canvas.bar((_LEFT, height - 1), (_WIDTH - _RIGHT, height + 1), theme.free)
    slot = _slot(values)
    half = min(_WIDEST, _BAR * slot) / 2
    for ply, value in enumerate(values, 1):
        if value is not None:
            middle, (top, bottom) = _across(ply, slot), sorted((_MIDDLE, _height(value)))
            ahead = drawn_stone(rules, Side.X if value > 0 else Side.O)
            colour = colours(ahead, theme)[1] if value else theme.ink
            # a pixel longer at both ends, so that an even position is visible
            canvas.bar((middle - half, top - 1), (middle + half, bottom + 1), colour)
    for ply in _ticks(len(values), slot):
        place = _across(ply, slot), _HEIGHT - _BOTTOM / 2
        canvas.words(place, _TICK_SIZE, str(ply), theme.faint, bold=0)
    return canvas.finished()


def _ticks(moves: int, slot: float) -> range:
    """The moves that have their number under the bar."""
    step = next(step for step in _TICKS if step * slot >= _TICK_ROOM)
    return range(step, moves + 1, step)


def _axis(rules: Rules) -> tuple[tuple[TileEmoji, int], ...]:
    """The marks beside the bars, with their heights: X above, a draw in the middle, O below."""
    return (
        (drawn_stone(rules, Side.X), _TOP),
        (TileEmoji(Symbol.DRAW), _MIDDLE),
        (drawn_stone(rules, Side.O), _HEIGHT - _BOTTOM),
    )


def _paste(
    image: Image.Image, tile: TileEmoji, theme: ColourTheme, centre: tuple[float, float], side: int
) -> None:
    """Draw a tile with transparent corners onto an image."""
    drawn = tile_image(tile, theme, side)
    corner = round(centre[0] - side / 2), round(centre[1] - side / 2)
    image.paste(
        indexed(drawn, theme), corner, drawn.getchannel("A").point(lambda a: 255 * (a > 127))
    )


def _slot(values: Sequence[float | None]) -> float:
    """The width that each move has, in pixels."""
    return (_WIDTH - _LEFT - _RIGHT) / max(1, len(values))


def _across(ply: int, slot: float) -> float:
    return _LEFT + (ply - 0.5) * slot


def _height(value: float) -> float:
    return _MIDDLE - _REACH * max(-1.0, min(1.0, value))
