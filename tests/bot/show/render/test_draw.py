"""What images are drawn with."""

from __future__ import annotations

import pytest
from PIL import ImageFont

from bot.show.render.draw import can_draw


@pytest.mark.parametrize("letters, drawn", [("Rating, 5x5 %", True), ("精", False), ("é", False)])
def test_what_the_font_can_draw_is_known(letters: str, drawn: bool) -> None:
    """A letter that it lacks looks like any other that it lacks."""
    font = ImageFont.load_default(21)
    lacking = bytes(font.getmask("\uffff"))
    shown = [bytes(font.getmask(letter)) for letter in letters]
    assert can_draw(letters) is drawn is (lacking not in shown)
