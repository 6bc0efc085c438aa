"""The small Discord of `play`: time passes in it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

import pytest

from bot.client.bot import Kinarow
from bot.client.services import GamesConfig, Services
from bot.config import Settings
from bot.local.world import World, open_world
from bot.match.session import ChannelId, UserId
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit


@asynccontextmanager
async def opened(store: Store, thinker: Thinker) -> AsyncIterator[World]:
    """A small Discord with a bot of its own."""
    config = GamesConfig(Limit(seconds=0.05))
    services = Services.of(store, thinker, config, lambda: datetime.now(UTC), Random(7))
    async with open_world(Kinarow(Settings.read({}), services)) as world:
        yield world
        await world.env.bot.close()


@pytest.mark.parametrize("permitted", [True, False])
async def test_no_thread_is_opened(store: Store, thinker: Thinker, permitted: bool) -> None:
    """A game in one could not be played, and files or no files change nothing in that."""
    async with opened(store, thinker) as world:
        world.permit_files(permitted=permitted)
        await world.env.settle()
        alice, bob = world.members["alice"], world.members["bob"]
        await alice.send(world.channel, "!ttt tournament 5m")
        for member in (alice, bob):
            message = next(m for m in reversed(world.channel.history()) if m.components)
            await member.click(message, label="Join")
        await alice.send(world.channel, "!ttt tournament start")
        await world.env.settle()
        assert world.channel.threads == []
        assert any("your game, round 1" in m.content for m in world.channel.history())


async def test_a_vote_is_counted_though_nobody_acts(store: Store, thinker: Thinker) -> None:
    """Timers of the bot stand still between acts: `pass_time` lets those go off that are due."""
    async with opened(store, thinker) as world:
        bot = world.env.bot
        assert isinstance(bot, Kinarow)
        services = bot.services
        await world.members["alice"].send(world.channel, "!ttt vote 3x3 10s x")
        channel = ChannelId(world.channel.id)
        before = await services.games.live(channel)
        assert before.poll is not None
        await world.pass_time()
        voted = before.vote(UserId(world.members["bob"].id), 5, datetime.now(UTC))
        assert voted.poll is not None
        over = replace(voted, poll=replace(voted.poll, closes=datetime.now(UTC)))
        await services.turns.save(before, over)
        await world.env.settle()
        await world.pass_time()
        after = await services.games.live(channel)
        assert after.position.moves[0] == 5
        assert after.position.ply == 2
