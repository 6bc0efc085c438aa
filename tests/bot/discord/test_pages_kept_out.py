"""Who is kept out of the page of a board: forged links, foreign sites, crowds and floods."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Callable, Hashable
from contextlib import suppress
from functools import partial
from time import time
from urllib.parse import urlsplit

import aiohttp
import discord
import pytest

from bot.edge.buttons import ANSWER
from bot.features.play.boards import END_LINKS
from bot.match.session import UserId
from bot.show.text.words import OPEN
from bot.web import live, members
from bot.web.links import Links
from bot.web.passes_store import EndedPasses
from bot.web.visitors import Allowance
from tests.bot.discord.pages import (
    TOKEN,
    FakeDiscord,
    PageOf,
    Pages,
    bot_of,
    has_board,
    served,
    shows,
)
from tests.bot.discord.world import World
from tests.soon import PATIENCE

(
    HTTP_OK,
    HTTP_BAD_REQUEST,
    HTTP_FORBIDDEN,
    HTTP_NOT_FOUND,
    HTTP_TOO_LARGE,
    HTTP_TOO_MANY,
    HTTP_BAD_GATEWAY,
) = 200, 400, 403, 404, 413, 429, 502


async def test_a_link_that_is_passed_on_only_shows(world: World, pages: Pages) -> None:
    """The first who opens a link plays by it, the second only watches; a pass plays again."""
    await world.pair()
    link = await pages.link(world.alice.id)
    first, second = await pages.open(link), await pages.open(link)
    assert first.state["me"] == "X"
    assert (second.state["me"], second.state["buttons"]) == (None, [])
    await second.send({"press": first.state["move"].replace("%", "5")})
    again = await pages.open(first.token)
    await again.move(1)
    assert await world.moves() == (1,)


async def test_the_page_of_a_person_who_left_closes(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The open page of somebody who was thrown out closes, touched or not, and the pass is over."""
    await world.pair()
    page, idle = await pages.of(world.alice.id), await pages.of(world.alice.id)
    monkeypatch.setattr(members, "KNOWN_SECONDS", 0.0)
    await page.move(5)
    await world.say("bob: 1")
    await page.until(lambda: page.state["legal"])
    world.env.backend.remove_member(world.guild.id, world.alice.id)
    await page.send({"press": page.state["move"].replace("%", "2")})
    for one in (page, idle):
        await one.until(lambda one=one: one.socket.closed and one.ends[-1:] == ["unseen"])  # type: ignore[misc]
    assert await world.moves() == (5, 1)
    assert (await pages.open(page.token)).ends == ["stale"]


async def test_an_idle_page_of_who_has_left_closes(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It need not be touched: each is looked at in turn."""
    monkeypatch.setattr(live, "KNOWN_SECONDS", 0.0)
    monkeypatch.setattr(members, "KNOWN_SECONDS", 0.0)
    await world.pair()
    page = await pages.of(world.alice.id)
    world.env.backend.remove_member(world.guild.id, world.alice.id)
    await page.until(lambda: page.socket.closed)
    assert page.ends[-1] == "unseen"


async def test_ending_all_links_closes_open_pages_too(world: World, pages: Pages) -> None:
    """By the button beside the link: pages, passes, and links that were passed on; not others'."""
    await world.pair()
    link = await pages.link(world.alice.id)
    unused = await pages.link(world.alice.id)
    mine, watching = await pages.open(link), await pages.open(link)
    bob = await pages.of(world.bob.id)
    board = world.newest(OPEN)
    result = await world.alice.click(board, label=OPEN)
    assert result.response is not None
    await world.alice.click(result.response, label=END_LINKS)
    for one in (mine, watching):
        await one.until(lambda one=one: one.socket.closed)  # type: ignore[misc]
        assert one.ends[-1] == "stale"
    for token in (mine.token, link, unused):
        assert (await pages.open(token)).ends == ["stale"], token
    assert (await pages.of(world.alice.id)).state["me"] == "X"
    assert not bob.socket.closed


async def test_erasing_a_person_ends_their_passes(world: World, pages: Pages) -> None:
    """Their pages close, and no row says whose they were."""
    await world.pair()
    page = await pages.of(world.alice.id)
    await world.say("!ttt forget erase")
    await page.until(lambda: page.socket.closed)
    assert (await pages.open(page.token)).ends == ["stale"]
    assert [len(whose) for whose, _ in await EndedPasses(world.store.database).since(0.0)] == [40]


async def test_passes_ended_by_another_process_are_over_here_too(
    world: World, pages: Pages
) -> None:
    """Another process stores it in the database, where the next one finds it too."""
    await world.pair()
    page = await pages.of(world.alice.id)
    links = Links(TOKEN.encode(), time)
    await EndedPasses(world.store.database).end(links.whose(UserId(world.alice.id)), time())
    await page.until(lambda: page.socket.closed)
    async with served(world) as later:
        assert (await later.open(page.token)).ends == ["stale"]
        assert (await later.of(world.alice.id)).state["me"] == "X"


async def test_a_page_that_is_ended_waits_for_no_answer_of_discord(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It closes though Discord never says whether somebody else is still there."""
    await world.pair()
    alice, bob = await pages.of(world.alice.id), await pages.of(world.bob.id)
    asked = asyncio.Event()

    async def never(*_: object) -> None:
        asked.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(bot_of(world).http, "get_member", never)
    monkeypatch.setattr(live, "KNOWN_SECONDS", 0.0)
    monkeypatch.setattr(members, "KNOWN_SECONDS", 0.0)
    async with asyncio.timeout(PATIENCE):
        await asked.wait()
    links = Links(TOKEN.encode(), time)
    await EndedPasses(world.store.database).end(links.whose(UserId(world.bob.id)), time())
    await bob.until(lambda: bob.socket.closed)
    assert not alice.socket.closed


async def test_a_pass_is_refused_where_its_person_cannot_see(world: World, pages: Pages) -> None:
    """A pass plays where its person could look at the board in Discord too, and nowhere else."""
    unseen = discord.PermissionOverwrite(view_channel=False)
    hidden = world.guild.create_text_channel("hidden", overwrites={world.alice: unseen})
    await world.pair()
    for user, may in ((world.alice.id, False), (world.bob.id, True)):
        channel = bot_of(world).get_channel(hidden.id)
        assert isinstance(channel, discord.TextChannel), "it was created"
        found = await pages.served.live._members.find(channel, UserId(user))
        assert bool(found) is may


async def test_a_forged_link_opens_nothing(world: World, pages: Pages) -> None:
    """A link that is changed in any character, or is no link, opens nothing."""
    await world.pair()
    link = await pages.link(world.alice.id)
    token = link.partition("#")[2]
    middle = len(token) // 2
    swapped = token[:middle] + ("A" if token[middle] != "A" else "B") + token[middle + 1 :]
    for forged in (swapped, token[:-3], "", "9.x", "[]", "1" * 3000):
        page = await pages.open(forged)
        assert page.ends == ["stale" if forged else "unlinked"], forged


async def test_no_link_is_logged(
    world: World, pages: Pages, caplog: pytest.LogCaptureFixture
) -> None:
    """Neither a link nor a pass, good or forged, stands in a log, however much is logged."""
    caplog.set_level(logging.DEBUG)
    await world.pair()
    link = await pages.link(world.alice.id)
    page = await pages.open(link)
    await page.move(5)
    await pages.open(f"{page.token}x")
    assert caplog.text, "something is logged"
    for secret in (link.partition("#")[2], page.token):
        assert secret not in caplog.text


async def test_other_sites_are_refused(world: World, pages: Pages) -> None:
    """A page of another site, or a program without a site, cannot open the socket."""
    await world.pair()
    link = await pages.link(world.alice.id)
    for origin in ("https://evil.example", "null", ""):
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await pages.open(link, origin=origin)
        assert refused.value.status == HTTP_FORBIDDEN


async def test_only_buttons_that_are_shown_can_be_pressed(world: World, pages: Pages) -> None:
    """A page that sends ids of other games, or of features that it was not shown, does nothing."""
    await world.pair()
    page = await pages.of(world.alice.id)
    game = page.state["game"]
    for id_ in (f"ttt:move:{game + 1}:0:5", "ttt:train", f"ttt:review:{game}:0", "x", "ttt:rated"):
        await page.send({"press": id_})
    await page.move(5)
    assert (page.dones, await world.moves()) == (1, (5,))


async def test_only_moves_of_a_hint_that_is_shown_are_asked_about(
    world: World, pages: Pages
) -> None:
    """On a large board any move of that board can be, once the hint stands there."""
    await world.say("!ttt start @bob gomoku x", "bob: !ttt accept", "h8", "bob: a1")
    page = await pages.of(world.alice.id)
    _, _, game, ply, _, print_ = page.state["move"].split(":")
    about = f"ttt:why:{game}:{ply}:15:{print_}"
    await page.send({"press": about})
    await page.press("Hint")
    assert page.dones == 1
    await page.send({"press": f"ttt:why:{game}:{int(ply) + 1}:15:{print_}"})
    await page.press_id(about)
    assert page.dones == 2
    assert "o1" in page.answer["pages"][0]["words"]


async def test_odd_messages_of_a_page_end_nothing(world: World, pages: Pages) -> None:
    """No JSON, no object, odd values: nothing happens, and the page goes on."""
    await world.pair()
    page = await pages.of(world.alice.id)
    press = "press"
    for odd in (None, [0], 5, {press: None}, {press: {"a": 1}}, {press: "ttt:move:x"}, "[" * 99):
        await page.send(odd)
    await page.socket.send_str("{" * 1000)
    await page.move(5)
    assert await world.moves() == (5,)


async def test_only_who_takes_part_enters_an_activity(
    world: World, pages: Pages, activity: FakeDiscord
) -> None:
    """Discord says who somebody is, and who is there; a forged code, name or form gets nothing."""
    activity.there = [world.alice.id]
    for code, instance, status in (
        (f"code-{world.bob.id}", "i-1", HTTP_FORBIDDEN),
        ("forged", "i-1", HTTP_BAD_GATEWAY),
        (f"code-{world.alice.id}", "i-2", HTTP_BAD_GATEWAY),
        ("../x", "i-1", HTTP_BAD_REQUEST),
        ("x", "i/1", HTTP_BAD_REQUEST),
        ({"a": 1}, [], HTTP_BAD_REQUEST),
    ):
        assert await activity.status(code, instance) == status, (code, instance)
    assert await activity.status("x" * 9_000, "i-1") == HTTP_TOO_LARGE
    assert await activity.status("code", "i-1", origin="https://evil.example") == HTTP_FORBIDDEN


@pytest.mark.parametrize(
    "more, body",
    [
        ("Content-Length: 4000", "[" * 4_000),
        ("Content-Type: application/json; charset=x\r\nContent-Length: 2", "{}"),
        ("Content-Type: text/plain\r\nContent-Length: 3", "\xff\xfe\xff"),
        ("Content-Encoding: gzip\r\nContent-Length: 2", "{}"),
        ("Content-Encoding: x\r\nContent-Length: 2", "{}"),
        ("Transfer-Encoding: chunked", "zz\r\n{}\r\n0\r\n\r\n"),
        ("Transfer-Encoding: chunked", "2\r\n{}zz\r\n0\r\n\r\n"),
        ("Content-Length: -1", "{}"),
        ("Content-Length: 9" * 2_000, "{}"),
    ],
)
async def test_an_unreadable_activity_is_refused_without_a_log(
    pages: Pages, activity: FakeDiscord, more: str, body: str
) -> None:
    """It is refused as that: it is no fault of the bot's, and fills no log."""
    host, port = urlsplit(pages.base).netloc.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    head = f"POST /activity HTTP/1.1\r\nHost: x\r\nOrigin: {pages.base}\r\n{more}\r\n\r\n"
    writer.write((head + body).encode("latin-1"))
    async with asyncio.timeout(PATIENCE):
        assert re.match(rb"HTTP/1.. 4\d\d ", await reader.readline())
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def test_a_form_that_was_not_shown_is_not_read(world: World, pages: Pages) -> None:
    """A page makes up the box that plays a move: it is read once the page has been shown it."""
    await world.pair()
    page = await pages.of(world.alice.id)
    written = page.state["move"].replace("move", "written").replace(":%:", ":")
    for id_ in (written, [written]):
        await page.send({"sent": id_, "fields": {ANSWER: "5"}})
    await page.send({"sent": written, "fields": [ANSWER, "5"]})
    await page.send({"sent": "ttt:form", "fields": {"game": "connect4"}})
    await page.move(5)
    assert page.dones == 1
    assert await world.moves() == (5,)
    assert len(await world.store.live()) == 1


async def test_one_address_opens_only_so_many_sockets(world: World, pages: Pages) -> None:
    """The next page is told so in its language and shown nothing, until another one has gone."""
    await world.pair()
    opened = await pages.fill(20)
    link = await pages.link(world.alice.id)
    late = await pages.try_to_open(link, locale="de-DE")
    await late.until(lambda: late.socket.closed)
    assert late.ends == ["full"]
    assert late.heard[0]["language"] == "de"
    assert "Bretter" in late.heard[0]["words"]["full"]
    await opened[0].close()
    await world.env.settle()
    again = await pages.open(link)
    assert again.state["me"] == "X", "the link was not used up"


async def test_a_crowd_from_one_address_is_kept_out(world: World, pages: Pages) -> None:
    """Of 200 sockets twenty are let in; the game goes on in the channel and on those pages."""
    await world.pair()
    link = await pages.used_link(world.carol.id)
    tries = [pages.try_to_open(link) for _ in range(200)]
    crowd = await asyncio.gather(*tries, return_exceptions=True)
    inside = pages.sockets()
    refused = [one for one in crowd if isinstance(one, aiohttp.WSServerHandshakeError)]
    told = [one for one in crowd if isinstance(one, PageOf)]
    await world.say("5")
    for page in told:
        await page.until(lambda page=page: page.socket.closed or has_board(page))  # type: ignore[misc]
    assert {one.status for one in refused} <= {HTTP_TOO_MANY}
    assert len(refused) + len(told) == 200
    assert (len(inside), sum(map(has_board, told))) == (20, 20)


@pytest.mark.parametrize(
    "said",
    [
        b"GET /live HTTP/1.1\r\nHost: x",
        b"POST /activity HTTP/1.1\r\nHost: x\r\nOrigin: %s\r\nContent-Length: 9\r\n\r\n{",
    ],
)
async def test_half_a_request_is_cut(
    pages: Pages, activity: FakeDiscord, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """Before its end or before that of its words: each would keep a file open for ever."""
    monkeypatch.setattr("bot.web.connections._REQUEST_SECONDS", 0.2)
    monkeypatch.setattr("bot.web.activity._SECONDS", 0.2)
    host, port = urlsplit(pages.base).netloc.split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(said.replace(b"%s", pages.base.encode()))
    async with asyncio.timeout(PATIENCE):
        with suppress(ConnectionError):
            answered = await reader.readline()
            assert answered == b"" or (b"408" in answered and said.startswith(b"POST"))
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()


async def test_a_network_counts_as_one_address(world: World, pages: Pages) -> None:
    """Whoever has one address of IPv6 has a whole network; those of IPv4 are each their own."""
    await world.pair()
    link = await pages.used_link(world.carol.id)
    for number in range(20):
        await pages.open(link, address=f"2001:db8::{number:x}")
        await pages.open(link, address=f"::ffff:10.0.0.{number}")
    late = await pages.try_to_open(link, address="2001:db8::ffff:1")
    await late.until(lambda: late.socket.closed)
    assert late.ends == ["full"]
    for address in ("2001:db8:0:1::1", "::ffff:10.0.0.99"):
        assert "cells" in (await pages.open(link, address=address)).state


async def test_a_flood_of_one_page_waits(
    world: World, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it sends right after something else is not read yet, and others go on meanwhile."""
    await world.pair()
    monkeypatch.setattr(live, "_BETWEEN_TOUCHES", PATIENCE)
    alice, bob = await pages.of(world.alice.id), await pages.of(world.bob.id)
    await alice.send({})
    await alice.send({"press": alice.state["move"].replace("%", "5")})
    await world.say("1")
    await bob.until(partial(shows, bob, "X........"))
    await bob.move(2)
    assert (alice.dones, await world.moves()) == (0, (1, 2))


async def test_activities_share_the_address_of_discords_proxy(
    world: World, pages: Pages, activity: FakeDiscord
) -> None:
    """More people than one address may have are let in from there."""
    await world.pair()
    origin = f"https://{bot_of(world).application_id}.discordsays.com"
    for person in (world.alice, world.bob):
        token = await activity.enter(person.id)
        for _ in range(11):
            page = await pages.open(token, origin=origin)
    assert page.state["me"] == "O"


async def test_the_page_allows_nothing_foreign(pages: Pages) -> None:
    """Its policy allows its own scripts and pictures alone, no frame, and tells no referrer."""
    for name in ("", "page.js", "board.js", "panel.js", "page.css"):
        async with pages.client.get(f"{pages.base}/{name}") as answer:
            assert answer.status == HTTP_OK
            policy = answer.headers["Content-Security-Policy"]
            assert {"default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"} <= {
                rule.strip() for rule in policy.split(";")
            }
            assert "unsafe" not in policy
            assert answer.headers["Referrer-Policy"] == "no-referrer"
            assert "style=" not in await answer.text()
    for name in ("x.js", "index.html", "static", ".env"):
        async with pages.client.get(f"{pages.base}/{name}") as answer:
            assert answer.status == HTTP_NOT_FOUND


async def test_a_claimed_origin_opens_no_more(
    world: World, pages: Pages, activity: FakeDiscord
) -> None:
    """Who says to come from Discord's proxy has the sockets of an address, as everybody."""
    await world.pair()
    await pages.fill(20)
    origin = f"https://{bot_of(world).application_id}.discordsays.com"
    late = await pages.try_to_open(await pages.link(world.alice.id), origin=origin)
    await late.until(lambda: late.socket.closed)
    assert late.ends == ["full"]


async def test_a_pass_comes_in_though_strangers_fill_its_address(
    world: World, pages: Pages
) -> None:
    """A person has sockets of their own: only those that have proved nothing share an address."""
    await world.pair()
    alice = [await pages.of(world.alice.id) for _ in range(3)]
    await pages.fill(19)
    again = await pages.open(alice[0].token)
    assert again.state["me"] == "X"


async def test_one_person_opens_only_so_many_sockets(world: World, pages: Pages) -> None:
    """Whatever the addresses; another person at one of them is let in."""
    await world.pair()
    token = (await pages.of(world.alice.id)).token
    for number in range(19):
        await pages.open(token, address=f"10.0.0.{number}")
    late = await pages.try_to_open(token, address="10.0.0.99")
    await late.until(lambda: late.socket.closed)
    assert "full" in late.ends
    assert (await pages.open(await pages.link(world.bob.id))).state["me"] == "O"


async def test_a_pass_that_comes_and_goes_asks_discord_once(world: World, pages: Pages) -> None:
    """And is told to wait after as many pages as a person opens at once."""
    await world.pair()
    token = (await pages.of(world.alice.id)).token
    before = len(world.env.http_requests)
    told = list[bool]()
    for _ in range(40):
        page = await pages.try_to_open(token)
        await page.until(lambda page=page: page.socket.closed or has_board(page))  # type: ignore[misc]
        told.append(has_board(page))
        await page.close()
    asked = [call for call in world.env.http_requests[before:] if "/members/" in str(call)]
    assert len(asked) <= 1
    assert told[0]
    assert not all(told)


async def test_wrong_codes_of_one_address_are_few_for_discord(
    pages: Pages, activity: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of 60 as many are asked about as are allowed at once; elsewhere people still come in."""
    monkeypatch.setattr(Allowance, "take", frozen(Allowance.take))
    found = [await activity.status("wrong", "i-1", address="10.0.0.1") for _ in range(60)]
    assert (activity.asked, found[-1]) == (20, HTTP_TOO_MANY)


async def test_strangers_keep_nobody_out_who_was_there(
    world: World, pages: Pages, activity: FakeDiscord, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From many addresses at once few are asked about; where somebody has come in, others do."""
    await world.pair()
    monkeypatch.setattr(Allowance, "take", frozen(Allowance.take))
    assert await activity.enter(world.alice.id)
    for number in range(60):
        await activity.status("wrong", "i-1", address=f"10.0.{number}.1")
    assert activity.asked <= 21
    assert (await pages.open(await activity.enter(world.bob.id))).state["me"] == "O"


def frozen(take: Callable[..., bool]) -> Callable[..., bool]:
    """An allowance of which nothing comes back, however busy the machine is."""

    def taken(allowance: Allowance, who: Hashable = None) -> bool:
        allowance._clock = lambda: 0.0
        return take(allowance, who)

    return taken


@pytest.mark.parametrize(
    "head",
    [
        *("GET /x HTTP/1.1", "POST /live HTTP/1.1", "GET /live HTTP/1.1", "PUT / HTTP/1.1"),
        *("GET / HTTP/1.1\r\nX: " + "x" * 9_000, "POST /activity HTTP/1.1\r\nContent-Length: 0"),
        *("GET\x00 / HTTP/1.1", "GET http://[ HTTP/1.1", "GET /%00%ff/../..;?%zz#[ HTTP/1.1"),
        *(
            f"GET /live HTTP/1.1\r\nOrigin: {odd}"
            for odd in ("http://[", "http://[::1", "\xff", "//")
        ),
        "GET /live HTTP/1.1\r\nOrigin: http://[\r\nHost: [",
        "GET / HTTP/1.1\r\nHost: [\r\nCookie: a=\x01; =; $",
        "GET / HTTP/1.1\r\nX-Forwarded-For: [, ::1%x, 1.2.3.4:99999, , \xff, unknown",
        "GET /live HTTP/1.1\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 1",
        "GET / HTTP/1.1\r\nExpect: nothing",
        "GET / HTTP/9.9",
    ],
)
async def test_every_answer_says_what_browsers_may_do(
    pages: Pages, activity: FakeDiscord, caplog: pytest.LogCaptureFixture, head: str
) -> None:
    """None is an error of the server's, and none lacks the policy, whoever has written it."""
    host, port = urlsplit(pages.base).netloc.split(":")
    more = "" if "Host:" in head else "\r\nHost: x"
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"{head}{more}\r\nConnection: close\r\n\r\n".encode("latin-1"))
    async with asyncio.timeout(PATIENCE):
        answered = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
    assert re.match(r"http/1.. [24]", answered), answered
    own = f"https://{bot_of(pages.world).application_id}.discordsays.com"
    (ancestors,) = re.findall("frame-ancestors ([^;\r]*)", answered)
    assert {*ancestors.split()} == {
        own,
        *(f"https://{at}discord.com" for at in ("", "canary.", "ptb.")),
    }
    assert "x-content-type-options: nosniff" in answered
    assert "referrer-policy: no-referrer" in answered
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]
    writer.close()
    with suppress(ConnectionError):
        await writer.wait_closed()
