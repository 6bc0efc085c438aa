"""One hand for every picture: what each tile looks like.

Shapes are drawn four times too large and shrunk, which smooths their edges. Lengths are
shares of the side of a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageColor, ImageDraw, ImageFont

from bot.show.emoji import Look, Sign, Tile
from bot.show.render.theme import Theme

Point = tuple[float, float]


_SCALE: Final = 4
"""How many times too large shapes are drawn."""
_GAP: Final = 0.03
"""Between a tile's edge and its square, on each side."""
_CORNER: Final = 0.2
_EDGE: Final = 0.055
"""What the frame of the last move leaves of its tile, on each side."""
_FRAME: Final = 0.075
_FRAMED: Final = 0.8
"""How large a stone is in that frame."""
_STROKE: Final = 0.15
_DIGITS: Final = {1: 0.70, 2: 0.62, 3: 0.47}
"""The size of a number by how many digits it has."""
_BOLD: Final = 0.035
"""What a letter's strokes gain on each side, as a share of its size."""

_CENTRE: Final = (0.5, 0.5)
_EQUAL: Final = (((0.36, 0.42), (0.64, 0.42)), ((0.36, 0.58), (0.64, 0.58)))
_UP: Final = (((0.5, 0.7), (0.5, 0.32)), ((0.34, 0.47), (0.5, 0.31), (0.66, 0.47)))
_DOWN: Final = tuple(tuple((x, 1 - y) for x, y in line) for line in _UP)
_VERDICTS: Final = {Sign.WIN: _UP, Sign.DRAW: _EQUAL, Sign.LOSS: _DOWN}


class Sketch:
    """A drawing of one size, `unit` pixels being a length of 1."""

    def __init__(self, width: int, height: int, unit: float, ground: str) -> None:
        self._unit = unit * _SCALE
        # transparent in the colour of what will stand on it, so that no edge turns dark
        clear = (*ImageColor.getrgb(ground)[:3], 0)
        self._image = Image.new("RGBA", (width * _SCALE, height * _SCALE), clear)
        self._pen = ImageDraw.Draw(self._image)

    def finished(self) -> Image.Image:
        """The drawing at its own size."""
        return self._image.reduce(_SCALE)

    def square(self, fill: str) -> None:
        """The rounded square that a tile is."""
        box = self._box((_GAP, _GAP), (1 - _GAP, 1 - _GAP))
        self._pen.rounded_rectangle(box, _CORNER * self._unit, fill)

    def bar(self, first: Point, last: Point, fill: str) -> None:
        """A rectangle between two corners."""
        self._pen.rectangle(self._box(first, last), fill)

    def frame(self, colour: str) -> None:
        """A line along the inside of the square, which leaves an edge of the tile to see."""
        inset = _GAP + _EDGE
        self._pen.rounded_rectangle(
            self._box((inset, inset), (1 - inset, 1 - inset)),
            (_CORNER - _EDGE) * self._unit,
            outline=colour,
            width=round(_FRAME * self._unit),
        )

    def disc(self, centre: Point, radius: float, fill: str) -> None:
        """A filled circle."""
        x, y = centre
        self._pen.ellipse(self._box((x - radius, y - radius), (x + radius, y + radius)), fill)

    def line(self, points: Sequence[Point], width: float, colour: str) -> None:
        """A stroke with round ends and joints."""
        scaled = [(x * self._unit, y * self._unit) for x, y in points]
        self._pen.line(scaled, colour, round(width * self._unit))
        for point in points:
            self.disc(point, width / 2, colour)

    def words(
        self, centre: Point, size: float, text: str, colour: str, bold: float = _BOLD
    ) -> None:
        """Letters, centred as digits are; `size` is that of the font."""
        font = ImageFont.load_default(size * self._unit)
        top = font.getbbox("0", anchor="ls")[1]
        x, y = (share * self._unit for share in centre)
        self._pen.text(
            (x, y - top / 2),
            text,
            colour,
            font,
            anchor="ms",
            stroke_width=bold * size * self._unit,
        )

    def _box(self, first: Point, last: Point) -> tuple[float, float, float, float]:
        unit = self._unit
        # the right and lower bounds of a box are drawn too
        return first[0] * unit, first[1] * unit, last[0] * unit - 1, last[1] * unit - 1


def tile_image(tile: Tile, theme: Theme, side: int, *, lit: bool = False) -> Image.Image:
    """A tile of `side` pixels, transparent round its corners; `lit` as a tile to look at."""
    back, colour = colours(tile, theme)
    sketch = Sketch(side, side, side, back)
    if lit:
        back = theme.lit
        # from edge to edge, so that it joins with its lit neighbours
        sketch.bar((0, 0), (1, 1), back)
    else:
        sketch.square(back)
    _draw_sign(sketch, tile, theme, back, colour)
    if tile.look is Look.LAST:
        sketch.frame(theme.ink)
    return sketch.finished()


def letters_image(text: str, theme: Theme, size: tuple[int, int], height: float) -> Image.Image:
    """A coordinate in the middle of a picture of `size`, its font `height` pixels high."""
    sketch = Sketch(*size, 1, theme.faint)
    # bolder, the dot of an i would run into its stem
    sketch.words((size[0] / 2, size[1] / 2), height, text, theme.faint, bold=0.01)
    return sketch.finished()


def colours(tile: Tile, theme: Theme) -> tuple[str, str]:
    """The colours of a tile and of its sign; a mark on the winning line swaps them."""
    won = tile.look is Look.WON
    match tile.sign:
        case Sign.FREE:
            return theme.free, theme.ink
        case Sign.HOLE:
            return theme.board, theme.taken
        case Sign.X:
            return (theme.red, theme.taken) if won else (theme.taken, theme.red)
        case Sign.O:
            return (theme.blue, theme.taken) if won else (theme.taken, theme.blue)
        case Sign.RED:
            return theme.red if won else theme.board, theme.red
        case Sign.YELLOW:
            return theme.yellow if won else theme.board, theme.yellow
        case Sign.WIN:
            return theme.free, theme.win
        case Sign.DRAW:
            return theme.free, theme.draw
        case Sign.LOSS:
            return theme.free, theme.loss
        case Sign.UNKNOWN:
            return theme.free, theme.faint


def _draw_sign(sketch: Sketch, tile: Tile, theme: Theme, back: str, colour: str) -> None:
    size = _FRAMED if tile.look is Look.LAST else 1
    match tile.sign:
        case Sign.FREE:
            number = str(tile.number or "")
            sketch.words(_CENTRE, _DIGITS.get(len(number), 1), number, colour)
        case Sign.HOLE:
            sketch.disc(_CENTRE, 0.38, colour)
        case Sign.X:
            low, high = 0.5 - 0.24 * size, 0.5 + 0.24 * size
            sketch.line(((low, low), (high, high)), _STROKE * size, colour)
            sketch.line(((low, high), (high, low)), _STROKE * size, colour)
        case Sign.O:
            sketch.disc(_CENTRE, 0.33 * size, colour)
            sketch.disc(_CENTRE, (0.33 - _STROKE) * size, back)
        case Sign.RED | Sign.YELLOW:
            _draw_disc(sketch, tile, theme, colour, 0.38 * size)
        case _:
            _draw_verdict(sketch, tile.sign, theme, colour)


def _draw_disc(sketch: Sketch, tile: Tile, theme: Theme, colour: str, radius: float) -> None:
    """A disc, whole for the first player and pierced for the second."""
    if tile.look is Look.WON:
        sketch.disc(_CENTRE, radius, theme.taken)
        radius *= 0.8
    sketch.disc(_CENTRE, radius, colour)
    if tile.sign is Sign.YELLOW:
        sketch.disc(_CENTRE, 0.4 * radius, theme.taken)


def _draw_verdict(sketch: Sketch, sign: Sign, theme: Theme, colour: str) -> None:
    sketch.disc(_CENTRE, 0.38, colour)
    if sign is Sign.UNKNOWN:
        sketch.words(_CENTRE, 0.6, "?", theme.taken)
    else:
        for line in _VERDICTS[sign]:
            sketch.line(line, 0.1, theme.taken)
