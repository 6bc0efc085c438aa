"""Games are played on their pages, in Chromium: live, by impatient people, and through outages."""

from __future__ import annotations

import pytest

from bot.web.server import has_activity
from tests.bot.discord.browser import IN_CHROMIUM, Open, played, shown
from tests.bot.discord.pages import FakeDiscord, Pages, SlowNetwork, served
from tests.bot.discord.world import World

pytestmark = IN_CHROMIUM
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


async def test_hints_on_large_boards_judge_a_touch_first_too(
    world: World, pages: Pages, visit: Open
) -> None:
    """Where a menu cannot hold all moves, another one is judged first and then played, as on 3x3.

    The lines of the hint and its ring lie under the cells.
    """
    await world.say("!ttt start @bob gomoku x", "bob: !ttt accept")
    await world.say("h8", "bob: a1")
    page = await visit(await pages.link(world.alice.id))
    await page.click("text=Hint")
    await page.wait_for_selector(".best")
    under = "() => document.querySelector('.ground ~ .best ~ g .cell') !== null"
    assert await page.evaluate(under)
    for cell, name in (("14", "o1"), ("210", "a15")):  # a third one is judged as well
        await page.click(f"[data-cell='{cell}']")
        await page.wait_for_selector(f"#panel:has-text('{name}')")
    assert len(await world.moves()) == 2
    await page.click("[data-cell='210']")
    await played(world, 3)


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


async def test_a_finished_game_offers_nothing_on_its_page(
    world: World, pages: Pages, visit: Open
) -> None:
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


async def test_a_time_of_today_is_told_without_its_date(
    world: World, pages: Pages, visit: Open
) -> None:
    """A vote is until 9:06:03 PM; another day is named."""
    await world.pair()
    page = await visit(await pages.link(world.alice.id))
    told = """(ago) => import("./panel.js").then(({ written }) =>
      written(`<t:${Math.floor(Date.now() / 1000) - ago}:R>`).join(""))"""
    assert "/" not in await page.evaluate(told, 0)
    assert "/" in await page.evaluate(told, 86_400)
