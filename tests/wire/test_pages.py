"""Pages of boards while their bot is several processes, or is killed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from time import time

import aiohttp
import pytest
import pytest_asyncio

from bot.match.session import ChannelId, UserId
from bot.web.links import Links, Seen
from tests.bot.discord.browser import CHROMIUM, WITHOUT
from tests.bot.discord.pages import PageOf
from tests.bot.postgres import Databases, running_server
from tests.soon import PATIENCE
from tests.wire.faults import Refusal
from tests.wire.payloads import TOKEN
from tests.wire.program import Program
from tests.wire.refusals import UNKNOWN_MEMBER
from tests.wire.rooms import ALICE, OTHER_GUILD, Room
from tests.wire.test_shards import free_address
from tests.wire.world import World, check_log, open_world

pytest.importorskip("playwright", reason="pip install -e '.[pictures]'")
from playwright.async_api import async_playwright

MEMBER = r"GET /guilds/\d+/members/\d+"

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


@pytest.fixture(scope="module")
def address() -> str:
    """Where the bot serves pages."""
    return free_address()


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory, address: str) -> AsyncIterator[World]:
    """A bot that is not started yet."""
    async with open_world(tmp_path_factory.mktemp("wire"), WEB=address) as world:
        yield world


@asynccontextmanager
async def two_processes(folder: Path) -> AsyncIterator[tuple[World, str]]:
    """The process of the first shard of two, and where that of the second serves pages."""
    address = free_address()
    with running_server() as server:
        both = {"SHARD_COUNT": "2", "DATABASE_URL": Databases(server.url).new()}
        async with open_world(folder, **both, SHARD_IDS="0") as world:
            world.shards = 1
            await world.connect()
            (folder / "other").mkdir()
            other = Program(world.discord.url, folder / "other", **both, SHARD_IDS="1", WEB=address)
            await other.start()
            await world.until(lambda: world.discord.gateway.identified == 2)
            try:
                yield world, f"http://{address}"
                assert await other.end() == 0
            finally:
                if other.running:
                    await other.kill()
    check_log(other.logged())


async def passed(world: World, room: Room, user: str = ALICE["id"]) -> str:
    """A pass of a person to the game of a room, for any process of the bot."""
    session = await world.session(room)
    seen = Seen(ChannelId(room.id), session.game, UserId(int(user)))
    return Links(TOKEN.encode(), time).pass_for(seen)


async def test_a_page_shows_what_another_process_plays(tmp_path: Path) -> None:
    """A move typed where the page's process hears nothing, and the next game; a touch counts there.

    The channel keeps one living board, its last message, whichever process has shown it.
    """
    async with two_processes(tmp_path) as (world, other), aiohttp.ClientSession() as client:
        room = await world.game("!ttt start 4x4 x", guild=OTHER_GUILD)
        page = await PageOf(client, other).open(await passed(world, room))
        await page.until(lambda: page.state)
        await world.say(room, "a2")
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


async def test_a_person_whom_discord_does_not_tell_of(world: World, address: str) -> None:
    """Not told just now, they are served later, by the same pass; gone from there, it is over."""
    if not world.program.running:
        await world.connect()
    room = await world.game()
    token = await passed(world, room)
    async with aiohttp.ClientSession() as client:
        refused = world.discord.fail(MEMBER, Refusal(403))
        page = await PageOf(client, f"http://{address}").open(token)
        await page.until(lambda: page.socket.closed)
        assert refused.met == 1
        assert {name for told in page.heard for name in told} == {"pass"}
        again = await PageOf(client, f"http://{address}").open(page.token)
        await again.until(lambda: again.state)
        assert again.state["me"] == "X"
        room = await world.game()
        gone = world.discord.fail(MEMBER, UNKNOWN_MEMBER)
        away = await PageOf(client, f"http://{address}").open(await passed(world, room))
        await away.until(lambda: away.socket.closed)
        assert (gone.met, away.ends[-1]) == (1, "unseen")
        for one in (page, again, away):
            await one.close()


@pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium")
async def test_a_page_outlives_a_bot_that_is_killed(world: World, address: str) -> None:
    """The same game comes back by itself and goes on there, without a word of an error in the log.

    A touch just before the end counts once, at the latest when the page is back; one that is made
    meanwhile does nothing.
    """
    if not world.program.running:
        await world.connect()
    room = await world.game("!ttt start <@3> 4x4 x")
    world.discord.press(room, "Accept", by="bob")
    await world.until(lambda: world.discord.has_button(room, "Hint"))
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=[WITHOUT])
        page = await browser.new_page(bypass_csp=True)
        page.set_default_timeout(PATIENCE * 1_000)
        stones = "document.querySelectorAll('.X, .O').length"
        await page.goto(f"http://{address}/#{await passed(world, room)}")
        for ply, (touched, typed) in enumerate(((6, "a1"), (8, "a3"))):
            await page.wait_for_function(f"{stones} === {2 * ply}")
            await page.click(f"[data-cell='{touched - 1}']")
            await world.program.kill()
            await page.wait_for_function("document.body.innerText.includes('Connecting')")
            await page.click("[data-cell='2']")
            await world.connect()
            await page.wait_for_function(f"{stones} === {2 * ply + 1}")
            await world.until_played(room, 2 * ply + 1)
            await world.until_shown(room)
            world.discord.say(room, typed, by="bob")
        await page.wait_for_function(f"{stones} === 4")
        await browser.close()
    assert await world.moves(room) == (6, 1, 8, 9)
    await world.until_shown(room)
    await world.until(lambda: room.alive == room.boards[-1:])
    assert "Traceback" not in world.program.logged()
