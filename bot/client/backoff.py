"""Growing pauses between tries of what fails."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple


def pauses(first: float, longest: float) -> Iterator[float]:
    """Seconds to wait before each further try, without an end: twice as many each time.

    >>> from itertools import islice
    >>> list(islice(pauses(1.0, 5.0), 5))
    [1.0, 2.0, 4.0, 5.0, 5.0]
    """
    pause = first
    while True:
        yield min(pause, longest)
        pause = min(2 * pause, longest)


class _Pause(NamedTuple):
    until: datetime
    length: timedelta


class Backoff:
    """When to try each of several things again: after `first`, then after twice as long each time.

    No pause is longer than `longest`.
    """

    def __init__(self, clock: Callable[[], datetime], first: timedelta, longest: timedelta) -> None:
        self._clock = clock
        self._first = first
        self._longest = longest
        self._pauses: dict[Hashable, _Pause] = {}

    def is_due(self, key: Hashable) -> bool:
        """Whether there is no pause on, or it is over."""
        pause = self._pauses.get(key)
        return pause is None or pause.until <= self._clock()

    def failed(self, key: Hashable) -> None:
        """Begin a pause, twice as long as the last one."""
        now = self._clock()
        # what has not been tried for so long is done with, or begins anew
        recent = (kept for kept in self._pauses.items() if kept[1].until + self._longest > now)
        self._pauses = dict(recent)
        last = self._pauses.get(key)
        length = self._first if last is None else min(2 * last.length, self._longest)
        self._pauses[key] = _Pause(now + length, length)

    def succeeded(self, key: Hashable) -> None:
        """Forget that something has ever failed."""
        self._pauses.pop(key, None)

    def clear(self) -> None:
        """Try everything again at once."""
        self._pauses.clear()
