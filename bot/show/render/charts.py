"""Numbers as pictures: charts of an evaluation and of weeks, and tables, as PNG files.

The font of images has only ASCII, so no words are drawn: the message around a picture says what its
numbers are.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from math import ceil, floor
from typing import Final

from PIL import Image, ImageFont

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
    return _png(image)


def _png(image: Image.Image) -> bytes:
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


# The margins of charts of weeks, in pixels.
_AXIS_ROOM: Final = 76
_EDGE: Final = 24
_CEILING: Final = 12
_DATES: Final = 44
_TITLE: Final = 40
"""The height of a chart's number."""
_PLOT: Final = 116
"""The height of a chart."""
_CHART_GAP: Final = 18
"""The space below a chart."""
_FONT: Final = 21
"""The font size of all text: on a phone the image is half as wide."""
_LINE: Final = 4
_DOT: Final = 6
"""The width of a line and the radius of a point, in pixels."""
_WEEK_BAR: Final = 0.6
"""The width of a bar, as a fraction of that of a week."""
_DATE_ROOM: Final = 88
"""The smallest distance between two dates, in pixels."""
_STEPS: Final = (1, 2, 5)
"""The possible steps between numbers on an axis, times a power of ten."""
_INTERVALS: Final = 3
"""The most steps on an axis that finds its own bounds."""


@dataclass(frozen=True, slots=True)
class Series:
    """Numbers to draw: as a line with points, or as bars that begin at 0.

    `number` tells the charts apart. The first part of a point is how many weeks after the first
    Monday it lies. `bounds` are those of the axis; without them they are found.
    """

    number: int
    points: tuple[tuple[float, float], ...]
    bars: bool = False
    bounds: tuple[int, int] | None = None


def progress_chart(
    weeks: Sequence[date], series: Sequence[Series], theme: ColourTheme = DARK
) -> bytes:
    """Draw some series over the same weeks. A PNG file below 20 kB."""
    height = _CEILING + len(series) * (_TITLE + _PLOT + _CHART_GAP) + _DATES - _CHART_GAP
    canvas = Canvas(_WIDTH, height, 1, theme.ground)
    inks = (theme.blue, theme.win, theme.red)
    for row, one in enumerate(series):
        top = _CEILING + row * (_TITLE + _PLOT + _CHART_GAP)
        canvas.title((_AXIS_ROOM, top + _TITLE / 2), _FONT, str(one.number), theme.ink)
        _draw(canvas, one, (top + _TITLE, len(weeks)), theme, inks[row % len(inks)])
    slot = _week_width(len(weeks))
    every = ceil(_DATE_ROOM / slot)
    for number in range((len(weeks) - 1) % every, len(weeks), every):
        place = _AXIS_ROOM + (number + 0.5) * slot, height - _DATES / 2
        canvas.words(place, _FONT, f"{weeks[number]:%m-%d}", theme.faint, bold=0)
    return _png(indexed(canvas.finished(), theme))


def _draw(
    canvas: Canvas, series: Series, place: tuple[int, int], theme: ColourTheme, ink: str
) -> None:
    """Draw one chart: its axis with numbers, and its points or bars."""
    top, weeks = place
    ticks = _axis_numbers(series)
    low, high = ticks[0], ticks[-1]

    def down(value: float) -> float:
        return top + _PLOT * (1 - (value - low) / (high - low))

    for tick in ticks:
        canvas.bar((_AXIS_ROOM, down(tick) - 1), (_WIDTH - _EDGE, down(tick) + 1), theme.free)
        canvas.words((_AXIS_ROOM / 2, down(tick)), _FONT, str(tick), theme.faint, bold=0)
    slot = _week_width(weeks)
    if series.bars:
        for week, value in series.points:
            middle = _AXIS_ROOM + (week + 0.5) * slot
            if value:
                half = _WEEK_BAR * slot / 2
                canvas.bar((middle - half, down(value)), (middle + half, down(0)), ink)
        return
    points = [(_AXIS_ROOM + (week + 0.5) * slot, down(value)) for week, value in series.points]
    if len(points) > 1:
        canvas.line(points, _LINE, ink)
    for point in points:
        canvas.disc(point, _DOT, ink)


def _axis_numbers(series: Series) -> range:
    """The numbers on the axis: round ones, and all points between the first and the last.

    >>> list(_axis_numbers(Series(1, ((0, 1480), (1, 1622)))))
    [1400, 1500, 1600, 1700]
    >>> list(_axis_numbers(Series(1, ((0, 3),), bars=True)))
    [0, 1, 2, 3]
    """
    if series.bounds is not None:
        low, high = series.bounds
        return range(low, high + 1, (high - low) // 2)
    values = [value for _, value in series.points] or [0.0]
    least, most = (0.0 if series.bars else min(values)), max(values)
    power = 1
    while True:
        for step in (digit * power for digit in _STEPS):
            first, last = floor(least / step), max(ceil(most / step), floor(least / step) + 1)
            if last - first <= _INTERVALS:
                return range(first * step, last * step + 1, step)
        power *= 10


def _week_width(weeks: int) -> float:
    """The width that each week has, in pixels."""
    return (_WIDTH - _AXIS_ROOM - _EDGE) / weeks


_ROW: Final = 34
_PAD: Final = 14
"""The space at the sides, above and below."""
_COLUMN_GAP: Final = 22
"""The space between two columns."""
_NAME: Final = 260
"""The greatest width of the column of names."""
_NAMES: Final = 1
"""The column of names, which is set to the left; all others are set to the right."""


def table_picture(rows: Sequence[Sequence[str]], theme: ColourTheme = DARK) -> bytes:
    """Draw rows of words, all of which the font has; the second of each row is a name."""
    lines = [[*row] for row in rows]
    for line in lines:
        line[_NAMES] = _cut(line[_NAMES])
    widths = [max(map(_width, column)) for column in zip(*lines, strict=True)]
    width = round(sum(widths) + _COLUMN_GAP * (len(widths) - 1) + 2 * _PAD)
    canvas = Canvas(width, len(lines) * _ROW + 2 * _PAD, 1, theme.ground)
    for number, line in enumerate(lines):
        top = _PAD + number * _ROW
        if number % 2 == 0:
            canvas.bar((_PAD / 2, top), (width - _PAD / 2, top + _ROW), theme.taken)
        left = float(_PAD)
        for place, (word, room) in enumerate(zip(line, widths, strict=True)):
            start = left if place == _NAMES else left + room - _width(word)
            canvas.title((start, top + _ROW / 2), _FONT, word, theme.ink)
            left += room + _COLUMN_GAP
    return _png(indexed(canvas.finished(), theme))


def is_drawable(name: str) -> bool:
    """Whether the font has all letters of a name, so that it can be drawn as written.

    >>> is_drawable("alice"), is_drawable("Łukasz")
    (True, False)
    """
    return bool(name.strip()) and name.isascii() and name.isprintable()


def _width(word: str) -> float:
    return ImageFont.load_default(_FONT).getlength(word)


def _cut(name: str) -> str:
    """A name that fits into its column."""
    if _width(name) <= _NAME:
        return name
    while _width(f"{name}...") > _NAME:
        name = name[:-1]
    return f"{name}..."
