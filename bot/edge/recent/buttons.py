"""Whether the server that is spoken to takes buttons, as its answers lately say."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from time import monotonic
from typing import Final

_ROW: Final = 3
"""After so many refusals in a row it is the server that takes none, and not the messages."""
_FIRST_PAUSE: Final = 600.0
"""Seconds until buttons are tried again. Each further pause is twice as long."""
_LONGEST_PAUSE: Final = 6 * 3600.0


class ButtonsTaken:
    """Learns from each message with buttons whether the server takes them.

    One refusal concerns that message alone. Several in a row say that the server takes none, if
    they come from several channels, or if it has never taken any. After a while one more message
    tries, and is enough to have the buttons back.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._row = 0
        self._channels: set[Hashable] = set()
        """Where the refusals of the row came from."""
        self._has_taken = False
        self._until = 0.0
        self._pause = _FIRST_PAUSE
        self.taken = True
        """Whether messages can have buttons, as far as is known."""

    @property
    def may_try(self) -> bool:
        """Whether a message is sent with its buttons: not while the server takes none."""
        return self.taken or self._clock() >= self._until

    def refused(self, channel: Hashable) -> bool:
        """Note a message whose buttons were not taken. Whether the server counts as taking none."""
        self._row += 1
        self._channels.add(channel)
        if self._row < _ROW or (self._has_taken and len(self._channels) == 1):
            return False
        self.taken = False
        self._until = self._clock() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        return True

    def accepted(self) -> None:
        """Note a message whose buttons were taken."""
        self._row = 0
        self._channels.clear()
        self._has_taken = self.taken = True
        self._pause = _FIRST_PAUSE
