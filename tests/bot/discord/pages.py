"""Pages of boards without a browser, served by the bot of a simulated Discord."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_network
from typing import Any, Self

import aiohttp
import aiohttp.web
from aiohttp.test_utils import TestServer

from bot.client.bot import Kinarow
from bot.config import Address
from bot.match.session import GameId, UserId
from bot.web import server as web
from bot.web.activity import Activity
from bot.web.server import serve_boards
from tests.bot.discord.world import World
from tests.ports import free_port
from tests.soon import PATIENCE

TOKEN = "the token of a test"


class PageOf:
    """A page of a game as its socket sees it: what it was sent, and what is touched on it."""

    def __init__(self, client: aiohttp.ClientSession, base: str) -> None:
        self._client = client
        self._base = base
        self.heard: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.answer: dict[str, Any] = {}
        self.token = ""
        self._news = asyncio.Event()

    async def open(
        self, url: str, *, locale: str = "en", origin: str | None = None, address: str = ""
    ) -> Self:
        """Open a link, or a pass of an earlier page, from an address beyond a proxy."""
        self.token = url.partition("#")[2] or url
        headers = {
            "Origin": self._base if origin is None else origin,
            "Accept-Language": f"{locale};q=0.9,en",
            "X-Forwarded-For": address,
        }
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
            if "pages" in told or "form" in told:
                self.answer = told
            self.token = told.get("pass", self.token)
            self._news.set()
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

    async def fill(self, **fields: str) -> None:
        """Send the form that is shown, with some fields changed, and wait until that is done."""
        before = self.dones
        filled = {field["name"]: field["written"] for field in self.answer["fields"]}
        await self.send({"sent": self.answer["form"], "fields": filled | fields})
        await self.until(lambda: self.dones > before)

    @property
    def ends(self) -> list[str]:
        """Why it was told that it has no board."""
        return [told["end"] for told in self.heard if "end" in told]

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

    async def try_to_open(self, url: str, **how: Any) -> PageOf:
        """Open a page, whatever it is told."""
        page = await PageOf(self.client, self.base).open(url, **how)
        self._opened.append(page)
        return page

    async def open(self, url: str, **how: Any) -> PageOf:
        """Open a page, and wait for its first news."""
        page = await self.try_to_open(url, **how)
        await page.until(lambda: page.state or page.ends)
        return page

    async def of(self, user: int) -> PageOf:
        """Open the page of a person's game."""
        return await self.open(await self.link(user))

    async def fill(self, count: int) -> list[PageOf]:
        """Open pages of people who only watch, all from the address of this machine."""
        link = await self.used_link(self.world.carol.id)
        return [await self.open(link) for _ in range(count)]

    async def used_link(self, user: int) -> str:
        """A link that its person has opened already, so that others only watch by it."""
        link = await self.link(user)
        self.served.live._links.open(link.partition("#")[2])
        return link

    def sockets(self) -> list[aiohttp.web.WebSocketResponse]:
        """The open sockets, on the side of the server."""
        return self.served.live.sockets()

    async def close(self) -> None:
        """Close all pages."""
        for page in self._opened:
            await page.close()


class SlowNetwork:
    """What lies between a browser and the bot: all arrives late and in pieces, if it arrives."""

    DELAY = 0.03
    """Seconds that each piece takes."""
    PIECE = 4_000

    def __init__(self, pages: Pages) -> None:
        self.pages = pages
        """Where it leads to."""
        self.url = ""
        self.swallows = False
        """Whether what browsers send is lost."""
        self.hides_origin = False
        """Whether it leaves out where pages come from."""
        self.lost = asyncio.Event()
        self._open: set[asyncio.StreamWriter] = set()

    @classmethod
    @asynccontextmanager
    async def to(cls, pages: Pages) -> AsyncIterator[Self]:
        """Lie before the pages during a `with` block."""
        made = cls(pages)
        server = await asyncio.start_server(made._join, "127.0.0.1")
        made.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield made
        made.cut()
        server.close()

    def cut(self) -> None:
        """Break off all connections."""
        for writer in self._open:
            writer.transport.abort()
        self._open.clear()

    async def _join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        port = int(self.pages.base.rpartition(":")[2])
        back, there = await asyncio.open_connection("127.0.0.1", port)
        self._open |= {writer, there}
        await asyncio.gather(self._carry(reader, there, up=True), self._carry(back, writer))

    async def _carry(
        self, source: asyncio.StreamReader, sink: asyncio.StreamWriter, *, up: bool = False
    ) -> None:
        with suppress(ConnectionError):
            while piece := await source.read(self.PIECE):
                await asyncio.sleep(self.DELAY)
                if up and self.hides_origin:
                    piece = piece.replace(b"\r\nOrigin:", b"\r\nX-Hid:")
                if up and self.swallows:
                    self.lost.set()
                    continue
                sink.write(piece)
                await sink.drain()
        sink.close()


class FakeDiscord:
    """What Discord tells an activity: who a code stands for, and who takes part."""

    def __init__(self, pages: Pages, channel: int, there: list[int]) -> None:
        self._pages = pages
        self.there = there
        self.asked = 0
        """How often it was asked what a code stands for."""
        self.secret = "s"
        """The secret of the application, which the bot may have wrong."""
        self.instance = "i-1"
        """The only activity that it knows."""
        self.channel = channel

    @classmethod
    @asynccontextmanager
    async def of(cls, world: World, pages: Pages) -> AsyncIterator[Self]:
        """Serve it, and switch the activity on, during a `with` block."""
        made = cls(pages, world.channel.id, [world.alice.id, world.bob.id])
        app = aiohttp.web.Application()
        app.router.add_post("/oauth2/token", made._token)
        app.router.add_get("/users/@me", made._user)
        app.router.add_get("/applications/{id}/activity-instances/{instance}", made._instance)
        server = TestServer(app)
        await server.start_server()
        bot = bot_of(world)
        links = pages.served.live._links
        pages.served.activity = Activity(
            str(server.make_url("")).rstrip("/"), TOKEN, "s", bot, links
        )
        yield made
        await server.close()

    async def _token(self, request: aiohttp.web.Request) -> aiohttp.web.Response:
        self.asked += 1
        sent = await request.post()
        kind, _, user = str(sent["code"]).partition("-")
        if sent["client_secret"] != self.secret:
            return aiohttp.web.json_response({"error": "invalid_client"}, status=401)
        if kind != "code":
            return aiohttp.web.json_response({"error": "invalid_grant"}, status=400)
        return aiohttp.web.json_response({"access_token": user})

    async def _user(self, request: aiohttp.web.Request) -> aiohttp.web.Response:
        return aiohttp.web.json_response({"id": request.headers["Authorization"].split()[1]})

    async def _instance(self, request: aiohttp.web.Request) -> aiohttp.web.Response:
        if request.headers["Authorization"] != f"Bot {TOKEN}":
            raise aiohttp.web.HTTPUnauthorized
        if request.match_info["instance"] != self.instance:
            return aiohttp.web.json_response({"code": 10_004, "message": "Unknown"}, status=404)
        location = {"id": "gc-1", "kind": "gc", "channel_id": str(self.channel)}
        users = [str(one) for one in self.there]
        return aiohttp.web.json_response({"location": location, "users": users})

    async def enter(self, user: int) -> str:
        """The pass of a person who opens the activity."""
        async with self._post(f"code-{user}", "i-1") as answer:
            return str((await answer.json())["pass"])

    async def end(self, code: object, instance: object) -> str:
        """What an attempt to enter tells the page to say."""
        async with self._post(code, instance) as answer:
            return str((await answer.json())["end"])

    async def status(
        self, code: object, instance: object, origin: str = "", address: str = ""
    ) -> int:
        """How an attempt to enter is answered."""
        async with self._post(code, instance, origin, address) as answer:
            return int(answer.status)

    def _post(self, code: object, instance: object, origin: str = "", address: str = "") -> Any:
        return self._pages.client.post(
            f"{self._pages.base}/activity",
            json={"code": code, "instance": instance},
            headers={"Origin": origin or self._pages.base, "X-Forwarded-For": address},
        )


@asynccontextmanager
async def served(world: World) -> AsyncIterator[Pages]:
    """Serve the pages of the world's bot during a `with` block."""
    address, proxy = Address("127.0.0.1", free_port()), ip_network("127.0.0.1")
    serving = serve_boards(bot_of(world), address, None, TOKEN, proxies=[proxy])
    async with serving as served, aiohttp.ClientSession() as client:
        pages = Pages(world, served, client)
        yield pages
        await pages.close()


def has_board(page: PageOf) -> bool:
    """Whether a page shows a game."""
    return "cells" in page.state


def shows(page: PageOf, cells: str) -> bool:
    """Whether a page shows these cells."""
    return bool(page.state["cells"] == cells)
