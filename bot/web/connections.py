"""The connections of a web server: only so many at a time, and none that sends half a request.

aiohttp waits for the rest of a request for ever, and each connection takes one of the files that
the process may open.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any, Final

from aiohttp import web
from aiohttp.http_exceptions import HttpProcessingError
from aiohttp.log import server_logger

from bot.config import Address

if sys.platform != "win32":
    import resource

_FILES: Final = 16_384
"""How many files are enough for all that a process does, however many pages are open."""
_REQUEST_SECONDS: Final = 15.0
"""Seconds in which a connection has to send a whole request, from its first sign on."""
_IDLE_SECONDS: Final = 130.0
"""Seconds for which an answered connection stays: longer than proxies keep one that is idle."""

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


class _Sense(logging.Filter):
    """Leaves out what cannot be read: the internet is full of it, and each has a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        return not isinstance(error, HttpProcessingError | web.RequestPayloadError)


_SENSE: Final = _Sense()


def open_files() -> int:
    """How many files this process may open: as many as are enough, if it may have them."""
    if sys.platform == "win32":
        return _FILES  # there is no such limit
    now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if now == resource.RLIM_INFINITY or now >= _FILES:
        return _FILES
    wanted = _FILES if most == resource.RLIM_INFINITY else min(_FILES, most)
    with suppress(ValueError, OSError):  # a system may have its own idea of the most
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    return resource.getrlimit(resource.RLIMIT_NOFILE)[0]


class Connections:
    """The open connections of a server, at most so many; one more replaces one that waits."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: dict[asyncio.BaseTransport | None, _Connection] = {}
        self._waiting: dict[_Connection, None] = {}
        """Those that are not being answered, longest first."""

    async def listen(
        self,
        runner: web.AppRunner,
        address: Address,
        headers: Callable[[], Mapping[str, str]] = dict,
    ) -> asyncio.Server:
        """Serve an application, which has `answering` among its middlewares, at an address.

        `headers` are those of answers to what is no request at all.
        """
        assert runner.server is not None, "it is set up"
        server, loop = runner.server, asyncio.get_running_loop()
        server_logger.addFilter(_SENSE)

        def connected() -> _Connection:
            return _Connection(_Answers(server, loop, headers), self)

        return await loop.create_server(connected, address.host, address.port)

    @web.middleware
    async def answering(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer a complete request; meanwhile its connection stays."""
        connection = self._open.get(request.transport)
        if connection is None:
            return await handler(request)
        self._waiting.pop(connection, None)
        connection.answered()
        try:
            return await handler(request)
        finally:
            if request.transport in self._open:
                self._waiting[connection] = None
                connection.idles()

    def admit(self, transport: asyncio.Transport, connection: _Connection) -> bool:
        """Whether there is room for one more: the one that has waited longest makes room."""
        if len(self._open) >= self._most:
            if not self._waiting:
                return False
            next(iter(self._waiting)).cut()
        self._open[transport] = connection
        self._waiting[connection] = None
        return True

    def drop(self, transport: asyncio.Transport, connection: _Connection) -> None:
        """Forget one that has ended."""
        self._open.pop(transport, None)
        self._waiting.pop(connection, None)


class _Answers(web.RequestHandler):
    """Answers the requests of a connection, with the same headers where one cannot be read."""

    __slots__ = ("_more",)

    def __init__(
        self,
        server: web.Server,
        loop: asyncio.AbstractEventLoop,
        headers: Callable[[], Mapping[str, str]],
    ) -> None:
        super().__init__(server, loop=loop, access_log=None)  # type: ignore[arg-type] # AppRunner takes it
        self._more = headers

    def handle_error(self, *what: Any, **more: Any) -> web.StreamResponse:
        """Say that a request cannot be read, or not be answered."""
        answer = super().handle_error(*what, **more)
        answer.headers.update(self._more())
        return answer


class _Connection(asyncio.Protocol):
    """A connection that is cut unless it sends a request in time."""

    def __init__(self, answer: asyncio.Protocol, connections: Connections) -> None:
        self._answer = answer
        self._connections = connections
        self._transport: asyncio.Transport | None = None
        """None unless it was admitted."""
        self._end: asyncio.TimerHandle | None = None
        self._idle = False

    def cut(self) -> None:
        """End it, and forget it at once."""
        if self._transport is not None:
            self._transport.abort()
            self._connections.drop(self._transport, self)

    def answered(self) -> None:
        """Note that a request has come, and is being answered."""
        self._idle = False
        self._within(None)

    def idles(self) -> None:
        """Note that the request was answered."""
        self._idle = True
        self._within(_IDLE_SECONDS)

    def _within(self, seconds: float | None) -> None:
        if self._end is not None:
            self._end.cancel()
        loop = asyncio.get_running_loop()
        self._end = None if seconds is None else loop.call_later(seconds, self.cut)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport), "it is TCP"
        if not self._connections.admit(transport, self):
            transport.abort()
            return
        self._transport = transport
        self._within(_REQUEST_SECONDS)
        self._answer.connection_made(transport)

    def connection_lost(self, error: Exception | None) -> None:
        if self._transport is not None:
            self._within(None)
            self._connections.drop(self._transport, self)
            self._answer.connection_lost(error)

    def data_received(self, data: bytes) -> None:
        if self._transport is None:
            return
        if self._idle:
            self._idle = False
            self._within(_REQUEST_SECONDS)
        self._answer.data_received(data)

    def eof_received(self) -> bool | None:
        return self._answer.eof_received() if self._transport is not None else None

    def pause_writing(self) -> None:
        self._answer.pause_writing()

    def resume_writing(self) -> None:
        self._answer.resume_writing()
