"""The limits of requests, asked for as a careless bot would."""

from __future__ import annotations

from typing import Any

import pytest
from aiohttp import ClientSession

from tests.wire.faults import Refusal
from tests.wire.limits.conftest import Hands
from tests.wire.limits.requests import INVALID
from tests.wire.loopback import Loopback
from tests.wire.rooms import Room


async def post(bot: ClientSession, room: Room, **more: Any) -> tuple[int, Any, Any]:
    """Post a message: the status, the body and the headers of the answer."""
    body = {"content": "hello", **more}
    async with bot.post(f"/channels/{room.id}/messages", json=body) as answer:
        return answer.status, await answer.json(), answer.headers


async def test_a_channel_takes_five_messages_in_five_seconds(
    discord: Loopback, bot: ClientSession, hands: Hands
) -> None:
    """The headers say how many are left; the sixth is refused until the window ends."""
    room, other = discord.room(), discord.room()
    for left in (4, 3, 2, 1, 0):
        status, _, headers = await post(bot, room)
        assert (status, headers["X-RateLimit-Remaining"]) == (200, str(left))
    hands.time = 2.0
    status, body, headers = await post(bot, room)
    assert status == 429
    assert (body["retry_after"], body["global"]) == (3.0, False)
    assert headers["X-RateLimit-Scope"] == "user"
    assert headers["Via"]
    assert (await post(bot, other))[0] == 200
    hands.time = 5.0
    assert (await post(bot, room))[0] == 200
    assert len(room.boards) == 6


async def test_a_faster_clock_lets_wait_less(
    discord: Loopback, bot: ClientSession, hands: Hands
) -> None:
    """At twenty times the speed five seconds are a quarter, which the refusal says too."""
    assert discord.limits is not None
    discord.limits.clock.speed = 20.0
    room = discord.room()
    for _ in range(5):
        await post(bot, room)
    assert (await post(bot, room))[1]["retry_after"] == 0.25
    hands.time = 0.25
    assert (await post(bot, room))[0] == 200


@pytest.mark.parametrize(
    "method, path, most",
    [("POST", "typing", 5), ("PATCH", "messages/1", 5), ("DELETE", "messages/1", 3)],
)
async def test_each_route_of_a_channel_has_its_limit(
    discord: Loopback, bot: ClientSession, method: str, path: str, most: int
) -> None:
    """Whether or not the request would have succeeded."""
    room = discord.room()
    for number in range(most + 1):
        async with bot.request(method, f"/channels/{room.id}/{path}", json={}) as answer:
            assert (answer.status == 429) == (number == most)


async def test_all_requests_have_one_limit_together(
    discord: Loopback, bot: ClientSession, hands: Hands
) -> None:
    """The fifty-first of a second is refused wherever it goes, but for answers to presses."""
    rooms = [discord.room() for _ in range(51)]
    statuses = [(await post(bot, room))[0] for room in rooms[:50]]
    assert set(statuses) == {200}
    status, body, headers = await post(bot, rooms[50])
    assert (status, body["global"]) == (429, True)
    assert (headers["X-RateLimit-Global"], headers["X-RateLimit-Scope"]) == ("true", "global")
    press = discord.command(rooms[0], "board")
    callback = f"/interactions/{press.id}/{press.token}/callback"
    async with bot.post(callback, json={"type": 5}) as answer:
        assert answer.status == 200
    hands.time = 1.0
    assert (await post(bot, rooms[50]))[0] == 200


async def test_too_many_refused_requests_lead_to_a_ban(
    discord: Loopback, bot: ClientSession, hands: Hands
) -> None:
    """401, 403 and 429 count, shared limits and 404 do not; the ban is a page without `Via`."""
    assert discord.limits is not None
    room, hidden = discord.room(), discord.room()
    hidden.denied = (1 << 11) | (1 << 10)
    await bot.get(f"/channels/{hidden.id}")
    await bot.get("/channels/1")
    async with bot.get("/users/@me", headers={"Authorization": "Bot nobody"}) as answer:
        assert answer.status == 401
    discord.fail("GET .*", Refusal(429, 20028, retry_after=1.0, scope="shared"))
    await bot.get(f"/channels/{room.id}")
    assert discord.limits.invalid.used() == 2
    for _ in range(INVALID.most - 2):
        discord.limits.invalid.count()
    async with bot.get(f"/channels/{room.id}") as answer:
        assert (answer.status, answer.content_type) == (429, "text/html")
        assert "Via" not in answer.headers
    hands.time = 600.0
    assert (await post(bot, room))[0] == 200


async def test_an_old_message_is_changed_three_times(
    discord: Loopback, bot: ClientSession, hands: Hands
) -> None:
    """After that Discord says 30046 for a while, in all old messages of the channel."""
    room = discord.room()
    _, message, _ = await post(bot, room)
    room.messages[0]["timestamp"] = "2026-01-01T00:00:00+00:00"
    path = f"/channels/{room.id}/messages/{message['id']}"
    for status in (200, 200, 200, 429):
        async with bot.patch(path, json={"content": "changed"}) as answer:
            assert answer.status == status
            said = await answer.json()
    assert said["code"] == 30046
    hands.time = 20.0
    async with bot.patch(path, json={"content": "changed"}) as answer:
        assert answer.status == 200


async def test_a_nonce_is_known_for_some_minutes(discord: Loopback, bot: ClientSession) -> None:
    """The same message again is the one before; later it is a new one."""
    room = discord.room()
    sent = {"nonce": "7", "enforce_nonce": True}
    first, again = [(await post(bot, room, **sent))[1]["id"] for _ in range(2)]
    assert first == again
    room.messages[0]["timestamp"] = "2026-01-01T00:00:00+00:00"
    assert (await post(bot, room, **sent))[1]["id"] != first
