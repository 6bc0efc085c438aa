"""How much of a conversation the page draws, and how the rest of it is reached."""

from __future__ import annotations

import sys
from types import FrameType
from typing import Any

import pytest
from simcord.preview import _markdown
from simcord.preview._markdown import _markdown_parser

from bot.client.services import Services
from bot.local.history import WINDOW, RememberingParser
from tests.bot.local.browser import Browser, browse, opened

MANY = 4 * WINDOW


async def calls(browser: Browser, text: str) -> int:
    """How many calls of Python functions it takes to send a message and to show it."""
    count = 0

    def note(_frame: FrameType, event: str, _arg: object) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        await browser.say(text)
    finally:
        sys.setprofile(None)
    return count


async def talk(browser: Browser, first: int, last: int) -> None:
    """Send messages that are numbered."""
    for number in range(first, last + 1):
        await browser.say(f"message {number}")


@pytest.mark.thorough
async def test_an_act_costs_the_same_after_many_messages(services: Services) -> None:
    """As much is drawn and read as after a few."""
    async with opened(services) as (_, _, browser):
        await talk(browser, 1, WINDOW)
        few = await calls(browser, "after a few")
        await talk(browser, 1, MANY)
        assert len(browser.messages) == WINDOW
        assert await calls(browser, "after many") < 1.3 * few


async def test_the_end_of_a_conversation_is_shown(services: Services) -> None:
    """In the tab that is open, for another member, and in one that is opened later."""
    async with opened(services) as (world, page, browser):
        await browser.say("!ttt help")
        await talk(browser, 1, 2 * WINDOW)
        end = [f"message {number}" for number in range(WINDOW + 1, 2 * WINDOW + 1)]
        assert browser.texts == end
        await browser.act("viewer", viewer_id=str(world.members["bob"].id))
        assert browser.texts == end
        async with browse(page) as later:
            assert later.texts == end


async def test_earlier_messages_are_reached(services: Services) -> None:
    """Step by step, up to the first; sending something leads to the end again."""
    async with opened(services) as (_, _, browser):
        await talk(browser, 1, 3 * WINDOW)
        while browser.shown["history"]["hasBefore"]:
            before = browser.texts
            await browser.act("history", direction="older")
            assert before[0] in browser.texts
        assert browser.texts[0] == "message 1"
        await browser.say("back again")
        assert browser.texts[-1] == "back again"


async def test_any_message_is_found_and_shown_among_its_neighbours(services: Services) -> None:
    """The list beside the conversation has its end, until somebody searches."""
    async with opened(services) as (world, _, browser):
        await talk(browser, 1, 3 * WINDOW)
        assert browser.shown["messageIndex"][-1]["excerpt"] == f"message {3 * WINDOW}"
        await browser.act("browse_messages", query="message 3", filter="all", cursor=None)
        found = [row["excerpt"] for row in browser.shown["messageIndex"]]
        assert found[:2] == ["message 3", "message 30"]
        for number in (1, WINDOW, 3 * WINDOW - 1, 3 * WINDOW):
            message = world.channel.history()[number - 1]
            await browser.act("focus", target_id=str(message.id))
            assert f"message {number}" in browser.texts
            assert len(browser.texts) == WINDOW


@pytest.mark.parametrize("profile", ["message", "label", "embed_title"])
def test_a_second_reading_of_a_text_gives_the_same(
    profile: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second reading gives the same, also once a name in it is another."""
    text = "**bold** <@1> and `code`\n> a quote, https://example.com"

    def read(name: str) -> Any:
        return _markdown.markdown_tokens(text, profile, context={"users": {"1": name}})

    monkeypatch.setattr(_markdown, "_markdown_parser", _markdown_parser)
    plain = read("bob"), read("carol")
    monkeypatch.setattr(_markdown, "_markdown_parser", RememberingParser)
    assert (read("bob"), read("carol")) == plain
    assert (read("bob"), read("carol")) == plain
