"""Tables as pictures."""

from __future__ import annotations

import pytest

from bot.show.render.charts.table import is_drawable, table_picture
from bot.show.render.theme import DARK, LIGHT, ColourTheme
from tests.bot.show.render.drawings import opened


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_a_table_is_as_large_as_what_is_in_it(theme: ColourTheme) -> None:
    """A line for each row; a long name is cut."""
    rows = [["1", "alice", "3.5"], ["2", "W" * 32, "2"]]
    image = opened(table_picture(rows, theme))
    assert image.height == 2 * 34 + 28
    assert image.width < 480
    longer = opened(table_picture([*rows, ["3", "W" * 64, "2"]], theme))
    assert longer.width == image.width


def test_sixty_four_players_are_a_small_file() -> None:
    """Discord takes 10 MB, a phone on the way less."""
    rows = [[str(n), f"player {n}", str(n)] for n in range(1, 65)]
    assert len(table_picture(rows)) < 40_000


@pytest.mark.parametrize(
    "name",
    ["Élodie", "Łukasz", "さくら", "Ольга", "محمد", "Žižka", "a\u0301b", "alice 🎲", "\n\t", ""],
)
def test_no_name_is_drawn_that_would_lose_a_letter(name: str) -> None:
    """The font has ASCII alone."""
    assert not is_drawable(name)
    assert is_drawable("alice_2 (x)")
