"""The whole program against a small gateway on this machine."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any, Final

import discord
import pytest
import pytest_asyncio
import yarl
from aiohttp import ClientError, ClientSession, WSMsgType, web

from bot.app import serve
from bot.config import Settings
from tests.bot.waiting import PATIENCE

TOKEN: Final = "MTA5OTk5OTk5OTk5OTk5OTk5.GabcdE.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
HELLO, IDENTIFY, DISPATCH = 10, 2, 0
DISALLOWED_INTENTS: Final = 4014
USER: Final = {"id": "1", "username": "Kinarow", "discriminator": "0", "avatar": None}
APPLICATION: Final = {
    "id": "1",
    "name": "Kinarow",
    "icon": None,
    "description": "",
    "bot_public": True,
    "bot_require_code_grant": False,
    "verify_key": "",
    "owner": USER,
    "flags": 0,
}


class Gateway:
    """Discord as a bot sees it that logs in and waits: it hands on nothing privileged."""

    def __init__(self) -> None:
        self.asked: list[discord.Intents] = []
        self.shards: list[list[int] | None] = []
        self.synced = 0
        self.close_codes: list[int | None] = []
        self.ready = asyncio.Event()
        self.application: dict[str, object] = dict(APPLICATION)
        self.emoji: list[str] = []
        self.refuses = True
        """Whether what people type is not handed on."""
        self.refusal: type[web.HTTPException] | None = None
        """What every login is answered with instead."""
        self.app = web.Application()
        self.app.router.add_get("/users/@me", self._user)
        self.app.router.add_get("/oauth2/applications/@me", self._application)
        self.app.router.add_put("/applications/1/commands", self._commands)
        self.app.router.add_get("/applications/1/emojis", self._emoji)
        self.app.router.add_get("/", self._connection)

    async def _user(self, _request: web.Request) -> web.Response:
        if self.refusal is not None:
            raise self.refusal
        return answer(USER)

    async def _application(self, _request: web.Request) -> web.Response:
        return answer(self.application)

    async def _emoji(self, _request: web.Request) -> web.Response:
        items = [{"id": str(n), "name": name} for n, name in enumerate(self.emoji, start=1)]
        return answer({"items": items})

    async def _commands(self, _request: web.Request) -> web.Response:
        self.synced += 1
        return answer([])

    async def _connection(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 45_000}})
        async for message in socket:
            if message.type is WSMsgType.TEXT and (sent := message.json())["op"] == IDENTIFY:
                await self._identified(socket, sent["d"])
        self.close_codes.append(socket.close_code)
        return socket

    async def _identified(self, socket: web.WebSocketResponse, sent: dict[str, Any]) -> None:
        asked = discord.Intents._from_value(sent["intents"])
        self.asked.append(asked)
        self.shards.append(sent.get("shard"))
        if self.refuses and asked.value & ~discord.Intents.default().value:
            await socket.close(code=DISALLOWED_INTENTS)
            return
        ready = {
            "v": 10,
            "user": USER,
            "guilds": [],
            "session_id": "1",
            "shard": sent.get("shard", [0, 1]),
            "resume_gateway_url": str(discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY),
            "application": {"id": "1", "flags": 0},
        }
        await socket.send_json({"op": DISPATCH, "t": "READY", "s": 1, "d": ready})
        self.ready.set()


def answer(body: object) -> web.Response:
    """JSON, without the charset that discord.py would not know."""
    return web.Response(body=json.dumps(body).encode(), content_type="application/json")


@pytest_asyncio.fixture
async def gateway(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Gateway]:
    """A gateway that discord.py takes for Discord."""
    gateway = Gateway()
    runner = web.AppRunner(gateway.app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    socket = yarl.URL(f"ws://{host}:{port}/")
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", socket)
    yield gateway
    await runner.cleanup()


async def test_without_the_intent_the_bot_connects_again_and_says_so(
    gateway: Gateway, database_url: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Refused what people type, it asks for the rest, logs one line, and leaves in order."""
    settings = Settings.read(
        {"DISCORD_TOKEN": TOKEN, "DATABASE_URL": database_url, "ENGINE": "local:1"}
    )
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as program:
        program.create_task(serve(settings))
        await gateway.ready.wait()
        os.kill(os.getpid(), signal.SIGTERM)
    assert [intents.message_content for intents in gateway.asked] == [True, False]
    assert gateway.close_codes[-1] == 1000
    (line,) = [r.getMessage() for r in caplog.records if "Intent" in r.getMessage()]
    assert "slash commands, buttons and mentions" in line


@pytest.fixture
def environ(database_url: str) -> dict[str, str]:
    """The settings of a bot that tells how it is."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{free.getsockname()[1]}"
    return {
        "DISCORD_TOKEN": TOKEN,
        "DATABASE_URL": database_url,
        "ENGINE": "local:1",
        "HTTP": address,
    }


@asynccontextmanager
async def serving(environ: dict[str, str]) -> AsyncIterator[ClientSession]:
    """The program, from when it is well to when it is ended by a signal."""
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as program:
        program.create_task(serve(Settings.read(environ)))
        async with ClientSession(f"http://{environ['HTTP']}") as client:
            status = 0
            while status != HTTPStatus.OK:
                with suppress(ClientError):
                    async with client.get("/health") as health:
                        status = health.status
            yield client
        os.kill(os.getpid(), signal.SIGTERM)


async def test_a_process_plays_in_its_own_shards(gateway: Gateway, environ: dict[str, str]) -> None:
    """It connects as that shard, and leaves the commands to the first process."""
    gateway.refuses = False
    async with serving({**environ, "SHARD_COUNT": "4", "SHARD_IDS": "2"}):
        pass
    assert gateway.shards == [[2, 4]]
    assert gateway.synced == 0
    assert gateway.close_codes == [1000]


async def test_health_and_metrics_are_served_where_asked_for(
    gateway: Gateway, environ: dict[str, str]
) -> None:
    """With HTTP set the bot tells how it is, for as long as it runs."""
    async with serving(environ) as client, client.get("/metrics") as answered:
        page = await answered.text()
    assert gateway.synced > 0
    assert 'kinarow_gateway_events_total{event="connect"} 1.0' in page
    assert "kinarow_loop_lag_seconds_count" in page
