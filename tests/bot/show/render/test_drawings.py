"""Drawings against those that a person has looked at."""

from __future__ import annotations

import pytest

from bot.show.render import png
from tests.bot.builders import position
from tests.bot.show.render.drawings import DRAWINGS, FOLDER, TOLERANCE, farthest_patch, opened


@pytest.mark.parametrize("name", DRAWINGS)
def test_drawings_are_as_kept(name: str) -> None:
    """Each drawing looks like its golden file."""
    kept = opened((FOLDER / f"{name}.png").read_bytes())
    assert farthest_patch(opened(DRAWINGS[name]()), kept) <= TOLERANCE


def test_no_drawing_is_left_over() -> None:
    """Every golden file belongs to a drawing."""
    assert {path.stem for path in FOLDER.iterdir()} == set(DRAWINGS)


def test_the_comparison_sees_a_single_mark() -> None:
    """On the largest board another last move is more than the tolerance."""
    one, other = position("19x19", [1, 2, 3]), position("19x19", [3, 2, 1])
    assert farthest_patch(opened(png.board(one)), opened(png.board(other))) > TOLERANCE
