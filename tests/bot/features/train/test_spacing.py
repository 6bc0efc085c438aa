"""When a position comes again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta, timezone
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.features.train.spacing import AGAIN, LEARNED, Grade, Spacing
from tests.bot.builders import NOON

AGAIN_, HARD, GOOD, EASY = Grade.Again, Grade.Hard, Grade.Good, Grade.Easy
DAY = timedelta(days=1)


def pauses(*grades: Grade) -> Iterator[timedelta | None]:
    """The pause after each of these answers, each given when the position is due."""
    spacing, now = Spacing.fresh(NOON), NOON
    for grade in grades:
        spacing = spacing.graded(grade, now)
        yield None if spacing.due is None else spacing.due - now
        now = spacing.due or now + LEARNED


@pytest.mark.parametrize(
    "grades, expected",
    [
        ((GOOD, EASY), (2 * DAY, None)),
        ((GOOD, GOOD), (2 * DAY, 11 * DAY)),
        ((AGAIN_, GOOD, EASY, EASY), (AGAIN, DAY, 4 * DAY, None)),
        ((GOOD, AGAIN_, GOOD), (2 * DAY, AGAIN, DAY)),
        ((HARD, GOOD), (1.5 * AGAIN, DAY)),
    ],
)
def test_the_pauses_are_known(
    grades: tuple[Grade, ...], expected: tuple[timedelta | None, ...]
) -> None:
    """They are part of what players are told: two days, and then it is learned."""
    assert tuple(pauses(*grades)) == expected


@given(st.lists(st.sampled_from(list(Grade)), min_size=1, max_size=12))
def test_a_miss_brings_it_back_at_once_and_nothing_brings_it_sooner(grades: list[Grade]) -> None:
    """After a miss it comes in ten minutes; no pause is shorter, and none that is told too long."""
    for grade, pause in zip(grades, pauses(*grades), strict=True):
        if grade is AGAIN_:
            assert pause == AGAIN
        else:
            assert pause is None or AGAIN <= pause < LEARNED


def test_pauses_grow_while_it_is_found() -> None:
    """Each is longer than the one before, until it is learned."""
    found = list(pauses(AGAIN_, GOOD, GOOD, GOOD, GOOD, GOOD))
    assert found[-1] is None
    assert all(a < b for a, b in pairwise(pause for pause in found if pause is not None))


def test_the_zone_of_the_clock_does_not_matter() -> None:
    """The same moment in another zone gives the same days."""
    elsewhere = NOON.astimezone(timezone(timedelta(hours=9)))
    here, there = (Spacing.fresh(now).graded(GOOD, now) for now in (NOON, elsewhere))
    assert here == there


@pytest.mark.parametrize("moment", [NOON - DAY, NOON - timedelta(days=400)])
def test_a_clock_that_was_set_back_is_no_error(moment: datetime) -> None:
    """A host may find its clock wrong; the position still comes again."""
    spacing = Spacing.fresh(NOON).graded(GOOD, NOON).graded(GOOD, moment)
    assert spacing.due is None or spacing.due > moment
