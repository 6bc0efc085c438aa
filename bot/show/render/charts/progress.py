"""Charts of numbers over weeks, one below the other, as a PNG file.

1
100 |        .  o--o
 50 |  o--o--'
  0 |_______________
2
    |     #     #
    |__#__#_____#___
     10-05    10-19      the Mondays

The font of images has ASCII alone, so that no word is drawn: a chart has a number, and the message
around it says what that is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from io import BytesIO
from math import ceil, floor
from typing import Final

from bot.show.render.draw import Canvas
from bot.show.render.theme import DARK, ColourTheme, indexed

# The size of the image and its margins, in pixels.
_WIDTH: Final = 640
_LEFT: Final = 76
_RIGHT: Final = 24
_TOP: Final = 12
_BOTTOM: Final = 44
_TITLE: Final = 40
"""The height of a chart's number."""
_PLOT: Final = 116
"""The height of a chart."""
_GAP: Final = 18
"""The space below a chart."""
_FONT: Final = 21
"""The font size of all words and numbers: on a phone the image is half as wide."""
_LINE: Final = 4
_DOT: Final = 6
"""The width of a line and the radius of a point, in pixels."""
_BAR: Final = 0.6
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
    height = _TOP + len(series) * (_TITLE + _PLOT + _GAP) + _BOTTOM - _GAP
    canvas = Canvas(_WIDTH, height, 1, theme.ground)
    inks = (theme.blue, theme.win, theme.red)
    for row, one in enumerate(series):
        top = _TOP + row * (_TITLE + _PLOT + _GAP)
        canvas.title((_LEFT, top + _TITLE / 2), _FONT, str(one.number), theme.ink)
        _draw(canvas, one, (top + _TITLE, len(weeks)), theme, inks[row % len(inks)])
    slot = _slot(len(weeks))
    every = ceil(_DATE_ROOM / slot)
    for number in range((len(weeks) - 1) % every, len(weeks), every):
        place = _LEFT + (number + 0.5) * slot, height - _BOTTOM / 2
        canvas.words(place, _FONT, f"{weeks[number]:%m-%d}", theme.faint, bold=0)
    file = BytesIO()
    indexed(canvas.finished(), theme).save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw(
    canvas: Canvas, series: Series, place: tuple[int, int], theme: ColourTheme, ink: str
) -> None:
    """Draw one chart: its axis with numbers, and its points or bars."""
    top, weeks = place
    ticks = _ticks(series)
    low, high = ticks[0], ticks[-1]

    def down(value: float) -> float:
        return top + _PLOT * (1 - (value - low) / (high - low))

    for tick in ticks:
        canvas.bar((_LEFT, down(tick) - 1), (_WIDTH - _RIGHT, down(tick) + 1), theme.free)
        canvas.words((_LEFT / 2, down(tick)), _FONT, str(tick), theme.faint, bold=0)
    slot = _slot(weeks)
    if series.bars:
        for week, value in series.points:
            middle = _LEFT + (week + 0.5) * slot
            if value:
                half = _BAR * slot / 2
                canvas.bar((middle - half, down(value)), (middle + half, down(0)), ink)
        return
    points = [(_LEFT + (week + 0.5) * slot, down(value)) for week, value in series.points]
    if len(points) > 1:
        canvas.line(points, _LINE, ink)
    for point in points:
        canvas.disc(point, _DOT, ink)


def _ticks(series: Series) -> range:
    """The numbers on the axis: round ones, and all points between the first and the last.

    >>> list(_ticks(Series(1, ((0, 1480), (1, 1622)))))
    [1400, 1500, 1600, 1700]
    >>> list(_ticks(Series(1, ((0, 3),), bars=True)))
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


def _slot(weeks: int) -> float:
    """The width that each week has, in pixels."""
    return (_WIDTH - _LEFT - _RIGHT) / weeks
