"""Serves the page of a board and its socket, to browsers on the same site alone."""

from __future__ import annotations

import asyncio
import ipaddress
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from importlib import resources
from time import time
from typing import Final
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from bot.client.bot import Kinarow
from bot.config import Address
from bot.errors import SettingsError
from bot.match.session import ChannelId, GameId, UserId
from bot.web.links import Links
from bot.web.live import Live

_FILES: Final = {
    "": ("index.html", "text/html"),
    "page.css": ("page.css", "text/css"),
    "page.js": ("page.js", "text/javascript"),
    "board.js": ("board.js", "text/javascript"),
    "panel.js": ("panel.js", "text/javascript"),
}
_HEADERS: Final = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
_MOST_SOCKETS: Final = 5_000
_MOST_FROM_ONE: Final = 20
"""The most sockets from one address: a class in a school shares one."""
_LONGEST: Final = 4_096
"""The most characters that a page sends at once."""
_HEARTBEAT: Final = 30.0
"""Seconds between two signs of life: proxies close a socket that is silent for a minute."""


class Pages:
    """The files of the page, and the sockets of all that are open."""

    def __init__(self, live: Live, url: str) -> None:
        self.live = live
        self.url = url
        """Where people find them."""
        self._origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        self._sockets: Counter[str] = Counter()
        folder = resources.files("bot.web") / "static"
        self._files = {
            path: ((folder / name).read_bytes(), kind) for path, (name, kind) in _FILES.items()
        }

    async def file(self, request: web.Request) -> web.Response:
        """A file of the page."""
        found = self._files.get(request.match_info.get("name", ""))
        if found is None:
            raise web.HTTPNotFound(headers=_HEADERS)
        body, kind = found
        answer = web.Response(body=body, content_type=kind, charset="utf-8", headers=_HEADERS)
        answer.enable_compression()
        return answer

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """The socket of a page. Other sites, and too many from one address, are refused."""
        if not self._is_ours(request):
            raise web.HTTPForbidden(headers=_HEADERS)
        address = _address(request)
        crowded = self._sockets.total() >= _MOST_SOCKETS
        if crowded or self._sockets[address] >= _MOST_FROM_ONE:
            raise web.HTTPTooManyRequests(headers=_HEADERS)
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=_LONGEST, compress=False)
        self._sockets[address] += 1
        try:
            await socket.prepare(request)
            await self.live.serve(socket)
        finally:
            self._sockets[address] -= 1
            self._sockets += Counter()  # drops those at zero
        return socket

    def _is_ours(self, request: web.Request) -> bool:
        """Whether a page of this site asks, by the header that a browser always sends."""
        origin = request.headers.get("Origin", "")
        return origin == self._origin or urlsplit(origin).netloc == request.host != ""


def _address(request: web.Request) -> str:
    """Where a request comes from, behind a proxy on this machine or network too."""
    peer = request.remote or ""
    sent = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
    with suppress(ValueError):
        if sent and ipaddress.ip_address(peer).is_private:
            return str(ipaddress.ip_address(sent))
    return peer


@asynccontextmanager
async def serve_boards(
    bot: Kinarow, address: Address, url: str | None, secret: bytes
) -> AsyncIterator[Pages]:
    """Serve the pages during a `with` block.

    Boards have a button meanwhile that opens them. Raises SettingsError if the address is in use.
    """
    links = Links(secret, time)
    services = bot.services
    live = Live(bot, bot.door, services.turns, services.store, links)
    runner = web.AppRunner(web.Application(), access_log=None, shutdown_timeout=1.0)
    base = url or f"http://{address}"
    pages = Pages(live, base)
    runner.app.router.add_get("/live", pages.socket)
    runner.app.router.add_get("/{name:[a-z.]*}", pages.file)
    await runner.setup()
    try:
        await web.TCPSite(runner, address.host, address.port).start()
    except OSError as error:
        await runner.cleanup()
        raise SettingsError(f"WEB={str(address)!r}: {error.strerror or error}") from error

    def open_url(channel: ChannelId, game: GameId, user: UserId) -> str:
        # what follows # is never sent to a server, nor told to another site
        return f"{base}/#{links.link(channel, game, user)}"

    ends = live.listen()
    bot.board_url = open_url
    try:
        yield pages
    finally:
        bot.board_url = None
        for end in ends:
            end()
        going = [one.close(code=WSCloseCode.GOING_AWAY) for one in pages.live.sockets()]
        await asyncio.gather(*going, return_exceptions=True)
        await runner.cleanup()
