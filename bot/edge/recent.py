"""What Discord has recently said: ids, the time, refusals, and whether it accepts buttons."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from time import monotonic
from types import SimpleNamespace
from typing import Final

import aiohttp
import discord

from bot.pool.bounds import BoundedDict


class RecentIds(BoundedDict[Hashable, None]):
    """The last `size` ids that it has met: numbers, or several in a tuple."""

    def meet(self, id_: Hashable) -> bool:
        """Note an id, and return whether it is met for the first time.

        >>> recent = RecentIds(2)
        >>> [recent.meet(id_) for id_ in (1, 1, 2, 3, 1)]
        [True, False, True, True, True]
        """
        if id_ in self:
            return False
        self[id_] = None
        return True


_TRUSTED: Final = timedelta(seconds=5)
"""The tolerated error of the host's clock: no two times are compared more closely."""
_ABSURD: Final = timedelta(days=1)
"""A difference that says nothing about the time: the id was not made by Discord's clock."""
_WINDOW: Final = timedelta(minutes=10)
"""How long an id tells the error of the host's clock, which may be set meanwhile."""
_NONE: Final = -_ABSURD


class DiscordClock:
    """The host's clock, corrected by the ids of what Discord has just reported.

    An id arrives some moments after it was made, or minutes after a broken connection. So among the
    differences of some minutes the one that puts the time furthest ahead counts.
    """

    def __init__(self, host: Callable[[], datetime]) -> None:
        self._host = host
        self._since = host()
        """When the newest window began."""
        self._best = self._last_best = _NONE
        """The greatest difference in the newest window, and in the one before."""
        self.difference = timedelta()
        """How far Discord's clock is ahead of the host's; zero if the two agree."""

    def now(self) -> datetime:
        """The time at Discord; the host's, as long as nothing has been heard."""
        return self._host() + self.difference

    def hear(self, id_: int) -> None:
        """Note the id of something that has just happened at Discord."""
        now = self._host()
        if abs(now - self._since) > _WINDOW:
            self._since, self._last_best, self._best = now, self._best, _NONE
        difference = discord.utils.snowflake_time(id_) - now
        if abs(difference) < _ABSURD:
            self._best = max(self._best, difference)
        found = max(self._best, self._last_best)
        self.difference = timedelta() if found == _NONE or abs(found) < _TRUSTED else found


class AnswerDates:
    """How far this machine's clock is from Discord's, by the dates of Discord's answers."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._steady = time.time() - monotonic()
        """How far this machine's clock was ahead of a monotonic one, at the last answer."""

    def ahead(self) -> float:
        """Seconds that this machine's clock is ahead; below zero if it is behind."""
        return self._ahead + (time.time() - monotonic() - self._steady)

    def heard(self, date: float, asked: float, answered: float) -> None:
        """Note the date of an answer, which has whole seconds, and the time here around it."""
        self._steady = time.time() - monotonic()
        self._ahead = max(0.0, asked - (date + 1.0)) - max(0.0, date - answered)

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Note the dates of the answers to the client with this trace."""
        trace.on_request_start.append(self._asked)
        trace.on_request_end.append(self._answered)

    async def _asked(self, _session: object, context: SimpleNamespace, _params: object) -> None:
        context.asked = time.time()

    async def _answered(
        self, _session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        with suppress(ValueError, TypeError):  # a proxy may say anything, or nothing
            date = parsedate_to_datetime(params.response.headers.get("Date", "")).timestamp()
            self.heard(date, context.asked, time.time())


_REFUSED: Final = frozenset(
    (
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.TOO_MANY_REQUESTS,
    )
)
"""The statuses that may count as invalid requests."""
_MINUTES: Final = 10
"""The minutes in which Discord counts."""
_MOST: Final = 2_000
"""The refusals after which nothing is repeated. After 10,000 Discord bans the address of the bot,
which it may share with other processes."""


def _minute() -> int:
    return int(time.monotonic() // 60)  # looked up in `time`, where a test may move it on


class Refusals:
    """The refusals of the last minutes, of all requests of this process."""

    def __init__(self, minute: Callable[[], int] = _minute, most: int = _MOST) -> None:
        self._minute = minute
        self._most = most
        self._counts: Counter[int] = Counter()
        """How many there were in each minute."""

    @property
    def count(self) -> int:
        """How many there were recently."""
        oldest = self._minute() - _MINUTES
        for past in [minute for minute in self._counts if minute < oldest]:
            del self._counts[past]
        return self._counts.total()

    @property
    def are_many(self) -> bool:
        """Whether there were so many that only what somebody asks for should be repeated."""
        return self.count >= self._most

    def note(self, status: int) -> None:
        """Note how a request was answered."""
        if status in _REFUSED:
            self._counts[self._minute()] += 1

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Count the requests of the client with this trace."""
        trace.on_request_end.append(self._ended)

    async def _ended(
        self, _session: object, _context: object, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        self.note(ended.response.status)


_ROW: Final = 3
"""After so many refusals in a row the server is to blame, and not the messages."""
_FIRST_PAUSE: Final = 600.0
"""Seconds until buttons are tried again. Each further pause is twice as long."""
_LONGEST_PAUSE: Final = 6 * 3600.0


class ButtonsTaken:
    """Learns from each message with buttons whether the server accepts them.

    One refusal concerns that message alone. Several in a row mean that the server accepts none, if
    they come from several channels, or if it has never accepted any. After a while one more message
    tries, and its success brings the buttons back.
    """

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._row = 0
        self._channels: set[Hashable] = set()
        """The channels of the refusals in the row."""
        self.has_taken = False
        """Whether any message was accepted with its buttons."""
        self._until = 0.0
        self._pause = _FIRST_PAUSE
        self.taken = True
        """Whether messages can have buttons, as far as is known."""

    @property
    def may_try(self) -> bool:
        """Whether a message is sent with its buttons: not while the server accepts none."""
        return self.taken or self._clock() >= self._until

    def refused(self, channel: Hashable) -> bool:
        """Note a message whose buttons were refused. Returns whether the server accepts none."""
        self._row += 1
        self._channels.add(channel)
        if self._row < _ROW or (self.has_taken and len(self._channels) == 1):
            return False
        self.taken = False
        self._until = self._clock() + self._pause
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
        return True

    def accepted(self) -> None:
        """Note a message whose buttons were accepted."""
        self._row = 0
        self._channels.clear()
        self.has_taken = self.taken = True
        self._pause = _FIRST_PAUSE


class LayoutsTaken(ButtonsTaken):
    """Learns the same from messages that are all components."""

    foreign = False
    """Whether it is connected to another server that speaks Discord's protocol: it has none."""

    def __init__(self, buttons: ButtonsTaken, clock: Callable[[], float] = monotonic) -> None:
        super().__init__(clock)
        self._buttons = buttons

    @property
    def may_try(self) -> bool:
        """Whether a message may be all components: on Discord itself, unless it refuses them."""
        return not self.foreign and self._buttons.taken and super().may_try


without_buttons: Final[ContextVar[str | None]] = ContextVar("without_buttons", default=None)
"""What a message that is being sent says if it loses its buttons; None for what it says anyhow."""


@contextmanager
def saying_without_buttons(words: str | None) -> Iterator[None]:
    """A message that is sent in the block and loses its buttons has these words instead."""
    token = without_buttons.set(words)
    try:
        yield
    finally:
        without_buttons.reset(token)
