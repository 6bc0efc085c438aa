"""Whatever the gateway sends costs a new connection at most, and one line of the log."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable

import discord
import pytest
import pytest_asyncio
import yarl
from aiohttp import WSMsgType

from bot.client import connections
from bot.edge.discord_internals.connections import shards_of
from bot.monitoring.metrics import InFlight
from tests.bot.client.test_gateway import KINDS, Listening, connected, hears, told, until_resumed
from tests.soon import PATIENCE
from tests.wire.frames import BROKEN, PASSED_OVER, READIES
from tests.wire.loopback import Loopback
from tests.wire.payloads import Payload


@pytest_asyncio.fixture
async def server(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Loopback]:
    """A small Discord that discord.py takes for the real one, and that need not be waited for."""
    server = Loopback()
    await server.start()
    gateway = yarl.URL(server.gateway.url)
    monkeypatch.setattr(discord.http.Route, "BASE", server.url)
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    monkeypatch.setattr(connections, "_FIRST_PAUSE", 0.01)
    monkeypatch.setattr(connections, "_LONGEST_PAUSE", 0.02)
    yield server
    await server.stop()


def check_log(caplog: pytest.LogCaptureFixture, lines: int) -> None:
    """So many tries were told, each in a line of its own, and nothing is told as a defect."""
    assert [one.getMessage() for one in caplog.records if one.levelno >= logging.ERROR] == []
    assert not [one for one in caplog.records if one.exc_info and one.levelno > logging.DEBUG]
    assert len(told(caplog)) == lines
    for line in told(caplog):
        assert len(line) < 300
        assert "\n" not in line


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", [*BROKEN, *PASSED_OVER])
async def test_a_hello_that_is_none(
    server: Loopback,
    caplog: pytest.LogCaptureFixture,
    kind: Callable[[], Listening],
    name: str,
) -> None:
    """It is tried again, which costs no identify of the thousand a day."""
    server.gateway.hellos = [(BROKEN | PASSED_OVER)[name]] * 2
    async with connected(InFlight(), kind) as client:
        await hears(server, client)
        check_log(caplog, 2)
        assert server.gateway.identified == len(shards_of(client))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("changed", READIES.values(), ids=list(READIES))
async def test_a_session_that_cannot_begin(
    server: Loopback,
    caplog: pytest.LogCaptureFixture,
    kind: Callable[[], Listening],
    changed: Payload,
) -> None:
    """Another one is begun."""
    server.gateway.readies = [changed, changed]
    async with connected(InFlight(), kind) as client:
        await hears(server, client)
        check_log(caplog, 2)
        assert server.gateway.identified == 2 + len(shards_of(client))
        assert server.gateway.resumed == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("frame", BROKEN.values(), ids=list(BROKEN))
async def test_a_frame_in_the_middle_of_a_session(
    server: Loopback,
    caplog: pytest.LogCaptureFixture,
    kind: Callable[[], Listening],
    frame: str | bytes,
) -> None:
    """The session is resumed; where the same comes again it is begun anew."""
    async with connected(InFlight(), kind) as client:
        shards = len(shards_of(client))
        await hears(server, client)
        await server.gateway.send(frame)
        async with asyncio.timeout(PATIENCE):
            while server.gateway.resumed < shards:  # noqa: ASYNC110 - a gateway sets no event
                await asyncio.sleep(0.01)
        await hears(server, client)
        check_log(caplog, shards)
        assert server.gateway.identified == shards


@pytest.mark.parametrize("kind", KINDS)
async def test_a_frame_that_comes_again_and_again(
    server: Loopback, caplog: pytest.LogCaptureFixture, kind: Callable[[], Listening]
) -> None:
    """A session in which an event cannot be read is not resumed for ever."""
    async with connected(InFlight(), kind) as client:
        shards = len(shards_of(client))
        await hears(server, client)
        for session in server.gateway.sessions:
            session.dispatch("PING", {}, told=False)
            session.events[-1]["s"] = "many"
        before = server.gateway.identified
        await server.gateway.close(4000)
        async with asyncio.timeout(PATIENCE):
            while server.gateway.identified < before + shards:  # noqa: ASYNC110 - likewise
                await asyncio.sleep(0.01)
        await hears(server, client)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("frame", PASSED_OVER.values(), ids=list(PASSED_OVER))
async def test_a_frame_that_means_nothing(
    server: Loopback,
    caplog: pytest.LogCaptureFixture,
    kind: Callable[[], Listening],
    frame: str | bytes,
) -> None:
    """It is passed over."""
    async with connected(InFlight(), kind) as client:
        await hears(server, client)
        await server.gateway.send(frame)
        await hears(server, client)
        check_log(caplog, 0)


@pytest.mark.parametrize("kind", KINDS)
async def test_text_that_is_none(
    server: Loopback, caplog: pytest.LogCaptureFixture, kind: Callable[[], Listening]
) -> None:
    """Bytes that are no UTF-8 cost the connection."""
    async with connected(InFlight(), kind) as client:
        shards = len(shards_of(client))
        await hears(server, client)
        await server.gateway.send(b"\xff\xfe{}", WSMsgType.TEXT)
        async with asyncio.timeout(PATIENCE):
            while server.gateway.resumed < shards:  # noqa: ASYNC110 - likewise
                await asyncio.sleep(0.01)
        await hears(server, client)
        check_log(caplog, shards)


@pytest.mark.parametrize("kind", KINDS)
async def test_a_session_whose_address_leads_nowhere(
    server: Loopback, caplog: pytest.LogCaptureFixture, kind: Callable[[], Listening]
) -> None:
    """After one try there it is resumed at the usual address."""
    true, server.gateway.url = server.gateway.url, "ws://127.0.0.1:9/"
    async with connected(InFlight(), kind) as client:
        shards = len(shards_of(client))
        await hears(server, client)
        server.gateway.url = true
        await server.gateway.close(4000)
        await until_resumed(server, shards)
        await hears(server, client)
        assert server.gateway.identified == shards
        check_log(caplog, 2 * shards)
