"""Numbers as pictures: charts and tables."""

from __future__ import annotations

from datetime import date, timedelta
from io import BytesIO

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from bot.show.render.charts import (
    Series,
    _axis_numbers,
    chart,
    is_drawable,
    progress_chart,
    table_picture,
)
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


WEEKS = [date(2026, 1, 5) + timedelta(weeks=week) for week in range(12)]
NUMBERS = st.floats(-3_000, 3_000, allow_subnormal=False)
POINTS = st.lists(st.tuples(st.floats(0, 11), NUMBERS), min_size=1, max_size=20).map(tuple)


@given(POINTS)
def test_every_point_lies_on_its_axis(points: tuple[tuple[float, float], ...]) -> None:
    """Between the first number and the last, of which there are two to four."""
    ticks = _axis_numbers(Series(1, points))
    assert 2 <= len(ticks) <= 4
    assert all(ticks[0] <= value <= ticks[-1] for _, value in points)


@given(POINTS.map(lambda points: tuple((week, abs(value)) for week, value in points)))
def test_bars_begin_at_nothing(points: tuple[tuple[float, float], ...]) -> None:
    """A bar of twice the number is twice as long."""
    assert _axis_numbers(Series(1, points, bars=True))[0] == 0


def test_numbers_on_an_axis_are_round() -> None:
    """Whole steps of 1, 2 or 5, times a power of ten."""
    assert list(_axis_numbers(Series(1, ((0, 1_480), (1, 1_622))))) == [1_400, 1_500, 1_600, 1_700]
    assert list(_axis_numbers(Series(1, ((0, 3),), bars=True))) == [0, 1, 2, 3]
    assert list(_axis_numbers(Series(1, ((0, 70),), bounds=(0, 100)))) == [0, 50, 100]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_each_series_has_a_colour_of_its_own(theme: ColourTheme) -> None:
    """The first two are told apart by shape too: a line and bars."""
    series = [Series(1, ((0, 1), (11, 3))), Series(2, ((5, 2),), bars=True)]
    colours = opened(progress_chart(WEEKS, series, theme)).getcolors(maxcolors=1 << 16) or []
    drawn = {f"#{bytes(colour[:3]).hex()}" for _, colour in colours if isinstance(colour, tuple)}
    assert {theme.blue, theme.win} <= drawn
    assert theme.red not in drawn


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
