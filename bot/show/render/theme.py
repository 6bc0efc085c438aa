"""The colours of images, dark and light, and the palettes of the files."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Final

from PIL import Image, ImageColor

from bot.match.session import BoardStyle


@dataclass(frozen=True, slots=True)
class ColourTheme:
    """The colours of an image, as `#rrggbb`."""

    ground: str
    """The background behind the tiles."""
    free: str
    """A free tile."""
    board: str
    """The wall with the holes for discs (gravity)."""
    taken: str
    """A tile under a mark, and an empty hole."""
    lit: str
    """A tile that is marked to look at."""
    ink: str
    """Numbers, and the frame of the last move."""
    faint: str
    """Coordinates and other text beside the board."""
    red: str
    blue: str
    yellow: str
    win: str
    draw: str
    loss: str


DARK: Final = ColourTheme(
    ground="#2b2d31",
    free="#4a5163",
    board="#33539e",
    taken="#1b1d22",
    lit="#665010",
    ink="#ffffff",
    faint="#a9b0bf",
    red="#ff6f61",
    blue="#5cb3ff",
    yellow="#ffc83d",
    win="#5ed08a",
    draw="#e0c36a",
    loss="#d58cf0",
)
LIGHT: Final = ColourTheme(
    ground="#eef0f4",
    free="#d3d9e4",
    board="#2a4a9a",
    taken="#ffffff",
    lit="#ffdd7a",
    ink="#23262d",
    faint="#5d6675",
    red="#e0453a",
    blue="#0d3f86",
    yellow="#e3a300",
    win="#14602c",
    draw="#8f6b00",
    loss="#5a1675",
)


DARK_WOOD: Final = ColourTheme(
    ground="#7a5c36",
    free="#7a5c36",
    board="#7a5c36",
    taken="#14110c",
    lit="#ffd34d",
    ink="#24180a",
    faint="#f0e2c8",
    red="#101010",
    blue="#f4f1ea",
    yellow="#ff5a3c",
    win="#6fe39b",
    draw="#ffd98a",
    loss="#eab0ff",
)
"""The dark colours of a board with lines: X is black, in place of red, and O white.

Yellow marks the last stone, `ink` is the colour of the lines.
"""
LIGHT_WOOD: Final = ColourTheme(
    ground="#e6c68b",
    free="#e6c68b",
    board="#e6c68b",
    taken="#ffffff",
    lit="#9a5b00",
    ink="#5a4322",
    faint="#4a3716",
    red="#161616",
    blue="#fdfdfb",
    yellow="#ee4a2c",
    win="#0f5226",
    draw="#6d5200",
    loss="#7a2a96",
)
"""The light colours of a board with lines."""


def wooden(theme: ColourTheme) -> ColourTheme:
    """The colours of a board with lines that go with a theme."""
    return LIGHT_WOOD if theme is LIGHT else DARK_WOOD


def theme(style: BoardStyle) -> ColourTheme:
    """The colours of images in a style."""
    return LIGHT if style is BoardStyle.LIGHT else DARK


_STEPS: Final = 4
"""The palette has three blends between any two of the 13 colours: 13 + 78 x 3 = 247 colours."""


def blend(one: str, other: str) -> str:
    """The colour halfway between two, which the palette has."""
    mixed = (
        round((a + b) / 2)
        for a, b in zip(ImageColor.getrgb(one)[:3], ImageColor.getrgb(other)[:3], strict=True)
    )
    return f"#{bytes(mixed).hex()}"


def contrast(one: str, other: str) -> float:
    """The contrast of two colours without any hue: 1 to 21, as WCAG measures it."""
    dark, light = sorted((_luminance(one), _luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    """The relative luminance of a colour, from 0 to 1."""
    parts = (part / 255 for part in ImageColor.getrgb(colour)[:3])
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@lru_cache
def _palette(theme: ColourTheme) -> tuple[int, ...]:
    """The colours of a theme, the background first, and blends of any two for smooth edges."""
    colours = [ImageColor.getrgb(colour)[:3] for colour in astuple(theme)]
    blends = (
        round(one + (other - one) * step / _STEPS)
        for first, second in combinations(colours, 2)
        for step in range(1, _STEPS)
        for one, other in zip(first, second, strict=True)
    )
    return (*chain.from_iterable(colours), *blends)


def blank(size: tuple[int, int], theme: ColourTheme) -> Image.Image:
    """An empty image in the theme's background, with the theme's palette."""
    image = Image.new("P", size)
    image.putpalette(_palette(theme))
    return image


def indexed(image: Image.Image, theme: ColourTheme) -> Image.Image:
    """A drawing on the theme's background, with the theme's palette."""
    whole = Image.new("RGB", image.size, theme.ground)
    whole.paste(image, mask=image)
    return whole.quantize(palette=blank((1, 1), theme), dither=Image.Dither.NONE)
