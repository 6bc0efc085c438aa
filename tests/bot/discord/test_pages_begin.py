"""How a page begins: whatever ends that has a sentence, and the log has the cause."""

from __future__ import annotations

import logging

import aiohttp
import pytest

from tests.bot.discord.pages import FakeDiscord, Pages
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World


async def test_each_refusal_of_discord_has_its_own_end_and_is_logged(
    world: World, pages: Pages, activity: FakeDiscord, caplog: pytest.LogCaptureFixture
) -> None:
    """A wrong secret is told from a refused code; the log has Discord's status and its cause."""
    alice, bob = f"code-{world.alice.id}", f"code-{world.bob.id}"
    activity.there = [world.alice.id]
    for code, instance, end, logged in (
        ("forged", "i-1", "unproved", "token: 400 invalid_grant"),
        (alice, "i-2", "unknown", "instance: 404 10004"),
        (bob, "i-1", "absent", ""),
    ):
        caplog.clear()
        assert await activity.end(code, instance) == end
        assert logged in caplog.text
        assert "DISCORD_CLIENT_SECRET" not in caplog.text
    activity.secret = "another"
    assert await activity.end(alice, "i-1") == "setup"
    assert "token: 401 invalid_client" in caplog.text
    assert "DISCORD_CLIENT_SECRET" in caplog.text


async def test_a_channel_that_is_gone_or_hidden_from_the_bot_is_told(
    world: World, pages: Pages, activity: FakeDiscord
) -> None:
    """The page of an activity there says so, and does not connect again and again."""
    with denied(world, world.env.backend.bot_user.id, "view_channel"):
        page = await pages.open(await activity.enter(world.alice.id))
        assert page.ends == ["closed"]
    activity.channel = 1
    page = await pages.open(await activity.enter(world.alice.id))
    assert page.ends == ["closed"]


async def test_a_page_without_a_link_is_told_that(pages: Pages) -> None:
    """It is not called too old: there is nothing that could be."""
    assert (await pages.open("")).ends == ["unlinked"]
    assert (await pages.open("x")).ends == ["stale"]


async def test_a_watcher_by_a_link_gets_a_way_in(world: World, pages: Pages) -> None:
    """The second browser that opens a link is led to the channel; the first one is not."""
    await world.pair()
    link = await pages.link(world.alice.id)
    first, second = await pages.open(link), await pages.open(link)
    ways = [told.get("channel") for told in second.heard if "words" in told]
    assert ways == [f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"]
    assert not any("channel" in told for told in first.heard)


async def test_a_page_has_its_words_before_its_socket(pages: Pages) -> None:
    """It comes with them in the language of the browser, also where no socket opens."""
    for language, word in (("de-DE,de;q=0.9", "Verbindung wird"), ("tlh", "Connecting…")):
        headers = {"Accept-Language": language}
        async with pages.client.get(f"{pages.base}/", headers=headers) as answer:
            assert word in await answer.text()
            assert answer.headers["Vary"] == "Accept-Language"


@pytest.mark.parametrize("origin", [None, "null", "https://other.example"])
async def test_a_page_whose_origin_is_lost_learns_it(
    pages: Pages, caplog: pytest.LogCaptureFixture, origin: str | None
) -> None:
    """A refused socket tells a browser nothing, so the page asks; the host reads what came."""
    headers = {} if origin is None else {"Origin": origin}
    async with pages.client.post(f"{pages.base}/live", headers=headers) as answer:
        assert (answer.status, await answer.json()) == (403, {"end": "setup"})
    assert repr(origin) in caplog.text
    async with pages.client.post(f"{pages.base}/live", headers={"Origin": pages.base}) as answer:
        assert answer.status == 204


async def test_foreign_pages_do_not_fill_the_log(
    pages: Pages, caplog: pytest.LogCaptureFixture
) -> None:
    """Of a flood of refused pages a few lines tell."""
    caplog.set_level(logging.WARNING)
    for _ in range(30):
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await pages.client.ws_connect(f"{pages.base}/live", headers={"Origin": "https://x"})
    assert caplog.text.count("a page was refused") < 10
