"""The page of a board as it is used: in Chromium, by touch, by keyboard, and through outages."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from bot.match.session import GameId, UserId
from bot.web.server import has_activity
from tests.bot.discord.pages import FakeDiscord, Pages, SlowNetwork, bot_of, served
from tests.bot.discord.world import World
from tests.soon import PATIENCE

pytest.importorskip("playwright", reason="pip install -e '.[pictures]'")
from playwright.async_api import ConsoleMessage, Page, Route, ViewportSize, async_playwright

CHROMIUM = shutil.which("chromium")

pytestmark = [
    pytest.mark.thorough,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Debian's chromium"),
]
NEAR = "--disable-features=LocalNetworkAccessChecks"
"""A page that a test has put together counts as one of the internet, and this machine does not."""
NARROW = ViewportSize(width=360, height=740)
HTML = "text/html"
CLIENT = """<!doctype html><iframe width=360 height=700
  src="./?frame_id=f&instance_id=i-1&platform=desktop&channel_id=1"></iframe><script>
const frame = document.querySelector("iframe");
addEventListener("message", ({ data: [kind, told] }) => {
  const answer = (told) => frame.contentWindow.postMessage([1, told], "*");
  const config = { cdn_host: "c", api_endpoint: "a", environment: "e" };
  const ready = { cmd: "DISPATCH", evt: "READY", nonce: null, data: { v: 1, config } };
  if (kind === 0) answer(ready);
  const data = { code: "code-%s" };
  if (told.cmd === "AUTHORIZE") answer({ cmd: told.cmd, evt: null, nonce: told.nonce, data });
});
</script>"""
"""A client of Discord's, as far as the handshake and the authorisation of an activity go."""
OBSERVE = """document.body.dataset.news = "";
new MutationObserver(() => { document.body.dataset.news = "heard"; })
  .observe(document.querySelector("#heading"), { childList: true });"""
"""Notes when the page hears the state of its game."""
READ_OFF = """(cell) => {
  const middle = (one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    return [(left + right) / 2, (top + bottom) / 2];
  };
  const [x, y] = middle(document.querySelector(`[data-cell='${cell}']`));
  const names = [...document.querySelectorAll(".names")];
  const near = (at, here, sign) => names.filter((one) => sign.test(one.textContent))
    .sort((a, b) => Math.abs(middle(a)[at] - here) - Math.abs(middle(b)[at] - here))[0].textContent;
  return near(0, x, /[a-z]/) + near(1, y, /[0-9]/);
}"""
"""The name of a cell by what stands in line with it beside the board."""
Open = Callable[..., Awaitable[Page]]


@pytest_asyncio.fixture
async def visit(pages: Pages) -> AsyncIterator[Open]:
    """Opens a link in a browser of its own; what its scripts complain of fails the test."""
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


async def test_a_touch_counts_while_there_is_news(world: World, pages: Pages, visit: Open) -> None:
    """What comes in between the press and the release leaves the board and its buttons in place."""
    await world.say("!ttt start @bob gomoku x", "bob: !ttt accept")
    alice = await visit(await pages.link(world.alice.id))
    await alice.add_style_tag(content="#clock { display: none }")  # it jumps in this world
    for place, style in (("[data-cell='112']", "text"), ("#acts >> text=Resign", "image")):
        await alice.hover(place)
        await alice.mouse.down()
        await alice.evaluate(OBSERVE)
        await world.say(f"bob: !ttt style {style}")
        await shown(alice, "() => document.body.dataset.news === 'heard'")
        await alice.mouse.up()
        await alice.wait_for_selector(f"{'.X' if 'cell' in place else '#panel'}:not([hidden])")


async def test_gomoku_and_renju_are_played_to_the_end(
    world: World, pages: Pages, visit: Open
) -> None:
    """Two pages play five in a row by touch, stone by stone."""
    for rules in ("gomoku", "renju"):
        await world.say(f"!ttt start @bob {rules} x", "bob: !ttt accept")
        alice = await visit(await pages.link(world.alice.id))
        bob = await visit(await pages.link(world.bob.id))
        for ply in range(9):
            page, cell = ((alice, 112 + ply // 2), (bob, 52 + 15 * (ply // 2)))[ply % 2]
            await shown(page, f"() => document.querySelectorAll('.X, .O').length === {ply}")
            await page.click(f"[data-cell='{cell}']")
        await shown(bob, "() => document.querySelector('.row') !== null")
        assert len(await world.moves()) == 9


async def test_nothing_bars_people_with_a_disability(
    world: World, pages: Pages, visit: Open
) -> None:
    """axe finds no breach of WCAG 2.2 AA: on each look, light and dark, with a hint, at the end."""
    for rules, dark in (("3x3", False), ("connect4", True), ("renju", False), ("4x4", True)):
        await world.say(f"!ttt start {rules} x")
        page = await visit(await pages.link(world.alice.id), dark=dark)
        await page.click(".cell.free")
        await page.click("text=Hint")
        await page.wait_for_selector("#panel:not([hidden])")
        assert await breaches(page) == [], rules
        await world.say("!ttt resign")


async def breaches(page: Page) -> list[tuple[str, str]]:
    """What axe finds against WCAG 2.2 AA on a page, with the element."""
    axe = pytest.importorskip("axe_core_python").__path__[0]
    await page.evaluate((Path(axe) / "axe.min.js").read_text(encoding="utf-8"))
    found = await page.evaluate(
        "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']})"
    )
    return [(one["id"], one["nodes"][0]["html"]) for one in found["violations"]]


async def test_nothing_bars_them_from_a_review(world: World, pages: Pages, visit: Open) -> None:
    """Nor with the marks of a mistake, what follows from it, and what each move is worth.

    What is drawn on a cell is said of it, and each move that follows is announced.
    """
    await world.say("!ttt start @bob x", "bob: !ttt accept")
    await world.say("5", "bob: 2", "1", "bob: 3", "9")
    make, session = bot_of(world).board_url, await world.store.find(GameId(1))
    assert make is not None, "pages are served"
    assert session is not None, "it was played"
    for locale, dark in (("en-GB", False), ("ar", True)):
        url = make(session.channel, session.game, UserId(world.bob.id))
        page = await visit(url, dark=dark, locale=locale)
        acts, mistake = page.locator("#acts button"), page.locator("[data-cell='2']")
        await acts.first.click()
        await page.wait_for_selector("#panel:not([hidden])")
        assert await mistake.get_attribute("aria-label") == "3: 👎"
        assert await breaches(page) == []
        await page.locator("#panel button.primary").first.click()
        assert await page.text_content("#said") == "3: ⭕"
        assert await breaches(page) == []
        await acts.last.click()
        await page.wait_for_selector("[data-cell='8'][aria-label='9: 👍']")
        assert await breaches(page) == []


async def test_discords_own_library_opens_an_activity(
    world: World, pages: Pages, visit: Open
) -> None:
    """A frame in a client that speaks Discord's protocol gets in, starts a game and plays."""
    if not has_activity():
        pytest.skip("`make activity` has not run")
    async with FakeDiscord.of(world, pages):
        parent = await visit(f"{pages.base}/client", client=CLIENT % world.alice.id)
        frame = parent.frame_locator("iframe")
        await frame.locator("text=Connect Four").click()
        await frame.locator("[data-cell='3']").click()
        await played(world, 1)


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


async def test_the_names_beside_a_board_are_those_of_its_cells(
    world: World, pages: Pages, visit: Open
) -> None:
    """A corner, read off by the letter below and the number beside it, is called so."""
    for rules, columns, corner in (("gomoku", 15, "o1"), ("4x4", 4, "d1")):
        await world.say(f"!ttt start @bob {rules} x", "bob: !ttt accept")
        page = await visit(await pages.link(world.alice.id))
        cell = page.locator(f"[data-cell='{columns - 1}']")
        assert await cell.get_attribute("aria-label") == f"{corner}: free"
        assert await page.evaluate(READ_OFF, columns - 1) == corner
        await world.say("!ttt resign")


async def test_typing_a_name_finds_its_cell(world: World, pages: Pages, visit: Open) -> None:
    """A coordinate, a column or a number that is typed on the board leads there; Enter plays it."""
    focused = "document.activeElement.getAttribute('aria-label')"
    for rules, keys, label in (
        ("gomoku", ("End", "h", "1", "5"), "h15: free"),
        ("connect4", ("7",), "7, 6: free"),
        ("3x3", ("9", "2", "Home"), "1: free"),
    ):
        await world.say(f"!ttt start @bob {rules} x", "bob: !ttt accept")
        page = await visit(await pages.link(world.alice.id))
        for key in ("Tab", *keys):
            await page.keyboard.press(key)
        assert await page.evaluate(focused) == label
        await page.keyboard.press("Enter")
        await played(world, 1)
        await world.say("!ttt resign")


async def test_the_keyboard_alone_reviews_and_explores(
    world: World, pages: Pages, visit: Open
) -> None:
    """An answer is gone to, Escape leads back to the board, and who is on the board stays there."""
    await world.say("!ttt start @bob x", "bob: !ttt accept")
    await world.say("5", "bob: 2", "1", "bob: 3", "9")
    make, session = bot_of(world).board_url, await world.store.find(GameId(1))
    assert make is not None, "pages are served"
    assert session is not None, "it was played"
    page = await visit(make(session.channel, session.game, UserId(world.bob.id)))
    press, focus = page.keyboard.press, page.locator(":focus")
    await press("Tab")
    await press("Tab")
    assert await focus.inner_text() == "Review"
    await press("Enter")
    await page.wait_for_selector("#panel:focus")
    assert "mistake 1 of 2" in await page.locator("#answer").inner_text()
    await press("Tab")
    assert "What follows" in await focus.inner_text()
    await press("Enter")
    assert await page.text_content("#said") == "3: ⭕"
    await press("Escape")
    assert await focus.get_attribute("role") == "gridcell"
    await page.locator("#acts button").last.focus()
    await press("Enter")
    await page.wait_for_selector("#panel:focus")
    await page.locator("[data-cell][tabindex='0']").focus()
    await press("9")
    assert await focus.get_attribute("aria-label") == "9: 👍"
    await press("Enter")
    await page.wait_for_selector(".row")
    assert await focus.get_attribute("aria-label") == "9: ❌"
    assert "over after 5 moves" in await page.locator("#said").inner_text()


async def test_a_pointer_shows_where_a_disc_falls(world: World, pages: Pages, visit: Open) -> None:
    """Anywhere over a column its lowest free hole is marked, and so it is for the keyboard."""
    await world.say("!ttt start @bob connect4 x", "bob: !ttt accept", "4", "bob: 4")
    page = await visit(await pages.link(world.alice.id))
    lands = page.locator(".lands")
    for cell, hole in (("3", "24"), ("37", "37"), ("2", "37")):
        await page.hover(f"[data-cell='{cell}']")
        assert await lands.get_attribute("data-cell") == hole
    await page.keyboard.press("Tab")
    await page.keyboard.press("4")
    assert await lands.get_attribute("data-cell") == "24"


async def test_moves_that_follow_are_numbered(world: World, pages: Pages, visit: Open) -> None:
    """On a black stone too the number is white."""
    await world.say("!ttt start @bob 9x9x5 x", "bob: !ttt accept")
    for move in ("e5", "bob: a1", "e4", "bob: a2", "e3", "bob: a9", "e6", "bob: a8", "e7"):
        await world.say(move)
    make, session = bot_of(world).board_url, await world.session()
    assert make is not None, "pages are served"
    page = await visit(make(session.channel, session.game, UserId(world.bob.id)))
    await page.click("#acts >> text=Review")
    for number in ("1", "2"):
        await page.click("#panel >> text=What follows")
        tried = page.locator(".tried").filter(has_text=number)
        assert await tried.evaluate("(one) => getComputedStyle(one).fill") == "rgb(255, 255, 255)"


async def test_a_move_is_asked_about_and_then_played(
    world: World, pages: Pages, visit: Open
) -> None:
    """Under a hint the recommended move is played, another one judged first and then played."""
    await world.say("!ttt start @bob x", "bob: !ttt accept")
    await world.say("5", "bob: 1")
    page = await visit(await pages.link(world.alice.id))
    await page.click("text=Hint")
    await page.wait_for_selector(".best")
    await page.dblclick("[data-cell='5']")
    await page.wait_for_selector("#panel:has-text('6')")
    assert len(await world.moves()) == 2
    await page.click("[data-cell='5']")
    await played(world, 3)
    await world.say("bob: 4")
    await page.click("text=Hint")
    best = page.locator(".best").first
    column, row = [float(await best.get_attribute(name) or 0) - 0.5 for name in ("cx", "cy")]
    await page.click(f"[data-cell='{3 * int(row) + int(column)}']")
    await played(world, 5)


async def test_a_finger_aims_where_cells_are_small(world: World, pages: Pages, visit: Open) -> None:
    """The first touch points at a cell, the next one there plays it, or a button under the board.

    A touch of another cell points there; where cells are large the first touch plays.
    """
    await world.say("!ttt start @bob renju x", "bob: !ttt accept")
    alice = await visit(await pages.link(world.alice.id), touch=True)
    bob = await visit(await pages.link(world.bob.id), touch=True)
    await alice.tap("[data-cell='111']")
    await alice.tap("[data-cell='112']")
    assert await alice.inner_text("#aim") == "✓ h8"
    assert await world.moves() == ()
    assert await breaches(alice) == []
    await alice.tap("[data-cell='112']")
    await played(world, 1)
    await shown(bob, "() => document.querySelector('.X') !== null")
    await bob.tap("[data-cell='98']")
    await bob.tap("#aim")
    await played(world, 2)
    assert await world.moves() == (113, 99)
    await bob.wait_for_selector("#aim", state="hidden")
    await world.say("!ttt resign", "!ttt start @bob 3x3 x", "bob: !ttt accept")
    await shown(alice, "() => document.querySelectorAll('[data-cell]').length === 9")
    await alice.tap("[data-cell='4']")
    await played(world, 1)


async def test_a_double_click_is_one_move(world: World, pages: Pages, visit: Open) -> None:
    """The second click of two comes before the answer to the first, and is not sent."""
    await world.pair()
    page = await visit(await pages.link(world.alice.id))
    twice = """for (const _ of [1, 2]) document.querySelector("[data-cell='4']")
      .dispatchEvent(new MouseEvent("click", { detail: _ }))"""
    await page.evaluate(twice)
    await shown(page, "() => document.querySelectorAll('.X').length === 1")
    await page.click("text=Hint")
    await page.wait_for_selector("#panel:not([hidden])")
    assert "moved on" not in await page.inner_text("#panel")
    assert await world.moves() == (5,)


async def test_a_forbidden_move_says_why(world: World, pages: Pages, visit: Open) -> None:
    """It can be touched like a free tile, changes nothing, and the answer names the foul."""
    await world.say("!ttt start @bob renju x", "bob: !ttt accept")
    for move in ("h8", "bob: a1", "h9", "bob: a3", "g7", "bob: a5", "f7", "bob: o1"):
        await world.say(move)
    page = await visit(await pages.link(world.alice.id))
    cell = page.locator("[data-cell='97']")
    assert await cell.get_attribute("aria-label") == "h7: forbidden"
    await cell.click()
    await page.wait_for_selector("#panel >> text=two open threes")
    assert len(await world.moves()) == 8


async def test_what_is_over_offers_nothing_more(world: World, pages: Pages, visit: Open) -> None:
    """What stood under the board of a game goes when that is stopped, and so do its marks."""
    await world.say("!ttt start x")
    page = await visit(await pages.link(world.alice.id))
    await page.click("#acts >> text=More")
    await page.click("#panel >> text=Stop without a result")
    await page.wait_for_selector("#acts >> text=Rematch")
    await page.wait_for_selector("#panel", state="hidden")


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


async def test_a_slow_network_loses_and_doubles_nothing(
    world: World, pages: Pages, visit: Open
) -> None:
    """Two tabs of alice's, bob in the channel: late pieces, lost touches, cuts, another process.

    A touch that is lost on its way is played once the tab is back. Both tabs show each board once.
    """
    await world.say("!ttt start @bob gomoku x", "bob: !ttt accept")
    link = await pages.link(world.alice.id)
    async with SlowNetwork.to(pages) as network, served(world) as others:
        link = link.replace(pages.base, network.url)
        tabs = [first := await visit(link), await first.context.new_page()]
        await tabs[1].goto(link)
        for tab in tabs:
            await tab.wait_for_selector("[data-cell]")
            await tab.evaluate(
                """counts = [0]; new MutationObserver(() => {
                  const count = document.querySelectorAll(".X, .O").length;
                  if (count !== counts.at(-1)) counts.push(count);
                }).observe(document.querySelector("#board"), {childList: true})"""
            )
        for turn, typed in enumerate(("a1", "c1", "e1", "g1", "")):
            tab = tabs[turn % 2]
            await shown(tab, f"() => document.querySelectorAll('.X, .O').length === {2 * turn}")
            network.swallows = turn in {1, 2}
            await tab.click(f"[data-cell='{112 + turn}']")
            if network.swallows:
                await network.lost.wait()
                network.lost.clear()
                network.swallows = False
                network.cut()
            await played(world, 2 * turn + 1)
            if typed:
                network.cut()
                network.pages = others if turn == 1 else network.pages
                await world.say(f"bob: {typed}")
        for tab in tabs:
            await shown(tab, "() => document.querySelector('.row') !== null")
            counts = await tab.evaluate("counts")
            assert counts == sorted(set(counts))
            assert counts[-1] == 9
        assert await world.moves() == (113, 1, 114, 3, 115, 5, 116, 7, 117)


async def test_a_page_says_that_too_many_are_open(world: World, pages: Pages, visit: Open) -> None:
    """The page of one more person in an office says so, and comes in by itself."""
    await world.pair()
    link = await pages.link(world.alice.id)
    page = await visit(link)
    await page.goto("about:blank")
    opened = await pages.fill(20)
    await page.goto(link)
    await shown(page, "() => document.querySelector('#status').innerText.startsWith('Too many')")
    for one in opened:
        await one.close()
    await page.wait_for_selector("[data-cell]")
    assert "Your turn" in await page.inner_text("#status")


async def test_a_form_is_taken_away_unsent(world: World, pages: Pages, visit: Open) -> None:
    """A form has a button for that, and the board has the focus afterwards."""
    await world.say("!ttt start x", "5", "!ttt resign")
    make, session = bot_of(world).board_url, await world.session()
    assert make is not None, "pages are served"
    page = await visit(make(session.channel, session.game, UserId(world.alice.id)))
    await page.click("#acts >> text=Change")
    await page.wait_for_selector("#panel select")
    assert await breaches(page) == []
    await page.click("#panel >> role=button[name='Close']")
    await page.wait_for_selector("#panel", state="hidden")
    assert await page.locator(":focus").get_attribute("role") == "gridcell"
    assert len(await world.store.live()) == 0


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
