"""A simulated Discord of its own for each test."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Sequence
from functools import partial
from math import inf
from random import Random
from typing import TYPE_CHECKING, Any

import discord
import pytest
import pytest_asyncio
import simcord
from discord.ext import commands
from simcord.types import HttpLogEntry

from bot.client import application as upload
from bot.client.bot import Kinarow
from bot.client.services import GamesConfig, Services
from bot.config import Settings
from bot.edge.discord_internals.requests import command_payloads
from bot.match.guilds import GuildSettings
from bot.pool import thinker as pool
from bot.pool.thinker import Thinker
from bot.show import emoji
from bot.store import Store
from engine import Level, Limit, cost
from tests.bot.discord.description import Description
from tests.bot.discord.pages import FakeDiscord, Pages, served
from tests.bot.discord.world import World
from tests.shared import SHARED
from tests.simcord_internals import copy_quickly, look_often

if TYPE_CHECKING:
    from tests.bot.discord.browser import Chromium, Open

DISCORD = SHARED / "discord-openapi.json"

SETTLING = 120.0
"""Seconds in which the bot has to come to rest. SimCord waits for timers that are sooner than that:
pauses and time-outs of minutes must be longer."""

look_often(0.005)
copy_quickly()

_DEFAULTS = Settings.read({})
"""A host who has set nothing."""
COMMANDS: list[dict[str, Any]] = []
"""The slash commands as they are uploaded, once a bot has written them."""


@pytest.fixture(autouse=True)
def written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each bot has the same slash commands, and writes them longer than most tests take."""

    async def payloads(bot: commands.Bot, group: str, order: Sequence[str]) -> list[dict[str, Any]]:
        COMMANDS.extend([] if COMMANDS else await command_payloads(bot, group, order))
        return COMMANDS

    monkeypatch.setattr(upload, "command_payloads", payloads)


@pytest.fixture
def few_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a mistake costs is tried in few games: a hundred take two seconds on a large board."""
    monkeypatch.setattr(pool, "cost", partial(cost, games=4))


@pytest.fixture
def think() -> Limit:
    """How long the engine may think about a move."""
    return Limit(seconds=0.05)


@pytest.fixture
def defaults() -> GuildSettings:
    """The default: the best level, whose move on 3x3 is known without a search.

    Tests of the usual level take another.
    """
    return GuildSettings(level=Level.PERFECT)


@pytest.fixture
def typed() -> bool:
    """Whether the bot asks Discord for what people type."""
    return True


@pytest.fixture
def new_bot(
    store: Store, thinker: Thinker, think: Limit, defaults: GuildSettings, typed: bool
) -> Callable[[], Kinarow]:
    """Makes a bot that knows no more about the games than the store does."""

    def make() -> Kinarow:
        config = GamesConfig(think, defaults)
        services = Services.of(store, thinker, config, discord.utils.utcnow, Random(7))
        bot = Kinarow(_DEFAULTS, services, typed=typed)
        bot.traffic.most = bot.old_traffic.most = 1_000  # people here type without a pause
        bot.cooldowns.most = inf
        return bot

    return make


@pytest.fixture
def simcord_bot(new_bot: Callable[[], Kinarow]) -> Kinarow:
    """The bot that SimCord's plugin connects; an error that it drops fails the test."""
    return new_bot()


@pytest.fixture(scope="session")
def description() -> Description | None:
    """Discord's description of its API, where it is at hand."""
    return Description(DISCORD) if DISCORD.exists() else None


def unwritten(requests: Iterable[HttpLogEntry]) -> Iterator[str]:
    """The texts that hold a place for an emoji without the emoji in it."""
    for request in requests:
        sent = json.dumps(request.json, ensure_ascii=False)
        if emoji.fill_tokens(sent, {}) != sent:
            yield sent


@pytest_asyncio.fixture
async def world(
    simcord_env: simcord.Env,
    store: Store,
    new_bot: Callable[[], Kinarow],
    description: Description | None,
) -> AsyncIterator[World]:
    """A server with Kinarow connected to it; its requests to Discord are checked at the end."""
    simcord_env.settle_timeout = SETTLING
    world = World(simcord_env, store, new_bot)
    await simcord_env.settle()
    yield world
    await simcord_env.bot.close()
    assert list(unwritten(simcord_env.http_requests)) == []
    if description is not None:
        assert list(description.objections(simcord_env.http_requests)) == []


@pytest.fixture(autouse=True)
def no_logged_errors(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Anything logged as an error, by any part, fails the test: discord.py drops some there."""
    yield
    records = [*caplog.get_records("setup"), *caplog.get_records("call")]
    errors = [record.getMessage() for record in records if record.levelno >= logging.ERROR]
    assert not errors


@pytest_asyncio.fixture
async def pages(world: World) -> AsyncIterator[Pages]:
    """The pages of the world's bot."""
    async with served(world) as found:
        yield found


@pytest_asyncio.fixture
async def activity(world: World, pages: Pages) -> AsyncIterator[FakeDiscord]:
    """What Discord says of an activity in the world's channel."""
    async with FakeDiscord.of(world, pages) as found:
        yield found


@pytest.fixture(scope="module")
def chromium() -> Iterator[Chromium]:
    """A browser, which takes a second to start and a second for each first page."""
    from tests.bot.discord.browser import Chromium  # its library may not be installed

    chromium = Chromium()
    yield chromium
    chromium.close()


@pytest_asyncio.fixture
async def visit(pages: Pages, chromium: Chromium) -> AsyncIterator[Open]:
    """Opens a link in a browser; what its scripts complain of fails the test."""
    yield chromium.visit
    await chromium.leave()
    complaints = [one for one in chromium.complaints if "WebSocket" not in one]
    chromium.complaints.clear()
    assert complaints == []
