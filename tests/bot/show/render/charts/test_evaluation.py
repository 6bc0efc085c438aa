"""The evaluation over the moves of a game."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image

from bot.show.render.charts.evaluation import chart
from bot.show.render.theme import DARK, LIGHT, ColourTheme
from engine import Rules
from tests.bot.show.render.drawings import TOLERANCE, farthest_patch, opened, walk

THREE = Rules.parse("3x3")


def differ(one: bytes, other: bytes) -> bool:
    """Whether anybody sees the difference between two drawings."""
    return farthest_patch(opened(one), opened(other)) > TOLERANCE


def redness(drawing: bytes, upper: bool) -> int:
    """How many pixels of the upper or lower half of the bars have the colour of X."""
    picture = opened(drawing)
    middle = (28 + 212) // 2
    box = (60, 30, 620, middle - 4) if upper else (60, middle + 4, 620, 210)
    colours = picture.crop(box).getcolors(maxcolors=1 << 16) or []
    return sum(count for count, colour in colours if colour == (0xFF, 0x6F, 0x61))


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
@pytest.mark.parametrize("moves", [7, 42, 225, 361])
def test_charts_are_small(moves: int, theme: ColourTheme) -> None:
    """Every chart has the same size in pixels and takes at most 10 kB."""
    drawn = chart(THREE, walk(moves), range(1, moves, 9), theme)
    assert Image.open(BytesIO(drawn)).size == (640, 260)
    assert len(drawn) <= 10_000


def test_bars_go_up_for_x_and_down_for_o() -> None:
    """A good evaluation for X is above the line in the colour of X, a bad one never."""
    up, down = chart(THREE, [0.5, 0.5]), chart(THREE, [-0.5, -0.5])
    assert redness(up, upper=True) > 1_000
    assert redness(up, upper=False) == redness(down, upper=True) == redness(down, upper=False) == 0


def test_higher_is_better() -> None:
    """A proved win has a longer bar than a good estimate."""
    assert redness(chart(THREE, [1.0]), upper=True) > 1.5 * redness(chart(THREE, [0.5]), upper=True)


def test_an_even_position_is_not_a_gap() -> None:
    """Zero has a bar on the line, None has nothing."""
    assert opened(chart(THREE, [0.0])).tobytes() != opened(chart(THREE, [None])).tobytes()


def test_mistakes_are_marked_with_who_made_them() -> None:
    """A mistake is seen, and so is whether X or O made it."""
    values = [0.1, 0.1]
    drawings = [chart(THREE, values, mistakes) for mistakes in ((), (1,), (2,))]
    assert differ(drawings[0], drawings[1])
    assert differ(drawings[0], drawings[2])
    assert differ(drawings[1], drawings[2])


def test_discs_have_their_own_marks() -> None:
    """The axis of a game with gravity shows discs."""
    assert differ(chart(THREE, [0.1]), chart(Rules.parse("connect4"), [0.1]))


def test_a_game_without_moves_has_an_empty_chart() -> None:
    """No values, no bars."""
    assert redness(chart(THREE, []), upper=True) == 0
