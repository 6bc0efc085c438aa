"""Thin lines over a board: those of the side to move are solid, those of the other side dashed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Final

from PIL import Image, ImageChops, ImageDraw

from bot.show.render.theme import ColourTheme, blank

Point = tuple[float, float]
"""How far right and how far down, in pixels of the picture."""
Box = tuple[int, int, int, int]
"""The left, upper, right and lower edge, in pixels of the picture."""

_SCALE: Final = 4
"""How many times larger than the result lines are drawn, which smooths their edges."""
_WIDTH: Final = 4.5
"""The width of a line in pixels. Large boards are shown at half their size on a telephone."""
_EDGE: Final = 1.5
"""The width of the edge on each side of a line, in pixels. It parts the line from the stones."""
_DASHES: Final = 3
"""The dashes from one tile to the next. One lies in the middle of each tile, so that the dashes of
two lines that share tiles fall together."""
_DASH: Final = 0.4
"""The length of a dash without its round ends, as a fraction of the way from one to the next."""


@dataclass(frozen=True, slots=True)
class Stroke:
    """A line between two points of a picture, in pixels."""

    first: Point
    last: Point
    colour: str
    dashed: bool = False

    def at(self, share: float) -> Point:
        """The point that lies this share of the way along the line."""
        (x, y), (right, low) = self.first, self.last
        return x + (right - x) * share, y + (low - y) * share


def with_strokes(
    image: Image.Image, theme: ColourTheme, side: int, strokes: Sequence[Stroke]
) -> Image.Image:
    """A picture with lines over its tiles of `side` pixels, in the palette of the theme.

    Of two colours the one that comes later lies above.
    """
    if not strokes:
        return image
    box = _box(strokes)
    drawn = image.crop(box).convert("RGB")
    touched = Image.new("L", drawn.size)
    for colour in dict.fromkeys(stroke.colour for stroke in strokes):
        chosen = [stroke for stroke in strokes if stroke.colour == colour]
        edge = _mask(box, side, chosen, _WIDTH + 2 * _EDGE)
        drawn.paste(theme.ground, mask=edge)
        drawn.paste(colour, mask=_mask(box, side, chosen, _WIDTH))
        touched = ImageChops.lighter(touched, edge)
    lines = drawn.quantize(palette=blank((1, 1), theme), dither=Image.Dither.NONE)
    picture = image.copy()
    # Pillow finds near colours, not always the same: the rest of the picture stays as it is
    picture.paste(lines, box, mask=touched.point(lambda share: 255 * (share > 0)))
    return picture


def _box(strokes: Sequence[Stroke]) -> Box:
    """The part of the picture that the strokes touch."""
    points = [point for stroke in strokes for point in (stroke.first, stroke.last)]
    across, down = zip(*points, strict=True)
    margin = ceil(_WIDTH / 2 + _EDGE) + 1
    left, top = int(min(across)) - margin, int(min(down)) - margin
    return left, top, ceil(max(across)) + margin, ceil(max(down)) + margin


def _mask(box: Box, side: int, strokes: Iterable[Stroke], width: float) -> Image.Image:
    """Where in a part of the picture the strokes of this width are, 0 to 255."""
    left, top, right, low = box
    mask = Image.new("L", ((right - left) * _SCALE, (low - top) * _SCALE))
    pen, radius = ImageDraw.Draw(mask), width * _SCALE / 2
    for stroke in strokes:
        for ends in _pieces(stroke, side):
            scaled = [((x - left) * _SCALE, (y - top) * _SCALE) for x, y in ends]
            pen.line(scaled, 255, round(2 * radius))
            for x, y in scaled:
                pen.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
    return mask.reduce(_SCALE)


def _pieces(stroke: Stroke, side: int) -> Iterator[tuple[Point, Point]]:
    """The whole line, or its dashes, one on each tile and the others between."""
    if not stroke.dashed:
        yield stroke.first, stroke.last
        return
    steps = max(abs(one - other) for one, other in zip(stroke.first, stroke.last, strict=True))
    count = _DASHES * round(steps / side)
    for dash in range(count + 1):
        ends = max(0, dash - _DASH / 2), min(count, dash + _DASH / 2)
        yield stroke.at(ends[0] / count), stroke.at(ends[1] / count)
