"""Counting in windows of time: the first event opens one, and with its end all is forgotten."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Final


@dataclass(frozen=True)
class Limit:
    """So many events in so many seconds."""

    most: int
    seconds: float


@dataclass
class Clock:
    """Discord's seconds. At a speed of 20 a limit of five seconds is over after a quarter."""

    speed: float = 1.0
    source: Callable[[], float] = field(default=monotonic)

    def now(self) -> float:
        """The time in Discord's seconds, from any moment."""
        return self.source() * self.speed

    def wait(self, seconds: float) -> float:
        """How long Discord's seconds are here, for a bot that is told to wait."""
        return seconds / self.speed


@dataclass(frozen=True)
class Count:
    """Where an event stands in its window."""

    limit: Limit
    used: int
    """Events in the window, this one included."""
    left: float
    """Discord's seconds until the window ends."""

    @property
    def exceeded(self) -> bool:
        """Whether it was one too many."""
        return self.used > self.limit.most

    @property
    def remaining(self) -> int:
        """How many more may follow in the window."""
        return max(0, self.limit.most - self.used)


_SWEEP: Final = 1_000
"""Windows after which those that have ended are thrown away."""


class Windows:
    """Windows of one limit, one for each key, such as a channel."""

    def __init__(self, limit: Limit, clock: Clock) -> None:
        self.limit = limit
        self._clock = clock
        self._open: dict[str, tuple[float, int]] = {}
        """When each window ends, and the events in it."""

    def count(self, key: str = "") -> Count:
        """Count an event."""
        now = self._clock.now()
        end, used = self._find(key, now)
        self._open[key] = end, used + 1
        if len(self._open) > _SWEEP:
            self._open = {each: found for each, found in self._open.items() if found[0] > now}
        return Count(self.limit, used + 1, end - now)

    def used(self, key: str = "") -> int:
        """The events in the window of a key so far."""
        return self._find(key, self._clock.now())[1]

    def _find(self, key: str, now: float) -> tuple[float, int]:
        end, used = self._open.get(key, (now, 0))
        return (end, used) if end > now else (now + self.limit.seconds, 0)
