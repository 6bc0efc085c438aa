"""What one page of a game is told, and what it takes to be told anything."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import cast

import pytest
from aiohttp import web

from bot.config import Address
from bot.edge.channels import GameChannel
from bot.match.session import ChannelId, GameId
from bot.web.links import Seen
from bot.web.viewer import News, Viewer
from tests.bot.builders import session
from tests.bot.streams import connect, leave
from tests.bot.waiting import until
from tests.ports import free_port

NOWHERE = cast("GameChannel", None)
"""No channel: what is sent to a page does not depend on it."""
GREETING = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)


def page(socket: web.WebSocketResponse, words: str = "{}") -> Viewer:
    """A page of a game that nothing was told of yet."""
    seen = Seen(ChannelId(7), GameId(5), None)
    return Viewer(lambda *_: words, socket, seen, NOWHERE, "en", None, None, None)


async def test_a_page_goes_on_to_newer_games_and_versions_alone() -> None:
    """A newer game begins with a low version; late news of an older one has a high one."""
    viewer = page(web.WebSocketResponse())
    shown = replace(session(), game=GameId(5), version=3)
    viewer.tell(News(shown))
    for game, version in ((5, 2), (4, 3), (4, 9)):
        viewer.tell(News(replace(shown, game=GameId(game), version=version)))
        assert viewer.session == shown
    for game, version in ((5, 4), (6, 1)):
        newer = replace(shown, game=GameId(game), version=version)
        viewer.tell(News(newer))
        assert viewer.session == newer
    await viewer.end()


@asynccontextmanager
async def slow_reader() -> AsyncIterator[Viewer]:
    """A page that is told more than it reads."""
    opened: asyncio.Future[Viewer] = asyncio.get_running_loop().create_future()
    left = asyncio.Event()

    async def live(request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(timeout=0.1)
        await socket.prepare(request)
        opened.set_result(page(socket, "x" * 50_000_000))
        await left.wait()
        return socket

    app, address = web.Application(), Address("127.0.0.1", free_port())
    app.router.add_get("/", live)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    await web.TCPSite(runner, address.host, address.port).start()
    _, writer = await connect(address, GREETING)
    yield await opened
    left.set()
    await leave(writer)
    await runner.cleanup()


async def test_a_page_that_does_not_read_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """What waits for it is kept no longer: it connects again, if it is there."""
    monkeypatch.setattr("bot.web.viewer._SEND_SECONDS", 0.2)
    async with slow_reader() as viewer:
        viewer.tell(News(session()))
        await until(lambda: viewer.socket.closed and viewer.writing is None)
