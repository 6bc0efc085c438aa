"""What is posted in channels: how far up a board has moved, and how much may be sent just now."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from time import monotonic
from typing import Final

from bot.bounded import BoundedDict
from bot.match.session import ChannelId, MessageId

NEAR: Final = 5
"""How many messages may stand below a board that still changes in place."""
MOST: Final = 4
"""The most changes of boards in a channel in a PERIOD. Discord takes five messages: one is left for
an answer to somebody."""
MOST_OLD: Final = 3
"""The most changes of old boards in a channel in a PERIOD. Discord counts changes apart from what
is posted, and where a board was left above the newer one was posted."""
PERIOD: Final = 5.0
"""The seconds in which Discord counts."""
_KEPT: Final = 10_000
"""How many channels are remembered."""


class Traffic:
    """Counts, for each channel in which a board was posted, what was said and sent since."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = monotonic) -> None:
        self.most = most
        self._clock = clock
        self._boards: BoundedDict[ChannelId, tuple[MessageId, int]] = BoundedDict(_KEPT)
        """The newest board of each channel, and how many messages stand below it."""
        self._sent: dict[ChannelId, deque[float]] = {}
        """When boards were last changed."""

    def heard(self, channel: ChannelId, message: MessageId) -> None:
        """Note that a message has appeared in a channel."""
        board, below = self._boards.get(channel, (message, 0))
        if message > board:
            self._boards[channel] = board, below + 1

    def posted(self, channel: ChannelId, board: MessageId) -> None:
        """Note that a board was posted at the bottom of a channel."""
        self._boards[channel] = board, 0

    def is_near(self, channel: ChannelId, board: MessageId, *, last: bool = False) -> bool:
        """Whether a board is at the bottom of its channel, or just above it; if `last`, not above.

        What an earlier process has posted is not: nobody has counted what was said since.
        """
        newest, below = self._boards.get(channel, (None, 0))
        return newest == board and below <= (min(NEAR, 0) if last else NEAR)

    async def wait(self, channel: ChannelId) -> None:
        """Wait until a board of a channel may be changed."""
        while (pause := self._pause(channel)) > 0:  # noqa: ASYNC110 - time alone ends it
            await asyncio.sleep(pause)

    def take(self, channel: ChannelId) -> bool:
        """Count a change of a board, if there is room for it. Returns whether there was."""
        if self._pause(channel) > 0:
            return False
        self.sent(channel)
        return True

    def sent(self, channel: ChannelId) -> None:
        """Count a change of a board."""
        self._sent.setdefault(channel, deque()).append(self._clock())

    def _pause(self, channel: ChannelId) -> float:
        """The seconds until there is room for one more change. Forgets what counts no more."""
        now, sent = self._clock(), self._sent.get(channel, deque())
        while sent and now - sent[0] >= PERIOD:
            sent.popleft()
        if not sent:
            self._sent.pop(channel, None)
        return 0.0 if len(sent) < self.most else sent[0] + PERIOD - now
