"""Growing pauses between tries of what fails."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from datetime import datetime, timedelta
from typing import Generic, NamedTuple, TypeVar

K = TypeVar("K", bound=Hashable)


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
    begun: datetime
    until: datetime
    length: timedelta

    def is_over(self, now: datetime) -> bool:
        """Whether it has ended; so it has where the clock was set back, which may be by hours."""
        return not self.begun <= now < self.until


class Backoff(Generic[K]):
    """Exponential backoff for several things, each with a key.

    After a failure the next try is due after `first`. The pause doubles with each further failure
    up to `longest`. Who retries asks now and then what is due, and says what is done.
    """

    def __init__(self, clock: Callable[[], datetime], first: timedelta, longest: timedelta) -> None:
        self._clock = clock
        self._first = first
        self._longest = longest
        self._pauses: dict[K, _Pause] = {}
        self._tidied = clock()

    def __contains__(self, key: K) -> bool:
        """Whether something has failed since the last success."""
        return key in self._pauses

    def is_due(self, key: K) -> bool:
        """Whether a try is due: nothing has failed, or the pause is over."""
        pause = self._pauses.get(key)
        return pause is None or pause.is_over(self._clock())

    def due(self) -> set[K]:
        """The things that have failed, and whose pause is over."""
        now = self._clock()
        return {key for key, pause in self._pauses.items() if pause.is_over(now)}

    def failed(
        self, key: K, longest: timedelta | None = None, until: datetime | None = None
    ) -> None:
        """Note a failure: begin a pause, twice as long as the last one, and at most `longest`.

        It ends not before `until`, if it is known that no try can succeed before.
        """
        now = self._clock()
        if now - self._tidied > self._longest:
            # that work is done elsewhere, or starts from the first pause again
            self._pauses = {
                key: pause
                for key, pause in self._pauses.items()
                if now < pause.until + max(self._longest, pause.length)
            }
            self._tidied = now
        last = self._pauses.get(key)
        length = self._first if last is None else min(2 * last.length, longest or self._longest)
        self._pauses[key] = _Pause(now, max(now + length, until or now), length)

    def succeeded(self, key: K) -> None:
        """Note a success: forget the failures of this key."""
        self._pauses.pop(key, None)

    def hurry(self, which: Callable[[K], bool]) -> bool:
        """End the pauses of some keys, on news that a try may succeed now; they grow anew.

        Returns whether there were any.
        """
        now, found = self._clock(), [key for key in self._pauses if which(key)]
        self._pauses |= {key: _Pause(now, now, self._first / 2) for key in found}
        return bool(found)

    def clear(self) -> None:
        """Forget all failures, so that everything is due at once."""
        self._pauses.clear()
