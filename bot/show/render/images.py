"""Images: boards of every size as PNG, games as animated GIF, and the emoji of the application."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from hashlib import sha256
from io import BytesIO
from itertools import accumulate
from math import isqrt
from string import ascii_lowercase, digits
from types import MappingProxyType
from typing import Final

from PIL import Image, ImageDraw

from bot.show.characters import squares
from bot.show.emoji import EDITION_LENGTH, TILE_EMOJI, TileEmoji
from bot.show.overlay import NOTHING, Overlay
from bot.show.render.draw import Accent, colours, letters_image, numbered_image, tile_image
from bot.show.render.goban import Cell, cell, cell_image
from bot.show.render.layout import INSET, Layout, Stroke, with_strokes
from bot.show.render.theme import DARK, ColourTheme, blank, indexed, wooden
from bot.show.sheet import extent
from bot.show.style import drawn_stone, has_intersections, notation_beside
from bot.show.zoom import Section
from engine import Position, sheet_of

_WINDOW: Final = 32_768
"""How many bytes back the compression of a PNG looks. A row of tiles must fit: it repeats."""
_COMPRESSION: Final = 8
"""The zlib level. The largest boards get 10 % smaller than with 6; 9 takes three times as long."""
_LARGEST: Final = 800
"""The most pixels in width and height."""
_LABEL: Final = 0.5
"""The font size of a coordinate, as a fraction of the side of a tile."""


def board(
    position: Position,
    theme: ColourTheme = DARK,
    *,
    overlay: Overlay = NOTHING,
    window: Section | None = None,
    numbers: bool = False,
) -> bytes:
    """The board, or the part of it in a window, as a PNG file, at most 800 pixels wide and high.

    The file has up to 22 kB, 32 kB with lines or with a verdict on each of 361 tiles, and 60 kB
    with `numbers`: those of the moves on their stones.
    """
    file = BytesIO()
    window = window or Section.whole(position.rules)
    sides = (window.top, window.rows), (window.left, window.columns)
    longest = max(extent(position.rules, *side) for side in sides)
    side = min(isqrt(int(_WINDOW // (longest + 1))), int(_LARGEST / (longest + 1.5)))
    image = picture(position, theme, side, overlay=overlay, window=window, numbers=numbers)
    image.save(file, "PNG", compress_level=_COMPRESSION)
    return file.getvalue()


def picture(
    position: Position,
    theme: ColourTheme,
    side: int,
    *,
    overlay: Overlay = NOTHING,
    window: Section | None = None,
    numbers: bool = False,
) -> Image.Image:
    """Draw the board with tiles of `side` pixels, in the palette of the theme."""
    rules = position.rules
    on_lines, window = has_intersections(rules), window or Section.whole(rules)
    theme = wooden(theme) if on_lines else theme
    layout = Layout.of(rules, window, side)
    image = blank(layout.size, theme)
    for text, box in layout.labels():
        image.paste(_letters(text, theme, side, (box[2] - box[0], box[3] - box[1])), box)
    numbered = notation_beside(rules) == "number"
    shown = squares(position, overlay.marks, numbered=numbered, stones=drawn_stone)
    accents = dict.fromkeys(shown, Accent.NONE)
    accents |= {tile: Accent.FORBIDDEN for tile in position.fouls if tile not in overlay.marks}
    if (ring := overlay.ring(position)) is not None:
        accents[ring] = Accent.RING
    if (ghost := overlay.ghost(position)) is not None:
        shown[ghost], accents[ghost] = drawn_stone(rules, position.side), Accent.GHOST
    plies = {tile: ply for ply, tile in enumerate(position.tiles, 1)} if numbers else {}

    def stamp(number: int) -> Image.Image:
        tile, accent, ply = shown[number], accents[number], plies.get(number)
        if on_lines:
            return _cell(cell(rules, number, tile, accent, ply), theme, side)
        return _stamp(tile, theme, side, accent, ply)

    for number in shown:
        if window.holds(rules, number):
            image.paste(stamp(number), layout.at(number))
    image = with_strokes(image, theme, side, list(_strokes(position, theme, layout, overlay)))
    # the lines lie under the pale stone, through which most of them pass
    if ghost is not None and window.holds(rules, ghost):
        image.paste(stamp(ghost), layout.at(ghost), _middle(side))
    return image


def _strokes(
    position: Position, theme: ColourTheme, layout: Layout, overlay: Overlay
) -> Iterator[Stroke]:
    """The lines of an overlay, the other side's first: those of the mover lie above them.

    They have the colours of the stones; on intersections others, which show on black and white.
    """
    mover, on_lines = position.side, has_intersections(position.rules)
    for side, lines in ((mover.other, overlay.theirs), (mover, overlay.own)):
        ink = theme.win if side is mover else theme.loss
        colour = ink if on_lines else colours(drawn_stone(position.rules, side), theme)[1]
        for line in lines:
            for first, last in layout.outline(line):
                yield Stroke(first, last, colour, dashed=side is not mover)


@lru_cache(maxsize=1_000)
def _stamp(
    tile: TileEmoji, theme: ColourTheme, side: int, accent: Accent, ply: int | None
) -> Image.Image:
    drawn = tile_image(tile, theme, side, accent)
    return indexed(drawn if ply is None else numbered_image(drawn, tile, theme, ply), theme)


@lru_cache(maxsize=2_000)
def _cell(cell: Cell, theme: ColourTheme, side: int) -> Image.Image:
    return indexed(cell_image(cell, theme, side), theme)


@lru_cache(maxsize=1_000)
def _letters(text: str, theme: ColourTheme, side: int, size: tuple[int, int]) -> Image.Image:
    return indexed(letters_image(text, theme, size, _LABEL * side), theme)


@lru_cache
def _middle(side: int) -> Image.Image:
    """The part of a tile in which its stone is, as a mask."""
    mask, edge = Image.new("1", (side, side)), side * INSET
    ImageDraw.Draw(mask).ellipse((edge, edge, side - 1 - edge, side - 1 - edge), 1)
    return mask


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
_WIDEST_TILE: Final = 56
"""The largest side of a tile, in pixels."""


def animation(position: Position, theme: ColourTheme = DARK) -> bytes:
    """The game that led to a position, as a GIF that repeats for ever.

    On intersections it ends with the numbers of the moves on their stones, as in a game record.
    It takes some milliseconds a move: do not call it in an event loop.
    """
    rules = position.rules
    sheet = sheet_of(rules)
    longest = max(extent(rules, 0, sheet.rows), extent(rules, 0, sheet.columns))
    side = min(_WIDEST_TILE, int(_WIDTH // longest))
    start, *shown = _shown(position)
    duration = [*(_pace(len(shown)) for _ in shown), _LAST]
    numbered = has_intersections(rules) and bool(shown)

    def others() -> Iterator[Image.Image]:  # drawn one by one as they are written
        yield from (picture(now, theme, side) for now in shown)
        if numbered:
            yield picture(position, theme, side, numbers=True)

    file, first = BytesIO(), picture(start, theme, side)
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


PIXELS: Final = 128
"""The side of an emoji in pixels: the size that Discord stores."""

_EDITION_LETTERS: Final = digits + ascii_lowercase


@cache
def emoji_images() -> Mapping[TileEmoji, bytes]:
    """Every tile as a PNG file.

    The first call takes half a second: do not make it in an event loop.
    """
    return MappingProxyType({tile: emoji_image(tile) for tile in TILE_EMOJI})


def emoji_image(tile: TileEmoji) -> bytes:
    """A tile as a PNG file with a transparent background. It is visible on dark and on light."""
    file = BytesIO()
    tile_image(tile, DARK, PIXELS).save(file, "PNG")
    return file.getvalue()


def edition(pictures: Mapping[TileEmoji, bytes]) -> str:
    """The name of a set of emoji_images: two characters which change when any pixel changes.

    There are 1,296 such names. The compression of the files makes no difference.
    """
    digest = sha256()
    for tile, picture in pictures.items():
        digest.update(tile.key.encode())
        digest.update(Image.open(BytesIO(picture)).tobytes())
    number = int.from_bytes(digest.digest()) % len(_EDITION_LETTERS) ** EDITION_LENGTH
    high, low = divmod(number, len(_EDITION_LETTERS))
    return _EDITION_LETTERS[high] + _EDITION_LETTERS[low]
