"""What was posted in channels: how far up a board is, how much may be sent, and what changes it."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic
from typing import Final

from bot.edge.sending.answers import Interaction
from bot.edge.sending.messages import Edit
from bot.match.session import ChannelId, MessageId, UserId
from bot.pool.bounds import BoundedDict

NEAR: Final = 5
"""How many messages may stand below a board that still changes in place."""
NEAR_ON_A_PHONE: Final = 2
"""How many below one that is small enough to be seen whole above a phone's keyboard."""
MOST: Final = 4
"""The most changes of boards in a channel in a PERIOD. Discord allows five messages: one is left
for an answer to somebody."""
MOST_OLD: Final = 3
"""The most changes of old boards in a channel in a PERIOD. Discord counts changes apart from posts,
and where an old board was left above, the newer one was posted."""
PERIOD: Final = 5.0
"""The seconds in which Discord counts."""
_KEPT: Final = 10_000
"""How many channels, and how many messages, are remembered."""
_HEARD: Final = NEAR + 1
"""How many messages of a channel are remembered: more below a board make no difference."""

_Seen = tuple[MessageId | None, tuple[MessageId, ...]]
_NOTHING: Final[_Seen] = (None, ())


class Traffic:
    """Remembers the newest board of each channel, and what was said and sent last."""

    def __init__(self, most: int = MOST, clock: Callable[[], float] = monotonic) -> None:
        self.most = most
        self._clock = clock
        self._seen: BoundedDict[ChannelId, _Seen] = BoundedDict(_KEPT)
        """The newest board of each channel, if any, and the newest messages, the last at the end.

        Some of them are heard before Discord's answer to the board above them.
        """
        self._sent: dict[ChannelId, deque[float]] = {}
        """When boards were last changed."""
        self._private: BoundedDict[ChannelId, tuple[tuple[UserId, MessageId], ...]] = BoundedDict(
            _KEPT
        )
        """The newest messages of each channel that one person alone sees, and who."""

    def heard(self, channel: ChannelId, message: MessageId) -> None:
        """Note that a message has appeared in a channel."""
        board, heard = self._seen.get(channel, _NOTHING)
        known = {*heard, message}  # Discord may deliver one twice, or late
        self._seen[channel] = board, tuple(sorted(known)[-_HEARD:])

    def whispered(self, channel: ChannelId, message: MessageId, reader: UserId) -> None:
        """Note that a message for one person alone has appeared in a channel."""
        private = self._private.get(channel, ())
        self._private[channel] = (*private, (reader, message))[-_HEARD:]

    def gone(self, channel: ChannelId, message: MessageId) -> None:
        """Note that a message for one person alone was deleted."""
        private = self._private.get(channel, ())
        self._private[channel] = tuple(one for one in private if one[1] != message)

    def posted(self, channel: ChannelId, board: MessageId) -> None:
        """Note that a board was posted at the bottom of a channel."""
        _, heard = self._seen.get(channel, _NOTHING)
        self._seen[channel] = board, heard

    def is_near(
        self, channel: ChannelId, board: MessageId, *, last: bool = False, small: bool = False
    ) -> bool:
        """Whether a board is at the bottom of its channel, or unless `last` just above it.

        A `small` one has to be so near that it is in sight on a phone. False for what an earlier
        process posted: nobody has counted what was said since.
        """
        newest, _ = self._seen.get(channel, _NOTHING)
        most = 0 if last else NEAR_ON_A_PHONE if small else NEAR
        return newest == board and self._below(channel, board) <= min(NEAR, most)

    def is_in_sight(self, channel: ChannelId, message: MessageId) -> bool:
        """Whether so little stands below a message of this process that a phone shows it."""
        return self._below(channel, message) <= NEAR_ON_A_PHONE

    def _below(self, channel: ChannelId, message: MessageId) -> int:
        """How many messages stand below one, for whoever sees the most of them."""
        _, heard = self._seen.get(channel, _NOTHING)
        private = Counter(reader for reader, one in self._private.get(channel, ()) if one > message)
        return sum(one > message for one in heard) + max(private.values(), default=0)

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
        """The seconds until there is room for one more change. Forgets what no longer counts."""
        now, sent = self._clock(), self._sent.get(channel, deque())
        while sent and now - sent[0] >= PERIOD:
            sent.popleft()
        if not sent:
            self._sent.pop(channel, None)
        return 0.0 if len(sent) < self.most else sent[0] + PERIOD - now


_INTERVAL: Final = 1 / 30
"""Seconds for a request. Discord allows fifty a second, and people who play need some."""


class RequestPace:
    """Lets one request through after another, with a pause in between."""

    def __init__(self, interval: float = _INTERVAL) -> None:
        self._interval = interval
        self._next = 0.0

    async def turn(self, requests: int = 1) -> None:
        """Wait for a turn that leaves time for these requests."""
        now = asyncio.get_running_loop().time()
        due = max(self._next, now)
        self._next = due + requests * self._interval
        if due > now:
            await asyncio.sleep(due - now)


_LIFETIME: Final = 870.0
"""Seconds for which an interaction can be answered, with half a minute to spare."""


@dataclass(frozen=True, slots=True)
class _Token:
    """The token of an interaction (`press`), with which one message in a channel can be changed."""

    press: Interaction
    channel: ChannelId
    since: float
    pressed: bool
    """Whether the message was pressed, and not made in answer."""


class Tokens:
    """The tokens of interactions with which the bot can change messages where it is not a member.

    Outside its servers the bot can post and change messages only with the token of an interaction,
    which lives for fifteen minutes: that which made a message, or the one of the newest press under
    it. Tokens are secrets: they are kept in memory, and never logged.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._tokens: BoundedDict[MessageId, _Token] = BoundedDict(_KEPT)
        """By message, those made or pressed last at the end."""

    def note(self, message: MessageId, press: Interaction, *, pressed: bool = False) -> None:
        """Note that an interaction has made a message, or was a press that can change it."""
        channel = ChannelId(press.channel_id or 0)
        self._tokens[message] = _Token(press, channel, self._clock(), pressed)
        while not self._lives(next(iter(self._tokens.values()))):
            self._tokens.popitem(last=False)

    def editor(self, message: MessageId) -> Edit | None:
        """A function that changes a message; None if that is no longer possible."""
        token = self._tokens.get(message)
        if token is None or not self._lives(token):
            return None
        press = token.press
        if token.pressed:
            return press.edit_original_response
        return lambda **changes: press.followup.edit_message(message, **changes)

    def newest(self, channel: ChannelId) -> Interaction | None:
        """The newest interaction of a channel that can still be answered; None if there is none."""
        tokens = reversed(self._tokens.values())
        found = next((token for token in tokens if token.channel == channel), None)
        return found.press if found is not None and self._lives(found) else None

    def _lives(self, token: _Token) -> bool:
        return self._clock() - token.since < _LIFETIME
