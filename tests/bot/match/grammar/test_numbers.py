"""Numbers and days in what somebody has sent."""

from __future__ import annotations

from datetime import date

import pytest

from bot.match.grammar import NO_DAY, read_day, read_number
from bot.match.grammar.numbers import LARGEST


@pytest.mark.parametrize(
    "digits, number",
    [
        ("0", 0),
        ("007", 7),
        ("9223372036854775806", LARGEST - 1),
        ("9223372036854775808", LARGEST),
        ("9" * 19, LARGEST),
        ("9" * 5_000, LARGEST),
    ],
)
def test_a_number_fits_the_store(digits: str, number: int) -> None:
    """However many digits it has: Python itself reads no more than 4,300."""
    assert read_number(digits) == number


@pytest.mark.parametrize(
    "text, day",
    [
        ("2026-01-31", date(2026, 1, 31)),
        ("9999-12-31", date(9999, 12, 31)),
        ("2026-02-30", NO_DAY),
        ("0000-01-01", NO_DAY),
        ("today", NO_DAY),
    ],
)
def test_an_impossible_day_is_one_on_which_nothing_was(text: str, day: date) -> None:
    """The first of all."""
    assert read_day(text) == day
