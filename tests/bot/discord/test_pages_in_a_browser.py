"""The page of a board as it is used: in Chromium, by touch, by keyboard, and through outages."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
import pytest_asyncio

from tests.bot.discord.pages import Pages, served
from tests.bot.discord.world import World
from tests.soon import PATIENCE

pytest.importorskip("playwright", reason="pip install -e '.[pictures]'")
from playwright.async_api import ConsoleMessage, Page, ViewportSize, async_playwright

CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]
NARROW = ViewportSize(width=360, height=740)
Open = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture
async def pages(world: World) -> AsyncIterator[Pages]:
    """The pages of the world's bot."""
    async with served(world) as found:
        yield found


@pytest_asyncio.fixture
async def visit(pages: Pages) -> AsyncIterator[Open]:
    """Opens a link in a browser of its own; what its scripts complain of fails the test."""
    complaints: list[str] = []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM)

        def complain(said: ConsoleMessage) -> None:
            complaints.extend([said.text] if said.type == "error" else ())

        async def visited(url: str) -> Page:
            context = await browser.new_context(viewport=NARROW, locale="en-GB")
            context.set_default_timeout(PATIENCE * 1000)
            page = await context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", complain)
            await page.goto(url)
            await page.wait_for_selector("[data-cell]")
            return page

        yield visited
        await browser.close()
    assert [one for one in complaints if "WebSocket" not in one] == []


async def shown(page: Page, script: str) -> None:
    """Wait until something holds on a page."""
    await page.wait_for_function(script)


async def played(world: World, count: int) -> None:
    """Wait until so many moves are stored."""
    async with asyncio.timeout(PATIENCE):
        while len(await world.moves()) < count:  # noqa: ASYNC110 - the store has no event
            await asyncio.sleep(0.02)


async def test_two_pages_and_the_channel_play_to_the_end(
    world: World, pages: Pages, visit: Open
) -> None:
    """Alice touches, bob types and touches: both pages show each move, and the end."""
    await world.pair()
    alice = await visit(await pages.link(world.alice.id))
    bob = await visit(await pages.link(world.bob.id))
    await alice.click("[data-cell='0']")
    await played(world, 1)
    await world.say("bob: 4")
    await shown(alice, "() => document.querySelectorAll('.O').length === 1")
    await alice.click("[data-cell='1']")
    await shown(bob, "() => document.querySelectorAll('.X').length === 2")
    await bob.click("[data-cell='4']")
    await shown(alice, "() => document.querySelectorAll('.O').length === 2")
    await alice.click("[data-cell='2']")
    for page in (alice, bob):
        await shown(page, "() => document.querySelector('.row') !== null")
    assert "wins with" in await bob.inner_text("#status")


async def test_the_keyboard_alone_plays(world: World, pages: Pages, visit: Open) -> None:
    """Tab reaches the board, arrows walk over it, Enter plays; the cell says what is on it."""
    await world.say("!ttt start connect4 x")
    page = await visit(await pages.link(world.alice.id))
    await page.keyboard.press("Tab")
    focused = "document.activeElement.getAttribute('aria-label')"
    assert await page.evaluate(focused) == "4, 6: free"
    for key in ("ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowDown", "Enter"):
        await page.keyboard.press(key)
    await played(world, 2)
    assert (await world.moves())[0] == 3
    await shown(page, "() => document.querySelectorAll('.X').length === 1")
    assert await page.evaluate("document.activeElement.getAttribute('role')") == "gridcell"


async def test_a_page_comes_back_after_an_outage(world: World, pages: Pages, visit: Open) -> None:
    """Without a network it says so; back again it shows what was played meanwhile, and plays."""
    await world.pair()
    page = await visit(await pages.link(world.alice.id))
    await world.say("1")
    await shown(page, "() => document.querySelectorAll('.X').length === 1")
    for socket in pages.sockets():
        await socket.close()
    await world.say("bob: 5")
    await shown(page, "() => document.querySelectorAll('.O').length === 1")
    await page.click("[data-cell='1']")
    await played(world, 3)
    await page.reload()
    await shown(page, "() => document.querySelectorAll('.X').length === 2")


async def test_a_page_fits_a_phone(world: World, pages: Pages, visit: Open) -> None:
    """Nothing is wider than 360 pixels, on the smallest board and on the largest."""
    for rules in ("3x3", "connect4", "renju", "20x20"):
        await world.say(f"!ttt start {rules} x")
        page = await visit(await pages.link(world.alice.id))
        width = await page.evaluate("document.documentElement.scrollWidth")
        assert width <= NARROW["width"], rules
        await world.say("!ttt resign")


async def test_names_are_no_marks(world: World, pages: Pages, visit: Open) -> None:
    """A name with HTML in it is shown as it is written."""
    named = world.guild.add_member(world.env.create_user("<img src=x onerror=1>"))
    await named.send(world.channel, "!ttt start 3x3 x")
    page = await visit(await pages.link(named.id))
    assert "<img" in await page.inner_text("#heading")
    assert await page.query_selector("#heading img") is None
