"""The pictures of the application emoji."""

from __future__ import annotations

import re
from functools import cache
from io import BytesIO
from itertools import combinations
from typing import Final

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.show.emoji import NUMBERS, TILE_EMOJI, TileEmoji
from bot.show.render import tileset
from tests.bot.show.render.drawings import on_ground

GROUNDS: Final = ("#313338", "#ffffff")
"""What the client puts behind messages in its dark and light themes."""
IN_TEXT: Final = 22
"""The side of an emoji in a line of text, in pixels."""
PLAIN: Final = [tile for tile in TILE_EMOJI if tile.number is None]


@cache
def drawn(tile: TileEmoji) -> bytes:
    """The picture of a tile."""
    return tileset.image(tile)


@cache
def in_text(tile: TileEmoji, ground: str) -> Image.Image:
    """A tile as it stands in a message, without its colours."""
    return on_ground(drawn(tile), ground, IN_TEXT).convert("L")


def unlike(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, 0 to 255."""
    return ImageStat.Stat(ImageChops.difference(one, other)).mean[0]


def test_every_tile_is_what_discord_takes() -> None:
    """128 pixels square, less than 10 kB, with transparent corners."""
    for tile in TILE_EMOJI:
        picture = Image.open(BytesIO(drawn(tile)))
        assert (picture.format, picture.mode, picture.size) == ("PNG", "RGBA", (128, 128))
        assert len(drawn(tile)) < 10_000
        assert picture.getchannel("A").getpixel((0, 0)) == 0


def test_a_tile_is_the_same_each_time() -> None:
    """Drawn again, a tile has the same bytes."""
    for tile in TILE_EMOJI[:: NUMBERS // 4]:
        assert tileset.image(tile) == drawn(tile)


@pytest.mark.parametrize("ground", GROUNDS)
def test_signs_are_told_apart_without_colour(ground: str) -> None:
    """In the size of text and in grey no two signs look alike."""
    for one, other in combinations(PLAIN, 2):
        assert unlike(in_text(one, ground), in_text(other, ground)) > 4, (one, other)


@pytest.mark.parametrize("ground", GROUNDS)
def test_numbers_are_told_apart(ground: str) -> None:
    """In the size of text no two numbers look alike."""
    numbers = [in_text(tile, ground) for tile in TILE_EMOJI if tile.number]
    assert min(unlike(one, other) for one, other in combinations(numbers, 2)) > 1.5


@pytest.mark.parametrize("ground", GROUNDS)
def test_numbers_stand_out(ground: str) -> None:
    """In the size of text the digits are much lighter than their tile."""
    for tile in TILE_EMOJI:
        if tile.number:
            shades = in_text(tile, ground).crop((4, 4, 18, 18)).tobytes()
            assert max(shades) - min(shades) > 120, tile


def test_an_edition_is_that_of_its_pixels() -> None:
    """Two characters which stay the same until any drawing changes."""
    drawings = {tile: drawn(tile) for tile in PLAIN}
    edition = tileset.edition(drawings)
    assert re.fullmatch("[0-9a-z]{2}", edition)
    packed = BytesIO()
    Image.open(BytesIO(drawings[PLAIN[0]])).save(packed, "PNG", compress_level=0)
    assert tileset.edition({**drawings, PLAIN[0]: packed.getvalue()}) == edition
    assert tileset.edition({**drawings, PLAIN[0]: drawings[PLAIN[1]]}) != edition
