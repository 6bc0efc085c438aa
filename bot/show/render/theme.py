"""The colours of images, dark and light, and the palettes of the files."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Final

from PIL import Image, ImageColor

from bot.match.session import BoardStyle


@dataclass(frozen=True, slots=True)
class Theme:
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


DARK: Final = Theme(
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
LIGHT: Final = Theme(
    ground="#eef0f4",
    free="#d3d9e4",
    board="#4a73c9",
    taken="#ffffff",
    lit="#ffdd7a",
    ink="#23262d",
    faint="#5d6675",
    red="#d3362b",
    blue="#1768c4",
    yellow="#f2b200",
    win="#23803f",
    draw="#8f6b00",
    loss="#8d35ab",
)


def theme(style: BoardStyle) -> Theme:
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


@lru_cache
def _palette(theme: Theme) -> tuple[int, ...]:
    """The colours of a theme, the background first, and blends of any two for smooth edges."""
    colours = [ImageColor.getrgb(colour)[:3] for colour in astuple(theme)]
    blends = (
        round(one + (other - one) * step / _STEPS)
        for first, second in combinations(colours, 2)
        for step in range(1, _STEPS)
        for one, other in zip(first, second, strict=True)
    )
    return (*chain.from_iterable(colours), *blends)


def blank(size: tuple[int, int], theme: Theme) -> Image.Image:
    """An empty image in the theme's background, with the theme's palette."""
    image = Image.new("P", size)
    image.putpalette(_palette(theme))
    return image


def indexed(image: Image.Image, theme: Theme) -> Image.Image:
    """A drawing on the theme's background, with the theme's palette."""
    whole = Image.new("RGB", image.size, theme.ground)
    whole.paste(image, mask=image)
    return whole.quantize(palette=blank((1, 1), theme), dither=Image.Dither.NONE)
