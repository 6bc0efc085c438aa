"""The table of depth and speed by board."""

from __future__ import annotations

import pytest

from benchmarks.growth import BOARDS, PAGE, Growth, filled, opening, table
from engine import Rules


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_begins_alike(board: str) -> None:
    """Four stones stand in the middle, and nothing is decided."""
    position = opening(Rules.parse(board))
    assert position.ply == 4
    assert position.outcome is None


def test_the_page_has_a_place_for_it() -> None:
    """What is written replaces what was written before, and nothing else."""
    page = PAGE.read_text(encoding="utf-8")
    once = filled(page, table([Growth("9x9x5", None, 12, 2469136, 2.0, 99.6)], 2.0))
    assert "| 9x9x5 | 12 | 1,234,568 | 100 MB |" in once
    twice = filled(once, table([Growth("9x9x5", "win", 3, 10, 0.01, 99.0)], 2.0))
    assert "| 9x9x5 | proved: win | at once | 99 MB |" in twice
    assert "1,234,568" not in twice
    assert twice.startswith(page[: page.index("<!-- growth")])
    assert twice.endswith(page[page.index("<!-- end of growth") :])
