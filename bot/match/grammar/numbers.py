"""Numbers and days in what somebody has sent: an id may be forged, and a mention is only text."""

from __future__ import annotations

from datetime import date
from typing import Final

LARGEST: Final = 2**63 - 1
"""The largest number that the store can hold, or Discord gives to anything."""
_DIGITS: Final = len(str(LARGEST))
NO_DAY: Final = date.min
"""The day that an impossible one is read as. Nothing happened on it."""


def read_number(digits: str) -> int:
    """Read a number, of however many digits; what is too large is read as the largest.

    Nothing has that one: so who asks for it hears what they would of any number that is not there.

    >>> read_number("12"), read_number("9" * 5_000) == LARGEST
    (12, True)
    """
    return min(int(digits), LARGEST) if len(digits) <= _DIGITS else LARGEST


def read_day(text: str) -> date:
    """Read a day as in `2026-01-31`; an impossible one as a day on which nothing happened."""
    try:
        return date.fromisoformat(text)
    except ValueError:
        return NO_DAY
