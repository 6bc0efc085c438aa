"""The limits of the gateway."""

from __future__ import annotations

import pytest
from aiohttp import ClientSession, ClientWebSocketResponse

from tests.wire.gateway import HEARTBEAT, IDENTIFY, INVALID_SESSION
from tests.wire.limits.conftest import Hands
from tests.wire.loopback import Loopback
from tests.wire.payloads import TOKEN


async def connect(bot: ClientSession) -> ClientWebSocketResponse:
    """A connection, after its hello."""
    socket = await bot.ws_connect("/")
    await socket.receive()
    return socket


async def identify(bot: ClientSession, shard: int) -> int | str | None:
    """Identify as a shard of four: what comes first, or the code with which it is refused."""
    async with await connect(bot) as socket:
        content = {"token": TOKEN, "intents": 1, "shard": [shard, 4]}
        await socket.send_json({"op": IDENTIFY, "d": content})
        answer = await socket.receive()
        if isinstance(answer.data, str):
            said = answer.json()
            name: str | None = said.get("t")
            return name or int(said["op"])
        return socket.close_code


async def test_shards_of_one_key_identify_one_after_the_other(
    bot: ClientSession, hands: Hands
) -> None:
    """Two keys may do so at once; the same key within five seconds gets no valid session."""
    assert await identify(bot, 0) == "READY"
    assert await identify(bot, 1) == "READY"
    hands.time = 4.0
    assert await identify(bot, 2) == INVALID_SESSION
    hands.time = 5.0
    assert await identify(bot, 2) == "READY"


async def test_sessions_of_a_day_are_counted(
    discord: Loopback, bot: ClientSession, hands: Hands
) -> None:
    """A bot that starts too many loses its token; `GET /gateway/bot` says what is left."""
    for _ in range(3):
        assert await identify(bot, 0) == "READY"
        hands.time += 5.0
    async with bot.get("/gateway/bot") as answer:
        limit = (await answer.json())["session_start_limit"]
    assert (limit["total"], limit["remaining"], limit["max_concurrency"]) == (3, 0, 2)
    assert await identify(bot, 0) == 4004


@pytest.mark.parametrize("more", [0, 1])
async def test_a_connection_may_send_so_many_events(bot: ClientSession, more: int) -> None:
    """120 in a minute; one more closes it."""
    async with await connect(bot) as socket:
        for _ in range(120 + more):
            await socket.send_json({"op": HEARTBEAT, "d": None})
        for _ in range(120):
            await socket.receive()
        if more:
            await socket.receive()
            assert socket.close_code == 4008
        else:
            assert not socket.closed
