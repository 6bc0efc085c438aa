"""Serves the page of a board and its socket, to browsers on the same site alone."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from html import escape
from importlib import resources
from time import time
from typing import Final
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from bot.client.bot import Kinarow
from bot.config import Address
from bot.errors import SettingsError
from bot.match.session import ChannelId, GameId, UserId
from bot.show import text
from bot.web.activity import Activity, refuse
from bot.web.connections import Connections, open_files
from bot.web.links import Links
from bot.web.live import Live, tell_full
from bot.web.passes_store import EndedPasses
from bot.web.state import End, page_words, written
from bot.web.visitors import Allowance, Network, Visitors, address_of

log = logging.getLogger(__name__)

_FOLDER: Final = resources.files("bot.web") / "static"
_PAGE: Final = "text/html"
_NO_WORDS: Final = b'data-words="{}"'
"""Where the page itself has its words: it needs them before its socket has told any."""
_FILES: Final = {
    "": ("index.html", _PAGE),
    "page.css": ("page.css", "text/css"),
    "page.js": ("page.js", "text/javascript"),
    "board.js": ("board.js", "text/javascript"),
    "panel.js": ("panel.js", "text/javascript"),
    "activity.js": ("activity.js", "text/javascript"),
}
_BUILT: Final = "activity.js"
"""The file that `make activity` adds: Discord's own library, for the page inside Discord."""
_CLIENTS: Final = "https://discord.com https://canary.discord.com https://ptb.discord.com"
"""Who may show the page of an activity in a frame, besides the application itself."""
_POLICY: Final = "Content-Security-Policy"
_NO_FRAME: Final = "frame-ancestors 'none'"
_HEADERS: Final = {
    _POLICY: (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        f"connect-src 'self'; base-uri 'none'; form-action 'none'; {_NO_FRAME}"
    ),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}
_API: Final = "https://discord.com/api/v10"
_MOST_SOCKETS: Final = 5_000
_MORE_CONNECTIONS: Final = 100
"""The connections that are open besides those of sockets: for files, or without a request yet."""
_MOST_REFUSING: Final = 20
"""The most pages at a time that are told that too many are open. Others are refused unheard."""
_MOST_COMPLAINTS: Final = 5
_BETWEEN_COMPLAINTS: Final = 60.0
"""So often the log tells that a page was refused: at once, and then each so many seconds."""
_LONGEST: Final = 4_096
"""The most characters that a page sends at once."""
_HEARTBEAT: Final = 30.0
"""Seconds between two signs of life: proxies close a socket that is silent for a minute."""


def has_activity() -> bool:
    """Whether `make activity` has built what opens pages inside Discord."""
    return (_FOLDER / _BUILT).is_file()


class Pages:
    """The files of the page, and the sockets of all that are open."""

    def __init__(self, live: Live, url: str, proxies: Sequence[Network] = ()) -> None:
        self.live = live
        self.url = url
        """Where people find them."""
        self._origin = "{0.scheme}://{0.netloc}".format(urlsplit(url))
        self._proxies = proxies
        self.visitors = Visitors(min(_MOST_SOCKETS, open_files() // 2))
        """The sockets: they leave half of the files that this process may open."""
        self._complaints = Allowance(_MOST_COMPLAINTS, _BETWEEN_COMPLAINTS)
        self._refusing = 0
        """How many pages are being told that too many are open."""
        self.activity: Activity | None = None
        """What lets people in inside Discord; None while that is off."""
        wanted = {path: file for path, file in _FILES.items() if path != _BUILT or has_activity()}
        self._files = {
            path: ((_FOLDER / name).read_bytes(), kind) for path, (name, kind) in wanted.items()
        }

    async def add_headers(self, _request: web.BaseRequest, answer: web.StreamResponse) -> None:
        """Say with an answer, whatever it is, what browsers may do with it."""
        answer.headers.update(self.headers())

    def headers(self) -> dict[str, str]:
        """What each answer says."""
        if self.activity is None:
            return _HEADERS
        frames = f"frame-ancestors {_CLIENTS} {self.activity.origin}"
        return _HEADERS | {_POLICY: _HEADERS[_POLICY].replace(_NO_FRAME, frames)}

    async def file(self, request: web.Request) -> web.Response:
        """A file of the page."""
        found = self._files.get(request.match_info.get("name", ""))
        if found is None:
            raise web.HTTPNotFound
        body, kind = found
        if kind == _PAGE:
            body = body.replace(_NO_WORDS, _spoken_words(request))
        answer = web.Response(body=body, content_type=kind, charset="utf-8")
        answer.headers["Vary"] = "Accept-Language"
        answer.enable_compression()
        return answer

    def open_in_discord(self, bot: Kinarow, token: str, secret: str, links: Links) -> None:
        """Let people in inside Discord as well, as an activity."""
        if not has_activity():
            log.warning("there is no activity: `make activity` has not added its file")
            return
        api = bot.settings.api_url or _API
        self.activity = Activity(api, token, secret, bot, links)

    async def client(self, request: web.Request) -> web.Response:
        """Tell the page of an activity which application it belongs to."""
        if self.activity is None:
            raise web.HTTPNotFound
        return await self.activity.client(request)

    async def enter(self, request: web.Request) -> web.Response:
        """Let a person of an activity in."""
        if self.activity is None:
            raise web.HTTPNotFound
        if not self._is_ours(request):
            refuse(web.HTTPForbidden(), End.SETUP)
        return await self.activity.enter(request, address_of(request, self._proxies))

    async def tell_refusal(self, request: web.Request) -> web.Response:
        """Tell a page whose socket does not open whether it is refused: a socket does not say."""
        if not self._is_ours(request):
            refuse(web.HTTPForbidden(), End.SETUP)
        return web.Response(status=web.HTTPNoContent.status_code)

    async def socket(self, request: web.Request) -> web.WebSocketResponse:
        """The socket of a page. Other sites, and too many from one address, are refused."""
        if not self._is_ours(request):
            raise web.HTTPForbidden
        visitor = self.visitors.arrive(address_of(request, self._proxies))
        if visitor is None:
            return await self._tell_full(request)
        socket = web.WebSocketResponse(heartbeat=_HEARTBEAT, max_msg_size=_LONGEST, compress=False)
        with visitor, text.speaking(text.pick(None, _language(request), None, "en")):
            await socket.prepare(request)
            await self.live.serve(socket, visitor)
        return socket

    async def _tell_full(self, request: web.Request) -> web.WebSocketResponse:
        """Tell a page that too many are open: a browser shows it nothing of a refusal."""
        if self._refusing >= _MOST_REFUSING:
            raise web.HTTPTooManyRequests
        self._refusing += 1
        try:
            socket = web.WebSocketResponse(timeout=1.0, max_msg_size=_LONGEST, compress=False)
            await socket.prepare(request)
            with text.speaking(text.pick(None, _language(request), None, "en")):
                await tell_full(socket)
        finally:
            self._refusing -= 1
        return socket

    def _is_ours(self, request: web.Request) -> bool:
        """Whether a page of this site asks, by the header that a browser always sends."""
        host = request.headers.get("Host", "")
        ours = {self._origin, f"http://{host}", f"https://{host}"}
        if self.activity is not None:
            ours.add(self.activity.origin)
        told = request.headers.get("Origin")
        if told not in ours and self._complaints.take():
            log.warning("a page was refused: its Origin is %.100r, and not %s", told, self._origin)
        return told in ours


def _language(request: web.Request) -> str:
    """The language that a browser prefers, as the header of each request says."""
    return re.split("[,;]", request.headers.get("Accept-Language", "")[:100])[0].strip()


def _spoken_words(request: web.Request) -> bytes:
    """The words of the page in the language that a browser prefers, as an attribute."""
    with text.speaking(text.pick(None, _language(request), None, "en")):
        return f'data-words="{escape(written(page_words()))}"'.encode()


def links_ended(bot: Kinarow, token: str) -> Callable[[UserId], Awaitable[None]]:
    """What ends the links of a person, whichever process serves the pages."""
    links, passes = Links(token.encode(), time), EndedPasses(bot.store.database)

    async def end(user: UserId) -> None:
        await passes.end(links.whose(user), time())

    return end


@asynccontextmanager
async def serve_boards(
    bot: Kinarow,
    address: Address,
    url: str | None,
    token: str,
    client_secret: str | None = None,
    *,
    proxies: Sequence[Network] = (),
) -> AsyncIterator[Pages]:
    """Serve the pages during a `with` block.

    Boards have a button meanwhile that opens them. Raises SettingsError if the address is in use.
    """
    links = Links(token.encode(), time)
    services = bot.services
    live = Live(bot, bot.door, services.turns, services.store, links)
    base = url or f"http://{address}"
    pages = Pages(live, base, proxies)
    connections = Connections(pages.visitors.most + _MORE_CONNECTIONS)
    app = web.Application(client_max_size=_LONGEST, middlewares=[connections.answering])
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
    if client_secret is not None:
        pages.open_in_discord(bot, token, client_secret, links)
    app.on_response_prepare.append(pages.add_headers)
    app.router.add_get("/live", pages.socket)
    app.router.add_post("/live", pages.tell_refusal)
    app.router.add_get("/activity", pages.client)
    app.router.add_post("/activity", pages.enter)
    app.router.add_get("/{name:[a-z.]*}", pages.file)
    await runner.setup()
    try:
        server = await connections.listen(runner, address, pages.headers)
    except OSError as error:
        await runner.cleanup()
        raise SettingsError(f"WEB={str(address)!r}: {error.strerror or error}") from error

    def open_url(channel: ChannelId, game: GameId, user: UserId) -> str:
        # what follows # is never sent to a server, nor told to another site
        return f"{base}/#{links.link(channel, game, user)}"

    ends = live.listen()
    if not services.shards.all_here:
        others = asyncio.create_task(live.follow_others())
        ends.append(others.cancel)
    bot.board_url, bot.end_links = open_url, links_ended(bot, token)
    watching = asyncio.create_task(live.keep_out())
    ends.append(watching.cancel)
    bot.opens_inside = pages.activity is not None
    try:
        yield pages
    finally:
        bot.board_url, bot.opens_inside = None, False
        for end in ends:
            end()
        going = [one.close(code=WSCloseCode.GOING_AWAY) for one in pages.live.sockets()]
        await asyncio.gather(*going, return_exceptions=True)
        server.close()
        await runner.cleanup()
