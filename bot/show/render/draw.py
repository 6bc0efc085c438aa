"""Draws the tiles of all images.

Shapes are drawn four times too large and then shrunk, which smooths their edges. All lengths
are fractions of the side of a tile.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final

from PIL import Image, ImageColor, ImageDraw, ImageFont

from bot.show.emoji import Highlight, Symbol, TileEmoji
from bot.show.render.theme import ColourTheme, blend, contrast

Point = tuple[float, float]


_SCALE: Final = 4
"""How many times larger than the result shapes are drawn."""
_GAP: Final = 0.03
"""The gap between the edge of a tile and its square, on each side."""
_CORNER: Final = 0.2
"""The radius of the corners of a square."""
_EDGE: Final = 0.055
"""The gap between the edge of a square and the frame of the last move, on each side."""
_FRAME: Final = 0.075
"""The width of the frame of the last move."""
_FRAMED: Final = 0.8
"""The size of a stone inside the frame of the last move; any other stone has size 1."""
_STROKE: Final = 0.15
"""The width of the lines of an X and of an O."""
_OUTLINE: Final = 0.035
"""The width of the outline of a pale stone."""
_RING: Final = 0.47
"""The radius of the ring around the recommended move."""
_RING_WIDTH: Final = 0.055
_BAN: Final = 0.3
"""The radius of the sign on a tile that may not be played."""
_BAN_WIDTH: Final = 0.08
_DIGITS: Final = {1: 0.70, 2: 0.62, 3: 0.47}
"""The font size of a number, by its count of digits."""
_MOVE_DIGITS: Final = {1: 0.58, 2: 0.5, 3: 0.38}
"""The font size of the number of a move, by its count of digits."""
_STONE: Final = 0.47
"""The radius of a stone on an intersection."""
_RIM: Final = 0.03
"""The width of the rim of a white stone."""
_BOLD: Final = 0.035
"""How much bolder letters are drawn, on each side of a stroke, as a fraction of the font size."""

_CENTRE: Final = (0.5, 0.5)
_CORNER_NUMBER: Final = (0.79, 0.79)
"""Where the number of a move stands beside an X or an O."""
_EQUAL: Final = (((0.36, 0.42), (0.64, 0.42)), ((0.36, 0.58), (0.64, 0.58)))
_UP: Final = (((0.5, 0.7), (0.5, 0.32)), ((0.34, 0.47), (0.5, 0.31), (0.66, 0.47)))
_DOWN: Final = tuple(tuple((x, 1 - y) for x, y in line) for line in _UP)
_VERDICTS: Final = {Symbol.WIN: _UP, Symbol.DRAW: _EQUAL, Symbol.LOSS: _DOWN}


class Accent(Enum):
    """How a tile stands out besides the highlight of its stone."""

    NONE = "none"
    GHOST = "ghost"
    """The stone is not there yet: it is pale, on a free tile."""
    RING = "ring"
    """The verdict of the recommended move."""
    FORBIDDEN = "forbidden"
    """A free tile that X may not play in renju."""


class Canvas:
    """A canvas to draw on. A length of 1 is `unit` pixels."""

    def __init__(self, width: int, height: int, unit: float, ground: str) -> None:
        self._unit = unit * _SCALE
        # transparent, but in the colour of the tile: else shrinking makes the edges dark
        clear = (*ImageColor.getrgb(ground)[:3], 0)
        self._image = Image.new("RGBA", (width * _SCALE, height * _SCALE), clear)
        self._pen = ImageDraw.Draw(self._image)

    def finished(self) -> Image.Image:
        """The drawing, shrunk to its final size."""
        return self._image.reduce(_SCALE)

    def square(self, fill: str) -> None:
        """Draw the rounded square of a tile."""
        box = self._box((_GAP, _GAP), (1 - _GAP, 1 - _GAP))
        self._pen.rounded_rectangle(box, _CORNER * self._unit, fill)

    def bar(self, first: Point, last: Point, fill: str) -> None:
        """Draw a rectangle between two corners."""
        self._pen.rectangle(self._box(first, last), fill)

    def frame(self, colour: str) -> None:
        """Draw a frame inside the square. The edge of the square stays visible."""
        inset = _GAP + _EDGE
        self._pen.rounded_rectangle(
            self._box((inset, inset), (1 - inset, 1 - inset)),
            (_CORNER - _EDGE) * self._unit,
            outline=colour,
            width=round(_FRAME * self._unit),
        )

    def disc(self, centre: Point, radius: float, fill: str) -> None:
        """Draw a filled circle."""
        x, y = centre
        self._pen.ellipse(self._box((x - radius, y - radius), (x + radius, y + radius)), fill)

    def line(self, points: Sequence[Point], width: float, colour: str) -> None:
        """Draw a line through points, with round ends and joints."""
        scaled = [(x * self._unit, y * self._unit) for x, y in points]
        self._pen.line(scaled, colour, round(width * self._unit))
        for point in points:
            self.disc(point, width / 2, colour)

    def words(
        self,
        centre: Point,
        size: float,
        text: str,
        colour: str,
        bold: float = _BOLD,
        anchor: str = "ms",
    ) -> None:
        """Draw text, centred by the height of a digit. `size` is the font size."""
        font = ImageFont.load_default(size * self._unit)
        top = font.getbbox("0", anchor="ls")[1]
        x, y = (share * self._unit for share in centre)
        stroke = bold * size * self._unit
        self._pen.text((x, y - top / 2), text, colour, font, anchor=anchor, stroke_width=stroke)

    def title(self, start: Point, size: float, text: str, colour: str) -> None:
        """Draw text from a point to the right, centred by the height of a digit."""
        self.words(start, size, text, colour, bold=0, anchor="ls")

    def _box(self, first: Point, last: Point) -> tuple[float, float, float, float]:
        unit = self._unit
        # Pillow draws the right and lower bounds of a box too
        return first[0] * unit, first[1] * unit, last[0] * unit - 1, last[1] * unit - 1


def tile_image(
    tile: TileEmoji, theme: ColourTheme, side: int, accent: Accent = Accent.NONE
) -> Image.Image:
    """Draw a tile of `side` pixels with transparent corners."""
    back, colour = colours(tile, theme)
    if accent not in {Accent.NONE, Accent.FORBIDDEN}:
        back = theme.lit
    canvas = Canvas(side, side, side, back)
    canvas.square(back)
    if accent is Accent.GHOST:
        draw_ghost(canvas, tile, theme, back, colour)
        return canvas.finished()
    if accent is Accent.FORBIDDEN:
        draw_forbidden(canvas, theme, back)
        return canvas.finished()
    if accent is Accent.RING:
        canvas.disc(_CENTRE, _RING, theme.ink)
        canvas.disc(_CENTRE, _RING - _RING_WIDTH, back)
    if tile.look is Highlight.FADING:
        draw_ghost(canvas, tile, theme, back, colour)
        return canvas.finished()
    draw_sign(canvas, tile, theme, back, colour)
    if tile.look is Highlight.LAST:
        canvas.frame(max((theme.ink, theme.taken), key=lambda ink: contrast(ink, back)))
    return canvas.finished()


def numbered_image(
    drawn: Image.Image, tile: TileEmoji, theme: ColourTheme, number: int
) -> Image.Image:
    """A tile with the number of the move on its stone: in a disc, or in the corner by a mark."""
    side = drawn.width
    canvas = Canvas(side, side, side, theme.taken)
    if tile.sign in {Symbol.RED, Symbol.YELLOW}:
        hollow = tile.sign is Symbol.YELLOW
        if hollow:
            canvas.disc(_CENTRE, 0.25, theme.taken)
        size = 0.75 * _MOVE_DIGITS[len(str(number))]
        canvas.words(_CENTRE, size, str(number), theme.ink if hollow else theme.taken)
    else:
        canvas.disc(_CORNER_NUMBER, 0.19, theme.ink)
        size = 0.62 * _MOVE_DIGITS[len(str(number))]
        canvas.words(_CORNER_NUMBER, size, str(number), theme.taken)
    return Image.alpha_composite(drawn, canvas.finished())


def letters_image(
    text: str, theme: ColourTheme, size: tuple[int, int], height: float
) -> Image.Image:
    """Draw a coordinate in the middle of an image of `size`, in a font `height` pixels high."""
    canvas = Canvas(*size, 1, theme.faint)
    # any bolder, and the dot of an i would touch its stem
    canvas.words((size[0] / 2, size[1] / 2), height, text, theme.faint, bold=0.01)
    return canvas.finished()


def colours(tile: TileEmoji, theme: ColourTheme) -> tuple[str, str]:
    """The colours of a tile and of its symbol. A mark on the winning line swaps the two."""
    won = tile.look is Highlight.WON
    match tile.sign:
        case Symbol.FREE:
            return theme.free, theme.ink
        case Symbol.HOLE:
            return theme.board, theme.taken
        case Symbol.X:
            return (theme.red, theme.taken) if won else (theme.taken, theme.red)
        case Symbol.O:
            return (theme.blue, theme.taken) if won else (theme.taken, theme.blue)
        case Symbol.RED:
            return theme.red if won else theme.board, theme.red
        case Symbol.YELLOW:
            return theme.yellow if won else theme.board, theme.yellow
        case Symbol.BLACK:
            return theme.free, theme.red
        case Symbol.WHITE:
            return theme.free, theme.blue
        case Symbol.WIN:
            return theme.free, theme.win
        case Symbol.DRAW:
            return theme.free, theme.draw
        case Symbol.LOSS:
            return theme.free, theme.loss
        case Symbol.UNKNOWN:
            return theme.free, theme.faint


def draw_number(canvas: Canvas, number: int, colour: str) -> None:
    """Draw the number of a move in the middle of its stone."""
    canvas.words(_CENTRE, _MOVE_DIGITS[len(str(number))], str(number), colour)


def draw_sign(
    canvas: Canvas,
    tile: TileEmoji,
    theme: ColourTheme,
    back: str,
    colour: str,
    *,
    marked: bool = True,
) -> None:
    """Draw the symbol of a tile; `marked` is whether a stone on an intersection shows its mark."""
    size = _FRAMED if tile.look is Highlight.LAST else 1
    match tile.sign:
        case Symbol.FREE:
            number = str(tile.number or "")
            canvas.words(_CENTRE, _DIGITS.get(len(number), 1), number, colour)
        case Symbol.HOLE:
            canvas.disc(_CENTRE, 0.38, colour)
        case Symbol.X:
            low, high = 0.5 - 0.24 * size, 0.5 + 0.24 * size
            canvas.line(((low, low), (high, high)), _STROKE * size, colour)
            canvas.line(((low, high), (high, low)), _STROKE * size, colour)
        case Symbol.O:
            canvas.disc(_CENTRE, 0.33 * size, colour)
            canvas.disc(_CENTRE, (0.33 - _STROKE) * size, back)
        case Symbol.RED | Symbol.YELLOW:
            _draw_disc(canvas, tile, theme, colour, 0.38 * size)
        case Symbol.BLACK | Symbol.WHITE:
            _draw_go_stone(canvas, tile, theme, colour, marked=marked)
        case _:
            _draw_verdict(canvas, tile.sign, theme, colour)


def draw_ghost(canvas: Canvas, tile: TileEmoji, theme: ColourTheme, back: str, colour: str) -> None:
    """Draw a stone that is not there yet: its outline, and half its colour within."""
    match tile.sign:
        case Symbol.X:
            for width, ink in ((_STROKE, colour), (_STROKE - 2 * _OUTLINE, blend(colour, back))):
                canvas.line(((0.26, 0.26), (0.74, 0.74)), width, ink)
                canvas.line(((0.26, 0.74), (0.74, 0.26)), width, ink)
        case Symbol.O:
            canvas.disc(_CENTRE, 0.33, colour)
            canvas.disc(_CENTRE, 0.33 - _OUTLINE, blend(colour, back))
            canvas.disc(_CENTRE, 0.33 - _STROKE + _OUTLINE, colour)
            canvas.disc(_CENTRE, 0.33 - _STROKE, back)
        case Symbol.BLACK | Symbol.WHITE:
            canvas.disc(_CENTRE, _STONE, theme.lit)
            canvas.disc(_CENTRE, 0.36, colour)
            canvas.disc(_CENTRE, 0.36 - _OUTLINE, blend(colour, back))
        case _:
            canvas.disc(_CENTRE, 0.38, theme.taken)
            canvas.disc(_CENTRE, 0.32, colour)
            _draw_disc(canvas, tile, theme, blend(colour, theme.taken), 0.32 - _OUTLINE)


def draw_forbidden(canvas: Canvas, theme: ColourTheme, back: str) -> None:
    """Draw the sign of a tile that may not be played: a barred ring, unlike any stone."""
    canvas.disc(_CENTRE, _BAN, theme.loss)
    canvas.disc(_CENTRE, _BAN - _BAN_WIDTH, back)
    reach = (_BAN - _BAN_WIDTH / 2) * 0.7
    bar = (0.5 - reach, 0.5 - reach), (0.5 + reach, 0.5 + reach)
    canvas.line(bar, _BAN_WIDTH, theme.loss)


def _draw_disc(
    canvas: Canvas, tile: TileEmoji, theme: ColourTheme, colour: str, radius: float
) -> None:
    """Draw a disc: full for the first player, with a hole for the second."""
    if tile.look is Highlight.WON:
        canvas.disc(_CENTRE, radius, theme.taken)
        radius *= 0.8
    canvas.disc(_CENTRE, radius, colour)
    if tile.sign is Symbol.YELLOW:
        canvas.disc(_CENTRE, 0.4 * radius, theme.taken)


def _draw_go_stone(
    canvas: Canvas, tile: TileEmoji, theme: ColourTheme, colour: str, *, marked: bool
) -> None:
    """Draw a black or white stone with a dark rim; the last has a dot, one that won a ring."""
    canvas.disc(_CENTRE, _STONE, theme.red)
    canvas.disc(_CENTRE, _STONE - _RIM, colour)
    if not marked or tile.look is Highlight.NONE:
        return
    canvas.disc(_CENTRE, 0.22 if tile.look is Highlight.LAST else 0.3, theme.yellow)
    if tile.look is Highlight.WON:
        canvas.disc(_CENTRE, 0.16, colour)


def _draw_verdict(canvas: Canvas, sign: Symbol, theme: ColourTheme, colour: str) -> None:
    canvas.disc(_CENTRE, 0.38, colour)
    if sign is Symbol.UNKNOWN:
        canvas.words(_CENTRE, 0.6, "?", theme.taken)
    else:
        for line in _VERDICTS[sign]:
            canvas.line(line, 0.1, theme.taken)
