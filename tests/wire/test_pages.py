"""Pages of boards while their bot is several processes, or is killed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from time import time

import aiohttp
import pytest
import pytest_asyncio

from bot.match.session import ChannelId, UserId
from bot.web.links import Links, Seen
from tests.bot.discord.pages import PageOf
from tests.bot.postgres import Databases, running_server
from tests.wire.payloads import TOKEN
from tests.wire.program import Program
from tests.wire.rooms import ALICE, OTHER_GUILD, Room
from tests.wire.test_shards import free_address
from tests.wire.world import World, check_log, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


@pytest.fixture(scope="module")
def database_url() -> Iterator[str]:
    """An empty database of a PostgreSQL server."""
    with running_server() as server:
        yield Databases(server.url).new()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(
    tmp_path_factory: pytest.TempPathFactory, database_url: str
) -> AsyncIterator[World]:
    """A bot that plays in the first shard of two."""
    shards = {"SHARD_COUNT": "2", "DATABASE_URL": database_url}
    folder = tmp_path_factory.mktemp("wire")
    async with open_world(folder, **shards, SHARD_IDS="0") as world:
        world.shards = 1
        await world.connect()
        yield world


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def other(
    world: World, database_url: str, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[str]:
    """Where another process, that of the second shard, serves pages."""
    address = free_address()
    folder = tmp_path_factory.mktemp("other")
    settings = {"SHARD_COUNT": "2", "SHARD_IDS": "1", "DATABASE_URL": database_url}
    program = Program(world.discord.url, folder, **settings, WEB=address)
    identified = world.discord.gateway.identified
    await program.start()
    await world.until(lambda: world.discord.gateway.identified > identified)
    yield f"http://{address}"
    assert await program.end() == 0
    check_log(program.logged())


async def passed(world: World, room: Room, user: str = ALICE["id"]) -> str:
    """A pass of a person to the game of a room, for any process of the bot."""
    session = await world.session(room)
    seen = Seen(ChannelId(room.id), session.game, UserId(int(user)))
    return Links(TOKEN.encode(), time).pass_for(seen)


async def test_a_page_shows_what_another_process_plays(world: World, other: str) -> None:
    """A move typed where the page's process hears nothing, and the next game; a touch counts there.

    The channel keeps one living board, its last message, whichever process has shown it.
    """
    room = await world.game("!ttt start 4x4 x", guild=OTHER_GUILD)
    async with aiohttp.ClientSession() as client:
        page = await PageOf(client, other).open(await passed(world, room))
        await page.until(lambda: page.state)
        await world.say(room, "5")
        await page.until(lambda: page.state["cells"].count("X") == 1 and page.state["legal"])
        await page.move(page.state["legal"][0])
        await world.until_played(room, 4)
        await world.until_shown(room)
        await page.until(lambda: page.state["legal"])
        world.discord.press(room, page.state["names"][page.state["legal"][0] - 1])
        await world.until_played(room, 5)
        await world.until_shown(room)
        await world.until(lambda: room.alive == room.boards[-1:])
        await page.until(lambda: page.state["cells"].count("X") == 3)
        game = page.state["game"]
        await world.say(room, "!ttt resign")
        await world.say(room, "!ttt rematch")
        await page.until(lambda: page.state["game"] > game)
        await page.close()
