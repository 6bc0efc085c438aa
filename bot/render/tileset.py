"""The pictures of the application emoji."""

from __future__ import annotations

from io import BytesIO
from typing import Final

from bot.emoji import Tile
from bot.render.draw import tile_image
from bot.render.theme import DARK

PIXELS: Final = 128
"""The side of a tile: what Discord keeps of an emoji."""


def image(tile: Tile) -> bytes:
    """A tile as PNG on a transparent ground, which stands out on dark and light alike."""
    file = BytesIO()
    tile_image(tile, DARK, PIXELS).save(file, "PNG", optimize=True)
    return file.getvalue()
