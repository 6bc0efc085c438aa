"""The colours of the pictures, dark and light, and the palettes that they are stored in."""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import chain, combinations
from typing import Final

from PIL import Image, ImageColor

from bot.match.session import BoardStyle


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a picture, as `#rrggbb`."""

    ground: str
    """Behind the tiles."""
    free: str
    board: str
    """The wall with the holes that discs fall into."""
    taken: str
    """The tile under a mark, and an empty hole."""
    lit: str
    """A tile to look at."""
    ink: str
    """Numbers, and the frame of the last move."""
    faint: str
    """Coordinates."""
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
    """The colours of pictures for a style."""
    return LIGHT if style is BoardStyle.LIGHT else DARK


_STEPS: Final = 4
"""Between two colours of a theme its palette holds every fourth part: 247 colours of 13."""


@lru_cache
def _palette(theme: Theme) -> tuple[int, ...]:
    """The colours of a theme, its ground first, and what smooths the edge between any two."""
    colours = [ImageColor.getrgb(colour)[:3] for colour in astuple(theme)]
    blends = (
        round(one + (other - one) * step / _STEPS)
        for first, second in combinations(colours, 2)
        for step in range(1, _STEPS)
        for one, other in zip(first, second, strict=True)
    )
    return (*chain.from_iterable(colours), *blends)


def blank(size: tuple[int, int], theme: Theme) -> Image.Image:
    """The theme's ground, in the theme's palette."""
    image = Image.new("P", size)
    image.putpalette(_palette(theme))
    return image


def indexed(image: Image.Image, theme: Theme) -> Image.Image:
    """A drawing on the theme's ground, in the theme's palette."""
    whole = Image.new("RGB", image.size, theme.ground)
    whole.paste(image, mask=image)
    return whole.quantize(palette=blank((1, 1), theme), dither=Image.Dither.NONE)
