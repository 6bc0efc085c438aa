"""Connections that ask for nothing, for half of something, or stay."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from aiohttp import ClientSession, web

from bot.config import Address
from bot.web.connections import Connections, open_files
from tests.bot.streams import connect, leave
from tests.bot.waiting import POSIX
from tests.ports import free_port
from tests.soon import PATIENCE

MOST = 4


async def echo(request: web.Request) -> web.WebSocketResponse:
    """A socket that says again what it hears."""
    socket = web.WebSocketResponse()
    await socket.prepare(request)
    async for message in socket:
        await socket.send_str(message.data)
    return socket


@asynccontextmanager
async def served() -> AsyncIterator[Address]:
    """A server that has room for a few connections."""
    connections, address = Connections(MOST), Address("127.0.0.1", free_port())
    app = web.Application(middlewares=[connections.answering])
    app.router.add_get("/live", echo)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    server = await connections.listen(runner, address)
    yield address
    server.close()
    await runner.cleanup()


async def ended(reader: asyncio.StreamReader) -> bool:
    """Whether a connection is cut without an answer."""
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            return await reader.read() == b""
    return True


async def test_a_request_in_crumbs_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each crumb comes soon; so does none of what follows an answer."""
    monkeypatch.setattr("bot.web.connections._REQUEST_SECONDS", 0.2)
    async with served() as address:
        for asked in (b"", b"GET / HTTP/1.1\r\nHost: x\r\n\r\n"):
            reader, writer = await connect(address, asked)
            if asked:
                await reader.readuntil(b"404: Not Found")
            crumbs = asyncio.create_task(dribble(writer))
            assert await ended(reader)
            crumbs.cancel()
            await leave(writer)


async def dribble(writer: asyncio.StreamWriter) -> None:
    """Send a request that has no end."""
    writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nX: ")
    while True:
        writer.write(b"x")
        await asyncio.sleep(0.02)


@pytest.mark.parametrize("said", [b"\x16\x03\x01\0\n\n", b"GET / HTTP/1.1\r\n\r\n"])
async def test_bytes_that_are_no_request_take_one_line(
    caplog: pytest.LogCaptureFixture, said: bytes
) -> None:
    """It is answered in one line."""
    async with served() as address:
        reader, writer = await connect(address, said)
        assert b"400" in await reader.readline()
        await leave(writer)
    assert [record for record in caplog.records if record.levelno > logging.DEBUG] == []


async def test_a_connection_that_asks_nothing_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    """A socket that is open is not cut, and there is room for one more; then for none.

    Those that have waited longest make room at once: their own time is not over.
    """
    monkeypatch.setattr("bot.web.connections._REQUEST_SECONDS", 2 * PATIENCE)
    async with served() as address, ClientSession(f"http://{address}") as client:
        async with client.ws_connect("/live") as socket:
            crowd = [await connect(address, b"GET / HT") for _ in range(3 * MOST)]
            assert all([await ended(reader) for reader, _ in crowd[:MOST]])
            async with client.get("/") as answer:
                assert answer.status == 404
            await socket.send_str("here")
            assert await socket.receive_str(timeout=PATIENCE) == "here"
            others = [await client.ws_connect("/live") for _ in range(MOST - 1)]
            late = await connect(address, b"")
            assert await ended(late[0])
            for other in others:
                await other.close()
        for writer in (late[1], *(one[1] for one in crowd)):
            await leave(writer)


@POSIX
def test_as_many_files_as_are_enough_may_be_open() -> None:
    """The process asks for them, up to what it may have at the most."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    least = min(before[1], 2_000) if before[1] != resource.RLIM_INFINITY else 2_000
    resource.setrlimit(resource.RLIMIT_NOFILE, (least // 2, before[1]))
    try:
        assert open_files() >= least
        assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= least
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
