"""The small Discord of `play`: time passes in it."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from bot.client.bot import Kinarow
from bot.client.services import GamesConfig, Services
from bot.config import Settings
from bot.local.world import open_world
from bot.match.session import ChannelId, UserId
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit


async def test_a_vote_is_counted_though_nobody_acts(store: Store, thinker: Thinker) -> None:
    """Timers of the bot stand still between acts: `pass_time` lets those go off that are due."""
    config = GamesConfig(Limit(seconds=0.05))
    services = Services.of(store, thinker, config, lambda: datetime.now(UTC), Random(7))
    async with open_world(Kinarow(Settings.read({}), services)) as world:
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
        await world.env.bot.close()
