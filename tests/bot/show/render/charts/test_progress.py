"""Charts of numbers over weeks."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.show.render.charts.progress import Series, _ticks, progress_chart
from bot.show.render.theme import DARK, LIGHT, ColourTheme
from tests.bot.show.render.drawings import opened

WEEKS = [date(2026, 1, 5) + timedelta(weeks=week) for week in range(12)]
NUMBERS = st.floats(-3_000, 3_000, allow_subnormal=False)
POINTS = st.lists(st.tuples(st.floats(0, 11), NUMBERS), min_size=1, max_size=20).map(tuple)


@given(POINTS)
def test_every_point_lies_on_its_axis(points: tuple[tuple[float, float], ...]) -> None:
    """Between the first number and the last, of which there are two to four."""
    ticks = _ticks(Series(1, points))
    assert 2 <= len(ticks) <= 4
    assert all(ticks[0] <= value <= ticks[-1] for _, value in points)


@given(POINTS.map(lambda points: tuple((week, abs(value)) for week, value in points)))
def test_bars_begin_at_nothing(points: tuple[tuple[float, float], ...]) -> None:
    """A bar of twice the number is twice as long."""
    assert _ticks(Series(1, points, bars=True))[0] == 0


def test_numbers_on_an_axis_are_round() -> None:
    """Whole steps of 1, 2 or 5, times a power of ten."""
    assert list(_ticks(Series(1, ((0, 1_480), (1, 1_622))))) == [1_400, 1_500, 1_600, 1_700]
    assert list(_ticks(Series(1, ((0, 3),), bars=True))) == [0, 1, 2, 3]
    assert list(_ticks(Series(1, ((0, 70),), bounds=(0, 100)))) == [0, 50, 100]


@pytest.mark.parametrize("theme", [DARK, LIGHT], ids=["dark", "light"])
def test_each_series_has_a_colour_of_its_own(theme: ColourTheme) -> None:
    """The first two are told apart by shape too: a line and bars."""
    series = [Series(1, ((0, 1), (11, 3))), Series(2, ((5, 2),), bars=True)]
    colours = opened(progress_chart(WEEKS, series, theme)).getcolors(maxcolors=1 << 16) or []
    drawn = {f"#{bytes(colour[:3]).hex()}" for _, colour in colours if isinstance(colour, tuple)}
    assert {theme.blue, theme.win} <= drawn
    assert theme.red not in drawn
