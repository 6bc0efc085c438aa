"""The page as it is served: one act at a time, and with a script of our own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from aiohttp import ClientSession

from bot.app import Kinarow
from bot.config import Settings
from bot.games import Games, House
from bot.play.page import preview
from bot.play.server import FOLLOW
from bot.play.world import World, open_world
from bot.store import Store
from bot.thinker import Thinker
from engine import Limit


@pytest.fixture
def games(store: Store, thinker: Thinker) -> Games:
    """Games that the page shows."""
    house = House(Limit(seconds=0.05))
    return Games(store, thinker, house, lambda: datetime.now(UTC), Random(7))


@asynccontextmanager
async def opened(games: Games) -> AsyncIterator[tuple[World, Any, ClientSession]]:
    """A page, and a browser with its key."""
    async with open_world(Kinarow(Settings.read({}), games)) as world:
        async with await preview(world) as page:
            address, _, key = page.url.partition("/#")
            headers = {"X-Simcord-Capability": key}
            async with ClientSession(address, headers=headers) as browser:
                yield world, page, browser
        await world.env.bot.close()


async def said(browser: ClientSession, text: str) -> int:
    """The status that a browser gets for a message."""
    async with browser.post("/api/pages", json={}) as found:
        context = (await found.json())["context"]
    act = {
        "protocol_version": 3,
        "kind": "send_message",
        "request_id": "1",
        "sequence": 1,
        "generation": context["generation"],
        "bot_generation": 1,
        "content": text,
    }
    headers = {"X-Simcord-Context": context["id"]}
    async with browser.post("/api/action", json=act, headers=headers) as answer:
        receipt = await answer.json()
        assert not receipt.get("rejected"), receipt
        return answer.status


async def test_who_acts_while_the_page_is_refreshed_has_to_wait(games: Games) -> None:
    """SimCord would refuse the message, and its page would take nothing more."""
    async with opened(games) as (world, page, browser):
        async with world.turn:
            page.env._begin_operation("preview.refresh")
            saying = asyncio.create_task(said(browser, "!ttt start 3x3 x"))
            _, waiting = await asyncio.wait({saying}, timeout=0.2)
            assert waiting
            page.env._end_operation()
        assert await saying == 200
        assert "alice" in world.channel.history()[-1].content


async def test_the_script_that_follows_comes_with_the_page(games: Games) -> None:
    """It is served in a file that the page loads, and the parts it looks for are there."""
    async with opened(games) as (_, _, browser):
        async with browser.get("/app.js") as found:
            assert (await found.text()).endswith(FOLLOW)
        async with browser.get("/") as found:
            page = await found.text()
    for part in ("channel-timeline", "channel-message-list", "/app.js"):
        assert part in page
