"""The images of the application emoji."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from io import BytesIO
from string import ascii_lowercase, digits
from types import MappingProxyType
from typing import Final

from PIL import Image

from bot.show.emoji import EDITION_LENGTH, TILE_EMOJI, TileEmoji
from bot.show.render.draw import tile_image
from bot.show.render.theme import DARK

PIXELS: Final = 128
"""The side of an emoji in pixels: the size that Discord stores."""

_LETTERS: Final = digits + ascii_lowercase


@cache
def images() -> Mapping[TileEmoji, bytes]:
    """Every tile as a PNG file.

    The first call takes a second: do not make it in an event loop.
    """
    return MappingProxyType({tile: image(tile) for tile in TILE_EMOJI})


def image(tile: TileEmoji) -> bytes:
    """A tile as a PNG file with a transparent background. It is visible on dark and on light."""
    file = BytesIO()
    tile_image(tile, DARK, PIXELS).save(file, "PNG", optimize=True)
    return file.getvalue()


def edition(pictures: Mapping[TileEmoji, bytes]) -> str:
    """The name of a set of images: two characters which change when any pixel changes.

    There are 1,296 such names. The compression of the files makes no difference.
    """
    digest = sha256()
    for tile, picture in pictures.items():
        digest.update(tile.key.encode())
        digest.update(Image.open(BytesIO(picture)).tobytes())
    number = int.from_bytes(digest.digest()) % len(_LETTERS) ** EDITION_LENGTH
    high, low = divmod(number, len(_LETTERS))
    return _LETTERS[high] + _LETTERS[low]
