"""The pictures of the application emoji."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from string import ascii_lowercase, digits
from types import MappingProxyType
from typing import Final

from PIL import Image

from bot.show.emoji import EDITION_LENGTH, TILES, Tile
from bot.show.render.draw import tile_image
from bot.show.render.theme import DARK

PIXELS: Final = 128
"""The side of a tile: what Discord keeps of an emoji."""

_LETTERS: Final = digits + ascii_lowercase


@cache
def images() -> Mapping[Tile, bytes]:
    """Every tile as PNG: takes a second the first time, not for an event loop."""
    return MappingProxyType({tile: image(tile) for tile in TILES})


def image(tile: Tile) -> bytes:
    """A tile as PNG on a transparent ground, which stands out on dark and light alike."""
    file = BytesIO()
    tile_image(tile, DARK, PIXELS).save(file, "PNG", optimize=True)
    return file.getvalue()


def edition(pictures: Mapping[Tile, bytes]) -> str:
    """The name of a set of drawings: two characters which change when any of them does.

    They tell 1,296 editions apart; it depends on the pixels, not on how they are packed.
    """
    digest = sha256()
    for tile, picture in pictures.items():
        digest.update(tile.key.encode())
        digest.update(Image.open(BytesIO(picture)).tobytes())
    number = int.from_bytes(digest.digest()) % len(_LETTERS) ** EDITION_LENGTH
    high, low = divmod(number, len(_LETTERS))
    return _LETTERS[high] + _LETTERS[low]
