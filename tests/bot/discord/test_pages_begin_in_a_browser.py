"""What goes wrong while a page begins has words, in Chromium: a client that fails, and a browser.

One test waits eight seconds, without work, for a client of Discord's that never answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.web.server import has_activity
from tests.bot.discord.browser import IN_CHROMIUM, Open, played
from tests.bot.discord.pages import FakeDiscord, Pages, SlowNetwork
from tests.bot.discord.world import World

if TYPE_CHECKING:
    from playwright.async_api import FrameLocator

    from tests.bot.discord.browser import Chromium

pytestmark = IN_CHROMIUM
CLIENT = """<!doctype html><iframe width=360 height=700
  src="./?frame_id=f&instance_id=%(instance)s&platform=desktop&channel_id=1"></iframe><script>
const way = "%(way)s";
const frame = document.querySelector("iframe");
addEventListener("message", ({ data: [kind, told] }) => {
  const answer = (told) => frame.contentWindow.postMessage([1, told], "*");
  const config = { cdn_host: "c", api_endpoint: "a", environment: "e" };
  const ready = { cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config } };
  if (kind === 0 && way !== "mute") answer(ready);
  if (told.cmd !== "AUTHORIZE" || way === "silent") return;
  const refusal = { code: 5000, message: "OAuth2 Error: access_denied" };
  answer(way === "refuses"
    ? { cmd: told.cmd, evt: "ERROR", nonce: told.nonce, data: refusal }
    : { cmd: told.cmd, evt: null, nonce: told.nonce, data: { code: "%(code)s" } });
});
</script>"""
"""A client of Discord's that may be mute, ask without an answer, refuse, or give any code."""
DENIED = """Object.defineProperty(window, "localStorage", {
  get() { throw new DOMException("denied", "SecurityError"); },
});"""
"""A browser that keeps nothing for pages."""


async def begun(
    pages: Pages, visit: Open, base: str = "", *, way: str = "", code: str = "", to: str = "i-1"
) -> FrameLocator:
    """The page of an activity, in a client that behaves in some way."""
    client = CLIENT % {"way": way, "code": code, "instance": to}
    parent = await visit(f"{base or pages.base}/client", client=client)
    return parent.frame_locator("iframe")


async def test_each_failed_start_of_an_activity_has_words(
    world: World, pages: Pages, visit: Open, chromium: Chromium
) -> None:
    """A client or a Discord that fails, in ten ways: each has a sentence and a button."""
    if not has_activity():
        pytest.skip("`make activity` has not run")
    alice = f"code-{world.alice.id}"
    async with FakeDiscord.of(world, pages) as discord, SlowNetwork.to(pages) as network:
        mute = [await begun(pages, visit, way=way) for way in ("mute", "silent")]
        told = {
            "Discord did not tell": await begun(pages, visit, way="refuses"),
            "Discord did not confirm": await begun(pages, visit, code="x"),
            "no longer knows this": await begun(pages, visit, code=alice, to="i-2"),
            "not in this activity": await begun(pages, visit, code=f"code-{world.carol.id}"),
        }
        for sentence, frame in told.items():
            await frame.locator(f"#status:has-text('{sentence}')").wait_for()
        discord.secret = "another"
        wrong = await begun(pages, visit, code=alice)
        await wrong.locator("#status:has-text('not set up')").wait_for()
        discord.secret, discord.channel = "s", 1
        closed = await begun(pages, visit, code=alice)
        await closed.locator("#status:has-text('This channel is gone')").wait_for()
        discord.channel, network.hides_origin = world.channel.id, True
        hidden = await begun(pages, visit, network.url, code=alice)
        await hidden.locator("#status:has-text('not set up')").wait_for()
        network.hides_origin = False
        for frame in mute:
            await frame.locator("#status:has-text('has not answered')").wait_for()
        for frame in (*told.values(), wrong, closed, hidden, *mute):
            assert await frame.locator("#acts >> text=Again").is_visible()
        await hidden.locator("#acts >> text=Again").click()
        await hidden.locator("#acts >> text=Connect Four").wait_for()
    refused = [one for one in chromium.complaints if "status of" in one]
    chromium.complaints[:] = [one for one in chromium.complaints if one not in refused]


async def test_a_page_whose_socket_is_refused_says_so(
    world: World, pages: Pages, visit: Open, chromium: Chromium
) -> None:
    """Behind a proxy that hides where pages come from it does not connect for ever."""
    await world.pair()
    async with SlowNetwork.to(pages) as network:
        page = await visit(await pages.link(world.alice.id))
        network.hides_origin = True
        await page.goto((await pages.link(world.bob.id)).replace(pages.base, network.url))
        await page.wait_for_selector("#status:has-text('not set up')")
    chromium.complaints[:] = [one for one in chromium.complaints if "status of" not in one]


async def test_a_browser_that_keeps_nothing_plays(world: World, pages: Pages, visit: Open) -> None:
    """Where `localStorage` is denied the page opens, and plays."""
    await world.pair()
    page = await visit(await pages.link(world.bob.id))
    await page.add_init_script(DENIED)
    page = await visit(await pages.link(world.alice.id), page)
    await page.click("[data-cell='4']")
    await played(world, 1)


async def test_a_second_browser_reads_why_it_watches(
    world: World, pages: Pages, visit: Open
) -> None:
    """It is told that the first one plays, and has a way to the channel; so does a cut address."""
    await world.pair()
    link = await pages.link(world.alice.id)
    first, second = await visit(link), await visit(link)
    assert "Only the first browser" in await second.inner_text("#why")
    assert await second.get_attribute("#why a", "href") is not None
    assert await first.inner_text("#why") == ""
    for address, sentence in (("/", "leads to no board"), ("/#%", "too old")):
        await second.goto("about:blank")
        await second.goto(pages.base + address)
        await second.wait_for_selector(f"#status:has-text('{sentence}')")
        assert await second.locator("#acts button").count() == 0
