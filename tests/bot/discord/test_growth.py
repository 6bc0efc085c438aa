"""What the bot asks its database again and again costs what waits, not what was ever played."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from bot.client.bot import Kinarow
from bot.client.services import COMPANIONS, DELETIONS
from bot.match.guilds import Shards
from bot.match.session import ChannelId, GameId, UserId
from bot.run.health import Endpoints, Health
from bot.store import Store
from tests.bot.discord.world import World
from tests.bot.store.grown import grow
from tests.bot.store.plans import statements, wasteful_steps

# SQLite plans without looking at sizes; PostgreSQL reads a table of a few pages as a whole.
QUICK, QUICK_POSTGRESQL, WHOLE = (200, 20), (6_000, 600), (1_000_000, 100_000)


@pytest.fixture
def database_url(any_migrated_url: str) -> str:
    """Every test runs on SQLite and on PostgreSQL."""
    return any_migrated_url


@pytest_asyncio.fixture(params=[QUICK, pytest.param(WHOLE, marks=pytest.mark.long)])
async def grown(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Store]:
    """A store of the same kind with many games."""
    url, size = f"sqlite:///{tmp_path / 'grown.db'}", request.param
    if "postgresql" in request.getfixturevalue("database_url"):
        url = request.getfixturevalue("postgres").new()
        size = QUICK_POSTGRESQL if size == QUICK else size
    async with Store.open(url, DELETIONS, COMPANIONS) as store:
        await grow(store, *size)
        yield store


async def live_a_day(world: World) -> None:
    """Let the bot do all that it does by itself or for whoever comes by."""
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dora = elsewhere.add_member(world.env.create_user("dora"))
    await world.env.settle()
    await dora.send(room, "!ttt start x")
    await dora.send(room, "!ttt vote 30s")
    await world.say("!ttt vote 30s", "5")
    await world.say("!ttt stop", "hello", "7", "!ttt start x", "5")
    world.env.backend.remove_guild(elsewhere.id)
    await world.env.settle()
    await world.go_down()
    await world.come_up()
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    for _ in range(2):
        await bot.recovery.look_after()
        await bot.look_after()
        await bot.pruning.prune()
    for read in (world.store.live_games, world.store.waiting, world.store.boards.old):
        await read(shards=Shards(16, frozenset((3,))))
    await world.store.versions((GameId(1), GameId(2)), (ChannelId(10), ChannelId(11)))
    parts = world.store, bot.services.thinker, bot.metrics
    endpoints = Endpoints(*parts, Health(*parts))
    await endpoints._count()


async def live_one_life(world: World) -> None:
    """Let a person ask for what there is of theirs, and then to be forgotten."""
    asked = "stats", "stats @bob", "top", "mine", "rematch", "explore", "train progress", "puzzle"
    await world.say(*(f"!ttt {words}" for words in asked))
    await world.say("!ttt stop", "!ttt rematch", "!ttt stop", "!ttt train", "!ttt review")
    await world.store.forget(UserId(world.alice.id))


async def test_no_repeated_statement_reads_all_games(world: World, grown: Store) -> None:
    """At a start, in a round, for a message, a person, a removal: each step follows an index."""
    with statements(world.store) as found:
        await live_a_day(world)
        await live_one_life(world)
    wasteful = {sql: steps for sql, s in found.items() if (steps := await wasteful_steps(grown, s))}
    assert not wasteful
