"""The time at Discord, which the ids of its messages tell."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

import discord

_TRUSTED: Final = timedelta(seconds=5)
"""How wrong the host's clock may be: no two times are compared that closely."""
_ABSURD: Final = timedelta(days=1)
"""A difference that says nothing of the time: the id was not made by Discord's clock."""
_WINDOW: Final = timedelta(minutes=10)
"""How long an id says how wrong the host's clock is. That may be set meanwhile."""
_NONE: Final = -_ABSURD


class DiscordClock:
    """The host's clock, put right by the ids of what Discord has just told.

    An id arrives when it is some moments old, or minutes after a broken connection. So of all
    differences of some minutes the one counts that puts the time furthest ahead.
    """

    def __init__(self, host: Callable[[], datetime]) -> None:
        self._host = host
        self._since = host()
        """When the newest window began."""
        self._best = self._last_best = _NONE
        """The greatest difference in the newest window, and in the one before."""

    def now(self) -> datetime:
        """What time it is at Discord; what the host says, as long as nothing has been heard."""
        return self._host() + self.difference

    @property
    def difference(self) -> timedelta:
        """How far Discord's clock is ahead of the host's; zero if the two agree."""
        found = max(self._best, self._last_best)
        return timedelta() if found == _NONE or abs(found) < _TRUSTED else found

    def hear(self, id_: int) -> None:
        """Note the id of something that has just happened at Discord."""
        now = self._host()
        if abs(now - self._since) > _WINDOW:
            self._since, self._last_best, self._best = now, self._best, _NONE
        difference = discord.utils.snowflake_time(id_) - now
        if abs(difference) < _ABSURD:
            self._best = max(self._best, difference)
