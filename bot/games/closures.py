"""Remembers which channels were closed to the bot, so that one failure does not end a game.

A channel counts as gone if it is still closed a while later.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from bot.bounded import BoundedDict
from bot.match.players import ChannelId

CONFIRM_AFTER: Final = timedelta(seconds=30)
"""How long a channel must have been closed. A permission that is being changed may be back soon."""
_SIZE: Final = 10_000
"""The most channels that are remembered."""


class Closures:
    """Since when each channel has been closed, as far as this process has noticed."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self._clock = clock
        self._since: BoundedDict[ChannelId, datetime] = BoundedDict(_SIZE)

    def note(self, channel: ChannelId) -> bool:
        """Note that a channel is closed. Returns whether it has been closed for CONFIRM_AFTER."""
        now = self._clock()
        if channel not in self._since:
            self._since[channel] = now
        return now - self._since[channel] >= CONFIRM_AFTER

    def forget(self, channel: ChannelId) -> None:
        """Note that a channel is open, or that nothing is played there any more."""
        self._since.pop(channel, None)
