"""The pictures of the emoji in the page."""

from __future__ import annotations

import pytest
from simcord.preview._media import MediaError

from bot.local.drawings import Drawings
from bot.show.emoji import TILE_EMOJI
from bot.show.render import tileset


async def test_our_own_drawings_need_no_check() -> None:
    """What was drawn here is shown as it is."""
    drawing = tileset.image(TILE_EMOJI[0])
    shown = await Drawings([drawing]).validate("tile", drawing)
    assert shown.normalized == drawing
    assert (shown.width, shown.height, shown.content_type) == (128, 128, "image/png")


async def test_other_files_are_checked() -> None:
    """Whatever else is sent goes the way that SimCord has for it."""
    with pytest.raises(MediaError):
        await Drawings([tileset.image(TILE_EMOJI[0])]).validate("file", b"no picture")
