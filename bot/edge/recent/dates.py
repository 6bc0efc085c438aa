"""How wrong this machine's clock is, for those who run it; the bot itself goes by ids."""

from __future__ import annotations

from contextlib import suppress
from email.utils import parsedate_to_datetime
from time import monotonic, time
from types import SimpleNamespace

import aiohttp


class AnswerDates:
    """How far this machine's clock is from Discord's, by the dates of Discord's answers."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._steady = time() - monotonic()
        """What this machine's clock was ahead of one that nobody sets, at the last answer."""

    def ahead(self) -> float:
        """Seconds that this machine's clock is ahead; below zero if it is behind."""
        return self._ahead + (time() - monotonic() - self._steady)

    def heard(self, date: float, asked: float, answered: float) -> None:
        """Note the date of an answer, which has whole seconds, and the time here around it."""
        self._steady = time() - monotonic()
        self._ahead = max(0.0, asked - (date + 1.0)) - max(0.0, date - answered)

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Note the dates of the answers to the client with this trace."""
        trace.on_request_start.append(self._asked)
        trace.on_request_end.append(self._answered)

    async def _asked(self, _session: object, context: SimpleNamespace, _params: object) -> None:
        context.asked = time()

    async def _answered(
        self, _session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        with suppress(ValueError, TypeError):  # a proxy may say anything, or nothing
            date = parsedate_to_datetime(params.response.headers.get("Date", "")).timestamp()
            self.heard(date, context.asked, time())
