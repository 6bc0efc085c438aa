"""Pages of boards without a browser, served by the bot of a simulated Discord."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Self

import aiohttp

from bot.client.bot import Kinarow
from bot.config import Address
from bot.match.session import GameId, UserId
from bot.web import server as web
from bot.web.server import serve_boards
from tests.bot.discord.world import World
from tests.soon import PATIENCE

SECRET = b"the secret of a test"


class PageOf:
    """A page of a game as its socket sees it: what it was sent, and what is touched on it."""

    def __init__(self, client: aiohttp.ClientSession, base: str, world: World) -> None:
        self._client = client
        self._base = base
        self._world = world
        self.heard: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.answer: dict[str, Any] = {}
        self.token = ""
        self._news = asyncio.Event()

    async def open(self, url: str, *, locale: str = "en", origin: str | None = None) -> Self:
        """Open a link, or a pass of an earlier page."""
        self.token = url.partition("#")[2] or url
        headers = {"Origin": self._base if origin is None else origin}
        self.socket = await self._client.ws_connect(f"{self._base}/live", headers=headers)
        await self.send({"token": self.token, "locale": locale})
        self._reader = asyncio.create_task(self._read())
        return self

    async def send(self, what: Any) -> None:
        """Send something over the socket."""
        await self.socket.send_json(what)

    async def _read(self) -> None:
        async for message in self.socket:
            told = message.json()
            self.heard.append(told)
            self.state = told.get("state", self.state)
            if "pages" in told:
                self.answer = told
            self.token = told.get("pass", self.token)
            self._news.set()

    async def until(self, holds: Callable[[], Any]) -> None:
        """Wait until something holds of what was heard."""
        async with asyncio.timeout(PATIENCE):
            while not holds():
                self._news.clear()
                await self._news.wait()

    async def move(self, move: int) -> None:
        """Touch a tile or a column, and wait until that is done."""
        await self.press_id(self.state["move"].replace("%", str(move)))

    async def press(self, label: str) -> None:
        """Press a button of the board, or of the newest answer."""
        rows = [*self.state["buttons"], *self.answer.get("buttons", ())]
        found = [one["id"] for row in rows for one in row["row"] if one["label"] == label]
        assert found, f"no {label}: {[one['label'] for row in rows for one in row['row']]}"
        await self.press_id(found[-1])

    async def press_id(self, id_: str) -> None:
        """Press a button by its id, and wait until that is done."""
        before = self.dones
        await self.send({"press": id_})
        await self.until(lambda: self.dones > before)

    @property
    def dones(self) -> int:
        """How many acts are done."""
        return sum("done" in told for told in self.heard)

    async def close(self) -> None:
        """Close the page."""
        await self.socket.close()
        with suppress(asyncio.CancelledError):
            await self._reader


def bot_of(world: World) -> Kinarow:
    """The bot of a simulated Discord."""
    bot = world.env.bot
    assert isinstance(bot, Kinarow), "the world's bot plays"
    return bot


class Pages:
    """The pages of the simulated bot's boards."""

    def __init__(self, world: World, served: web.Pages, client: aiohttp.ClientSession) -> None:
        self.world = world
        self.served = served
        self.base = served.url
        self.client = client
        self._opened: list[PageOf] = []

    async def link(self, user: int) -> str:
        """A link to the game of the channel for a person."""
        session = await self.world.session()
        make = bot_of(self.world).board_url
        assert make is not None, "pages are served"
        return make(session.channel, GameId(session.game), UserId(user))

    async def open(self, url: str, **how: Any) -> PageOf:
        """Open a page, and wait for its first news."""
        page = await PageOf(self.client, self.base, self.world).open(url, **how)
        self._opened.append(page)
        await page.until(lambda: page.state or any("stale" in told for told in page.heard))
        return page

    async def of(self, user: int) -> PageOf:
        """Open the page of a person's game."""
        return await self.open(await self.link(user))

    def sockets(self) -> list[aiohttp.web.WebSocketResponse]:
        """The open sockets, on the side of the server."""
        return self.served.live.sockets()

    async def close(self) -> None:
        """Close all pages."""
        for page in self._opened:
            await page.close()


@asynccontextmanager
async def served(world: World) -> AsyncIterator[Pages]:
    """Serve the pages of the world's bot during a `with` block."""
    with socket.create_server(("127.0.0.1", 0)) as found:
        port = int(found.getsockname()[1])
    serving = serve_boards(bot_of(world), Address("127.0.0.1", port), None, SECRET)
    async with serving as served, aiohttp.ClientSession() as client:
        pages = Pages(world, served, client)
        yield pages
        await pages.close()
