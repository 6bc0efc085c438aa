"""Chromium, in which tests open the pages of boards."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.bot.discord.world import World
from tests.soon import PATIENCE

pytest.importorskip("playwright", reason="pip install -e '.[pictures]'")
from playwright.async_api import ConsoleMessage, Page, Route, ViewportSize, async_playwright

CHROMIUM = shutil.which("chromium")
IN_CHROMIUM = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]
"""The marks of a module whose tests open pages."""
NEAR = "--disable-features=LocalNetworkAccessChecks"
"""A page that a test has put together counts as one of the internet, and this machine does not."""
NARROW = ViewportSize(width=360, height=740)
HTML = "text/html"
Open = Callable[..., Awaitable[Page]]


@asynccontextmanager
async def open_browser() -> AsyncIterator[Open]:
    """What opens a link in a context of its own; what its scripts complain of fails the test."""
    complaints: list[str] = []
    async with async_playwright() as driver:
        browser = await driver.chromium.launch(executable_path=CHROMIUM, args=[NEAR])

        def complain(said: ConsoleMessage) -> None:
            complaints.extend([said.text] if said.type == "error" else ())

        async def visited(
            url: str,
            *,
            dark: bool = False,
            locale: str = "en-GB",
            client: str | None = None,
            touch: bool = False,
        ) -> Page:
            context = await browser.new_context(
                viewport=NARROW,
                locale=locale,
                color_scheme="dark" if dark else "light",
                has_touch=touch,
                bypass_csp=True,  # axe is put into the page
            )
            context.set_default_timeout(1_000 * PATIENCE)
            page = await context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("console", complain)
            if client is not None:
                await page.route(url, lambda route: route.fulfill(body=client, content_type=HTML))
                await page.route("**/?frame_id=*", framed)
            await page.goto(url)
            await page.wait_for_selector("[data-cell]" if client is None else "iframe")
            return page

        yield visited
        await browser.close()
    assert [one for one in complaints if "WebSocket" not in one] == []


async def framed(route: Route) -> None:
    """Let this client, which is not Discord's, show the page in a frame."""
    answer = await route.fetch()
    allowed = {key: value for key, value in answer.headers.items() if "policy" not in key}
    await route.fulfill(response=answer, headers=allowed)


async def shown(page: Page, script: str) -> None:
    """Wait until something holds on a page."""
    await page.wait_for_function(script)


async def played(world: World, count: int) -> None:
    """Wait until so many moves are stored."""
    async with asyncio.timeout(PATIENCE):
        while len(await world.moves()) < count:  # noqa: ASYNC110 - the store has no event
            await asyncio.sleep(0.02)


async def breaches(page: Page) -> list[tuple[str, str]]:
    """What axe finds against WCAG 2.2 AA on a page, with the element."""
    axe = pytest.importorskip("axe_core_python").__path__[0]
    await page.evaluate((Path(axe) / "axe.min.js").read_text(encoding="utf-8"))
    found = await page.evaluate(
        "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})"
    )
    return [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]]
