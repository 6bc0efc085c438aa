"""Which channels Discord calls closed: once may be a mistake, twice with time between is none."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.match.players import ChannelId

BETWEEN: Final = timedelta(seconds=30)
"""Between the two times: a permission that is being changed may be back soon."""
_SIZE: Final = 10_000
"""How many channels are remembered."""


class Closures:
    """Since when each channel has been closed, as far as this process has met it."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._since: dict[ChannelId, datetime] = {}

    def note(self, channel: ChannelId) -> bool:
        """A channel was found closed; whether it had been a while ago already."""
        now = self._clock()
        since = self._since.setdefault(channel, now)
        if len(self._since) > _SIZE:
            del self._since[next(iter(self._since))]
        return now - since >= BETWEEN

    def forget(self, channel: ChannelId) -> None:
        """A channel is open, or nothing is played there any more."""
        self._since.pop(channel, None)
