"""Counts the requests that Discord refuses, of which it allows only so many."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from http import HTTPStatus
from types import SimpleNamespace
from typing import Final

import aiohttp

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
    return int(time.monotonic() // 60)


class Refusals:
    """The refusals of the last minutes, of all requests of this process."""

    def __init__(self, minute: Callable[[], int] = _minute, most: int = _MOST) -> None:
        self._minute = minute
        self._most = most
        self._counts: Counter[int] = Counter()
        """How many there were in each minute."""

    @property
    def count(self) -> int:
        """How many there were lately."""
        oldest = self._minute() - _MINUTES
        for past in [minute for minute in self._counts if minute < oldest]:
            del self._counts[past]
        return self._counts.total()

    @property
    def are_many(self) -> bool:
        """Whether there were so many that nothing should be repeated that nobody asks for."""
        return self.count >= self._most

    def note(self, status: int) -> None:
        """Note how a request was answered."""
        if status in _REFUSED:
            self._counts[self._minute()] += 1

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Count the requests of the client with this trace."""
        trace.on_request_end.append(self._ended)

    async def _ended(
        self,
        _session: aiohttp.ClientSession,
        _context: SimpleNamespace,
        ended: aiohttp.TraceRequestEndParams,
    ) -> None:
        self.note(ended.response.status)
