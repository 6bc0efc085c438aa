"""A page is for everybody, in Chromium: by keyboard, finger or pointer, on a phone, read aloud.

These tests take seconds: each page is a process of Chromium, and workers judge what is reviewed in
as many games as for people, where marks depend on it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from bot.match.session import GameId, UserId
from tests.bot.discord.browser import IN_CHROMIUM, NARROW, Open, breaches, played, shown
from tests.bot.discord.pages import Pages, bot_of
from tests.bot.discord.world import World

if TYPE_CHECKING:
    from playwright.async_api import Page

pytestmark = IN_CHROMIUM
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


async def test_nothing_bars_people_with_a_disability(
    world: World, pages: Pages, visit: Open
) -> None:
    """axe finds no breach of WCAG 2.2 AA: on each look, light and dark, with a hint, at the end."""
    looks: dict[bool, Page] = {}
    for rules, dark in (("3x3", False), ("connect4", True), ("renju", False), ("4x4", True)):
        await world.say(f"!ttt start {rules} x")
        link = await pages.link(world.alice.id)
        page = looks[dark] = await visit(link, looks.get(dark), dark=dark)
        await page.click(".cell.free")
        await page.click("text=Hint")
        await page.wait_for_selector("#panel:not([hidden])")
        assert await breaches(page) == [], rules
        await world.say("!ttt resign")


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
        await page.locator("#acts button", has_text=re.compile("Explore|استكشاف")).click()
        await page.wait_for_selector("[data-cell='8'][aria-label='9: 👍']")
        assert await breaches(page) == []


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
    page = None
    for rules, columns, corner in (("gomoku", 15, "o1"), ("4x4", 4, "d1")):
        await world.say(f"!ttt start @bob {rules} x", "bob: !ttt accept")
        page = await visit(await pages.link(world.alice.id), page)
        cell = page.locator(f"[data-cell='{columns - 1}']")
        assert await cell.get_attribute("aria-label") == f"{corner}: free"
        assert await page.evaluate(READ_OFF, columns - 1) == corner
        await world.say("!ttt resign")


async def test_typing_a_name_finds_its_cell(world: World, pages: Pages, visit: Open) -> None:
    """A coordinate, a column or a number that is typed on the board leads there; Enter plays it."""
    focused, page = "document.activeElement.getAttribute('aria-label')", None
    for rules, keys, label in (
        ("gomoku", ("End", "h", "1", "5"), "h15: free"),
        ("connect4", ("7",), "7, 6: free"),
        ("3x3", ("9", "2", "Home"), "1: free"),
        ("4x4", ("1", "4"), "b4: free"),  # as its tiles are numbered in the channel
        ("3x3", ("b", "3"), "8: free"),
        ("connect4", ("b", "3"), "2, 6: free"),
    ):
        await world.say(f"!ttt start @bob {rules} x", "bob: !ttt accept")
        page = await visit(await pages.link(world.alice.id), page)
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
    await page.locator("#acts button", has_text="Explore").focus()
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


@pytest.mark.usefixtures("few_games")
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
    await world.say("!ttt resign", "!ttt start @bob 12x12x5 x", "bob: !ttt accept")
    await shown(alice, "() => document.querySelectorAll('[data-cell]').length === 144")
    await alice.tap("[data-cell='66']")  # of 25 pixels
    await alice.wait_for_selector("#aim:not([hidden])")
    assert await world.moves() == ()
    await world.say("!ttt resign", "!ttt start @bob 3x3 x", "bob: !ttt accept")
    await shown(alice, "() => document.querySelectorAll('[data-cell]').length === 9")
    await alice.tap("[data-cell='4']")
    await played(world, 1)


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
    page = None
    for rules in ("3x3", "connect4", "renju", "20x20"):
        await world.say(f"!ttt start {rules} x")
        page = await visit(await pages.link(world.alice.id), page)
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
