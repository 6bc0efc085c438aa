"""What a browser says to the page of `play`, without the browser."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import simcord
from aiohttp import ClientSession

from bot.client.bot import Kinarow
from bot.client.services import Services
from bot.config import Settings
from bot.local.page import preview
from bot.local.world import World, open_world


class Browser:
    """One tab: it acts, and reads what the page shows then."""

    def __init__(self, http: ClientSession, opened: dict[str, Any]) -> None:
        self.http = http
        self.shown = opened
        """The page as it was last read: messages, their order, whether there are more."""
        self._acts = 0
        self._headers = {"X-Simcord-Context": opened["context"]["id"]}

    async def act(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Do something, and read what comes of it; gives what SimCord has to say of the act."""
        self._acts += 1
        act = {
            "protocol_version": 3,
            "kind": kind,
            "request_id": str(self._acts),
            "sequence": self._acts,
            "generation": self.shown["context"]["generation"],
            "bot_generation": self.shown["botGeneration"],
            **fields,
        }
        async with self.http.post("/api/action", json=act, headers=self._headers) as answer:
            receipt: dict[str, Any] = await answer.json()
        assert not receipt["rejected"], receipt
        await self.look()
        return receipt

    async def look(self) -> None:
        """Read what the page shows."""
        async with self.http.get("/api/state", headers=self._headers) as found:
            self.shown = await found.json()

    async def say(self, text: str) -> None:
        """Send a message."""
        await self.act("send_message", content=text)

    async def press(self, label: str) -> None:
        """Press the newest button of a label."""
        message, button = next(
            (message, button)
            for message in reversed(self.messages)
            for row in message["components"]
            for button in row.get("components", ())
            if button.get("label") == label
        )
        await self.act("click", target_id=message["id"], control_key=button["control_key"])

    async def command(self, name: str, **options: str) -> None:
        """Send a slash command."""
        async with self.http.get("/api/commands", headers=self._headers) as found:
            catalog = await found.json()
        (entry,) = (entry for entry in catalog["entries"] if entry["invocation"] == name)
        await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    @property
    def texts(self) -> list[str]:
        """What is written in the messages that are shown, as people read it."""
        return ["".join(_read(message["content_tokens"])) for message in self.messages]

    @property
    def messages(self) -> list[dict[str, Any]]:
        """The messages that are shown, the oldest first."""
        return [self.shown["messages"][number] for number in self.shown["timeline"]]


def _read(tokens: list[dict[str, Any]]) -> Iterator[str]:
    for token in tokens:
        yield token.get("content") or token.get("label") or ""
        yield from _read(token.get("children") or [])


@asynccontextmanager
async def browse(page: simcord.Preview) -> AsyncIterator[Browser]:
    """A tab in which a page is open."""
    address, _, key = page.url.partition("/#")
    async with ClientSession(address, headers={"X-Simcord-Capability": key}) as http:
        async with http.post("/api/pages", json={}) as found:
            opened = await found.json()
        yield Browser(http, opened)


@asynccontextmanager
async def opened(services: Services) -> AsyncIterator[tuple[World, simcord.Preview, Browser]]:
    """A page, and a browser that shows it."""
    async with open_world(Kinarow(Settings.read({}), services)) as world:
        async with await preview(world) as page, browse(page) as browser:
            yield world, page, browser
        await world.env.bot.close()
