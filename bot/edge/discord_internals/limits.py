"""The routes on which Discord takes no request for a while: nothing is sent there until then.

discord.py waits as long as a rate limit asks: for hours before an answer to an interaction, before
others as long as its setting allows. If a limit is longer it raises an error and forgets the limit,
so that the next request is refused again. 10,000 refusals in ten minutes ban the bot.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from http import HTTPStatus
from math import isfinite
from time import monotonic
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

LONGEST_WAIT: Final = 30.0
"""The longest rate limit in seconds that is waited for: the next move of a channel waits too. It is
the least that discord.py can be told."""
_LONGEST: Final = 86_400.0
"""A route is tried again after so many seconds, whatever Discord has said."""
_OF_INTERACTIONS: Final = ("/interactions/", "/webhooks/")
"""The paths of answers to interactions, which the global limit of a bot does not concern.

https://docs.discord.com/developers/topics/rate-limits#global-rate-limit"""
_BOT, _ANSWERS, _ALL = "the bot", "answers", "all routes"
"""What is closed at once besides a single route."""

_asked: ContextVar[discord.http.Route | None] = ContextVar("asked", default=None)
"""The route of the current request."""


class ClosedRoutes:
    """Until when Discord takes no request on a route, or on any."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._until: dict[str, float] = {}

    @contextmanager
    def entered(self, route: discord.http.Route) -> Iterator[None]:
        """Make a request in a `with` block. Raises RateLimited if its route is closed.

        What its task asks for afterwards may be no route: a file, or the gateway.
        """
        now = self._clock()
        self._until = {name: until for name, until in self._until.items() if now < until}
        left = max(self._until.get(name, now) for name in _names(route)) - now
        if left > 0:
            raise discord.RateLimited(left)
        before = _asked.set(route)
        try:
            yield
        finally:
            _asked.reset(before)

    def listen(self, trace: aiohttp.TraceConfig) -> None:
        """Note the limits in the answers to the client with this trace."""
        trace.on_request_end.append(self._ended)

    async def _ended(
        self, _session: object, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
    ) -> None:
        """Note a limit that is not waited for. Raises RateLimited then."""
        route, response = _asked.get(), ended.response
        if route is None or response.status != HTTPStatus.TOO_MANY_REQUESTS:
            return
        said = _content(await response.read())
        seconds = _seconds(said.get("retry_after"), response.headers.get("Retry-After"))
        if seconds <= LONGEST_WAIT:
            return
        names = _names(route)
        if not said:  # a proxy in front of Discord, which bans an address
            names = (_ALL,)
        elif said.get("global") is True or response.headers.get("X-RateLimit-Scope") == "global":
            names = names[-1:]
        self._until[names[0]] = self._clock() + min(seconds, _LONGEST)
        raise discord.RateLimited(seconds)


def _names(route: discord.http.Route) -> tuple[str, ...]:
    """What closes a route: its own limit, the bot's global one, or that of its address."""
    own = f"{route.key} {route.major_parameters}"
    group = _ANSWERS if route.path.startswith(_OF_INTERACTIONS) else _BOT
    return own, _ALL, group


def _content(body: bytes) -> dict[str, Any]:
    """What an answer of Discord's says; nothing if it is none."""
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _seconds(*said: object) -> float:
    """The seconds to wait, as the first of these says that is a number; else 0."""
    for one in said:
        try:
            seconds = float(one)  # type: ignore[arg-type] # whatever it is
        except (TypeError, ValueError, OverflowError):
            continue
        if isfinite(seconds):
            return seconds
    return 0.0
