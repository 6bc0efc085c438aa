"""Chromium, in which tests open the pages of boards."""

from __future__ import annotations

import asyncio
import inspect
import shutil
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from threading import Thread
from typing import Any, TypeVar, cast

import pytest

from tests.bot.discord.world import World
from tests.soon import PATIENCE

pytest.importorskip("playwright", reason="pip install -e '.[pictures]'")
from playwright.async_api import (
    Browser,
    ConsoleMessage,
    Page,
    Playwright,
    Route,
    ViewportSize,
    async_playwright,
)

T = TypeVar("T")

CHROMIUM = shutil.which("chromium")
IN_CHROMIUM = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]
"""The marks of a module whose tests open pages."""
WITHOUT = "--disable-features=LocalNetworkAccessChecks,WebUIOmniboxPopup,WebUIOmniboxAimPopup"
"""What Chromium does without: a page that a test has put together counts as one of the internet,
and this machine does not; and each list below the bar for addresses, which nobody sees, costs half
a second of processor time a page."""
NARROW = ViewportSize(width=360, height=740)
HTML = "text/html"
Open = Callable[..., Awaitable[Page]]


class Chromium:
    """A browser that the tests of a module share, in a thread whose event loop outlives theirs."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever)
        self._thread.start()
        self._driver, self._browser = self._run(self._launched())
        self.complaints: list[str] = []
        """What the scripts of pages complain of."""

    async def _launched(self) -> tuple[Playwright, Browser]:
        driver = await async_playwright().start()
        return driver, await driver.chromium.launch(executable_path=CHROMIUM, args=[WITHOUT])

    def close(self) -> None:
        """End it."""
        self._run(self._browser.close())
        self._run(self._driver.stop())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _run(self, work: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result()

    async def leave(self) -> None:
        """Close all that was opened."""
        for context in self._browser.contexts:
            await self._proxy(context).close()

    async def visit(
        self, url: str, page: Page | None = None, client: str | None = None, **how: Any
    ) -> Page:
        """Open a link in a context of its own, or on a page that is open."""
        if page is None:
            page = cast(Page, await self._proxy(self)._opened(url, client, **how))
        else:
            await page.goto("about:blank")  # games may differ in what stands behind a # alone
        await page.goto(url)
        await page.wait_for_selector("[data-cell]" if client is None else "iframe")
        return page

    async def _opened(
        self,
        url: str,
        client: str | None,
        *,
        dark: bool = False,
        locale: str = "en-GB",
        touch: bool = False,
    ) -> Page:
        context = await self._browser.new_context(
            viewport=NARROW,
            locale=locale,
            color_scheme="dark" if dark else "light",
            has_touch=touch,
            bypass_csp=True,  # axe is put into the page
        )
        context.set_default_timeout(1_000 * PATIENCE)
        page = await context.new_page()
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", self._complain)
        if client is not None:
            await page.route(url, lambda route: route.fulfill(body=client, content_type=HTML))
            await page.route("**/?frame_id=*", framed)
        return page

    def _complain(self, said: ConsoleMessage) -> None:
        self.complaints.extend([said.text] if said.type == "error" else ())

    def _proxy(self, there: Any) -> Any:
        return _Proxy(there, self._loop)


class _Proxy:
    """Something in the thread of the browser, whose methods are awaited in the loop of a test."""

    def __init__(self, there: object, loop: asyncio.AbstractEventLoop) -> None:
        self._there = there
        self._loop = loop

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._there, name)
        if inspect.iscoroutinefunction(found):

            async def call(*args: Any, **options: Any) -> Any:
                work = found(*args, **options)
                future = asyncio.run_coroutine_threadsafe(work, self._loop)
                return self._proxy(await asyncio.wrap_future(future))

            return call
        if callable(found):
            return lambda *args, **options: self._proxy(found(*args, **options))
        return self._proxy(found)

    def _proxy(self, found: Any) -> Any:
        of_browser = type(found).__module__.startswith("playwright")
        return _Proxy(found, self._loop) if of_browser else found


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
