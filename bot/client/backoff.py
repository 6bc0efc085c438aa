"""Growing pauses between tries of what fails."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from datetime import datetime, timedelta
from typing import NamedTuple


def pauses(first: float, longest: float) -> Iterator[float]:
    """Yield the seconds to wait before each retry, without an end: they double each time.

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
    """Exponential backoff for several things, each with a key.

    After a failure the next try is due after `first`. The pause doubles with each further failure
    up to `longest`.
    """

    def __init__(self, clock: Callable[[], datetime], first: timedelta, longest: timedelta) -> None:
        self._clock = clock
        self._first = first
        self._longest = longest
        self._pauses: dict[Hashable, _Pause] = {}
        self._tidied = clock()

    def is_due(self, key: Hashable) -> bool:
        """Whether a try is due: nothing has failed, or the pause is over."""
        pause = self._pauses.get(key)
        return pause is None or pause.until <= self._clock()

    def failed(self, key: Hashable, longest: timedelta | None = None) -> None:
        """Note a failure: begin a pause, twice as long as the last one, and at most `longest`."""
        now = self._clock()
        if now - self._tidied > self._longest:
            # that work is done elsewhere, or starts from the first pause again
            kept = (one for one in self._pauses.items() if now < one[1].until + self._longest)
            self._pauses = dict(kept)
            self._tidied = now
        last = self._pauses.get(key)
        length = self._first if last is None else min(2 * last.length, longest or self._longest)
        self._pauses[key] = _Pause(now + length, length)

    def succeeded(self, key: Hashable) -> None:
        """Note a success: forget the failures of this key."""
        self._pauses.pop(key, None)

    def clear(self) -> None:
        """Forget all failures, so that everything is due at once."""
        self._pauses.clear()
