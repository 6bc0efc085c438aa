"""A small Discord for a bot that logs in and waits, on this machine."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta
from functools import partialmethod
from typing import Any, Final

import discord
import pytest
import yarl
from aiohttp import WSMsgType, web

from tests.close_codes import close_code
from tests.discord_internals import intents_from

TOKEN: Final = "MTA5OTk5OTk5OTk5OTk5OTk5.GabcdE.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
HELLO, IDENTIFY, DISPATCH = 10, 2, 0
DISALLOWED_INTENTS: Final = 4014
ENTRY_POINT: Final = 4
"""The type of the command that opens an activity: a sync may not leave it out."""
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
        self.sync_refusals: list[tuple[int, int]] = []
        """The status and Discord's number with which the next syncs are refused."""
        self.commands: list[dict[str, Any]] = []
        """What the application has."""
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
        self.app.router.add_get("/applications/1/commands", self._known)
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

    async def _known(self, _request: web.Request) -> web.Response:
        return answer(self.commands)

    async def _commands(self, request: web.Request) -> web.Response:
        if self.sync_refusals:
            status, code = self.sync_refusals.pop(0)
            return answer({"code": code, "message": "refused on purpose"}, status)
        told: list[dict[str, Any]] = await request.json()
        if any(command["type"] == ENTRY_POINT and command not in told for command in self.commands):
            return answer({"code": 50240, "message": "an Entry Point command exists"}, 400)
        self.commands = told
        self.synced += 1
        return answer([])

    def as_discord_tells_them(self) -> None:
        """Add to the commands what Discord adds, and leave out what it leaves out."""
        for command in self.commands:
            command |= {"id": "9", "application_id": "1", "version": "3", "nsfw": False}
            command |= {"dm_permission": True, "description": command.get("description", "")}
            for option in command.get("options", ()):
                if not option.get("options", True):
                    del option["options"]

    async def _connection(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await socket.send_json({"op": HELLO, "d": {"heartbeat_interval": 45_000}})
        while (message := await socket.receive()).type is WSMsgType.TEXT:
            if (sent := message.json())["op"] == IDENTIFY:
                await self._identified(socket, sent["d"])
        self.close_codes.append(close_code(socket, message))
        return socket

    async def _identified(self, socket: web.WebSocketResponse, sent: dict[str, Any]) -> None:
        asked = intents_from(sent["intents"])
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


def answer(body: object, status: int = 200) -> web.Response:
    """JSON, without the charset that discord.py would not know."""
    content = json.dumps(body).encode()
    return web.Response(body=content, status=status, content_type="application/json")


@asynccontextmanager
async def taken_for_discord(
    app: web.Application, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[None]:
    """In the block discord.py finds an application where it looks for Discord, and waits less.

    By itself it waits two seconds for servers to be announced, and the bot 5.5 before it identifies
    again.
    """
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    socket = yarl.URL(f"ws://{host}:{port}/")
    monkeypatch.setattr(discord.http.Route, "BASE", f"http://{host}:{port}")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", socket)
    state = discord.state.ConnectionState
    announced = partialmethod(state.__init__, guild_ready_timeout=0.05)
    monkeypatch.setattr(state, "__init__", announced)
    monkeypatch.setattr("bot.client.gateway._IDENTIFY_PAUSE", timedelta(0))
    yield
    await runner.cleanup()
