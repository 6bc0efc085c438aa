"""Two shards in one process: each is taken up, noted and tidied by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from random import Random
from typing import NamedTuple

import discord
import pytest
from simcord import ChannelHandle, MemberActor

from bot.client.bot import Kinarow, ShardedKinarow
from bot.client.services import GamesConfig, Services
from bot.config import Settings
from bot.match.guilds import Preferences
from bot.match.session import ScopeId
from bot.monitoring.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.store import Chosen, Store
from engine import Level, Limit
from tests.bot.discord.world import World
from tests.bot.waiting import until
from tests.discord_internals import lose
from tests.soon import PATIENCE

SETTINGS = Settings.read({"SHARD_COUNT": "2"})
LEFT_GUILDS = [ScopeId(6 << 22), ScopeId(7 << 22)]
"""A server of each shard that the bot is not in."""


@pytest.fixture
def new_bot(store: Store, thinker: Thinker, think: Limit) -> Callable[[], Kinarow]:
    """Makes a bot that plays in both shards of two."""

    def make() -> ShardedKinarow:
        config = GamesConfig(think, shards=SETTINGS.shards)
        metrics = Metrics(SETTINGS.shards.ids)
        services = Services.of(store, thinker, config, discord.utils.utcnow, Random(7), metrics)
        return ShardedKinarow(SETTINGS, services)

    return make


@pytest.fixture
def bot(world: World) -> ShardedKinarow:
    """The bot of the world."""
    assert isinstance(world.env.bot, ShardedKinarow)
    return world.env.bot


class Seat(NamedTuple):
    """A person in a channel of a server of one of the shards."""

    person: MemberActor
    channel: ChannelHandle


@pytest.fixture
def seats(world: World) -> list[Seat]:
    """One in each shard."""
    person = world.env.create_user("dave")
    guilds = [world.env.create_guild("Club", shard_id=shard) for shard in (0, 1)]
    return [Seat(guild.add_member(person), guild.create_text_channel("games")) for guild in guilds]


async def disconnect(world: World, bot: ShardedKinarow, shard: int) -> None:
    """Break the connection of a shard."""
    found = bot.get_shard(shard)
    assert found is not None, "it is one of the bot's"
    await found.disconnect()
    await world.env.settle()


async def identify_anew(world: World, bot: ShardedKinarow, shard: int) -> None:
    """Connect a shard without its session, and wait until it is heard again."""
    found = bot.get_shard(shard)
    assert found is not None, "it is one of the bot's"
    await world.env.advance_time(1)
    ready = asyncio.ensure_future(bot.wait_for("shard_ready", timeout=PATIENCE))
    await found.reconnect()
    await ready
    await world.env.settle()


async def heard(world: World) -> list[bool]:
    """Of which of the shards it is noted that something was heard."""
    return [await world.store.shards.heard_until(shard) is not None for shard in (0, 1)]


async def test_a_shard_that_is_down_is_not_noted_as_heard(
    world: World, bot: ShardedKinarow, seats: list[Seat]
) -> None:
    """The other one is; both are once it has begun anew."""
    await disconnect(world, bot, 1)
    for person, channel in seats:
        await person.send(channel, "hello")
    await bot.recovery.look_after()
    assert await heard(world) == [True, False]
    await identify_anew(world, bot, 1)
    await seats[1].person.send(seats[1].channel, "hello again")
    await bot.recovery.look_after()
    assert await heard(world) == [True, True]


async def test_a_lost_shard_is_known_by_its_connection(
    world: World, bot: ShardedKinarow, seats: list[Seat]
) -> None:
    """Until discord.py tells of it, which may take minutes, it is not noted as heard, nor well."""
    found = bot.get_shard(1)
    assert found is not None, "it is one of the bot's"
    for person, channel in seats:
        await person.send(channel, "hello")
    assert bot.metrics.offline == []
    await lose(found)
    assert bot.metrics.offline == [1]
    await bot.recovery.look_after()
    assert await heard(world) == [True, False]


async def test_a_shard_that_begins_anew_is_read_back(
    world: World, bot: ShardedKinarow, seats: list[Seat]
) -> None:
    """A move typed while it was away is answered, and the other shard plays on meanwhile."""
    for person, channel in seats:
        await person.send(channel, "!ttt start x")
    await disconnect(world, bot, 1)
    for person, channel in seats:
        await person.send(channel, "5")
    assert [len(world.said(channel)) for _, channel in seats] == [2, 1]
    await identify_anew(world, bot, 1)
    for _, channel in seats:
        await world.until_played(2, channel)
    await until(lambda: [len(world.said(channel)) for _, channel in seats] == [2, 2])


async def test_a_ready_shard_keeps_the_settings_of_other_shards(
    world: World, bot: ShardedKinarow
) -> None:
    """A shard that is ready knows which of its own servers the bot was removed from."""
    for scope in LEFT_GUILDS:
        await world.store.preferences.keep(Chosen(scope, None, Preferences(level=Level.HARD)))
    await disconnect(world, bot, 1)
    await identify_anew(world, bot, 1)
    async with asyncio.timeout(PATIENCE):
        while len(left := await world.store.preferences.all()) == len(LEFT_GUILDS):
            pass  # reading the store lets the bot go on
    await world.env.settle()
    assert [chosen.scope for chosen in left] == LEFT_GUILDS[:1]
