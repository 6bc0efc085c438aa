"""How long, and how often, an interaction is answered."""

from __future__ import annotations

import pytest
from aiohttp import ClientSession

from tests.wire.limits.conftest import Hands
from tests.wire.loopback import Loopback
from tests.wire.payloads import BOT
from tests.wire.press import Press


async def callback(bot: ClientSession, press: Press) -> tuple[int, int]:
    """Answer first: the status and Discord's code."""
    path = f"/interactions/{press.id}/{press.token}/callback"
    async with bot.post(path, json={"type": 5}) as answer:
        return answer.status, (await answer.json()).get("code", 0)


async def followup(bot: ClientSession, press: Press) -> tuple[int, int]:
    """Say one thing more."""
    async with bot.post(f"/webhooks/{BOT}/{press.token}", json={"content": "more"}) as answer:
        return answer.status, (await answer.json()).get("code", 0)


@pytest.fixture
def press(discord: Loopback) -> Press:
    """Alice has just used a command."""
    return discord.command(discord.room(), "board")


async def test_the_first_answer_has_three_seconds(
    bot: ClientSession, press: Press, hands: Hands
) -> None:
    """Later the interaction is unknown, and so is its webhook."""
    hands.time = 3.1
    assert await callback(bot, press) == (404, 10062)
    assert await followup(bot, press) == (404, 10015)


async def test_there_is_one_first_answer(bot: ClientSession, press: Press) -> None:
    """A second one is told so."""
    assert await callback(bot, press) == (200, 0)
    assert await callback(bot, press) == (400, 40060)


async def test_a_token_is_good_for_a_quarter_of_an_hour(
    bot: ClientSession, press: Press, hands: Hands
) -> None:
    """After that it is invalid, whatever is asked for with it."""
    await callback(bot, press)
    hands.time = 899.0
    assert await followup(bot, press) == (200, 0)
    hands.time = 901.0
    assert await followup(bot, press) == (401, 50027)
    path = f"/webhooks/{BOT}/{press.token}/messages/@original"
    async with bot.patch(path, json={"content": "changed"}) as answer:
        assert answer.status == 401


@pytest.mark.parametrize("by_server, code", [(True, 0), (False, 40094)])
async def test_a_bot_outside_its_servers_may_send_five_more_messages(
    bot: ClientSession, press: Press, hands: Hands, by_server: bool, code: int
) -> None:
    """In a server that has not installed it; others get as many as there are."""
    press.installed_by_server = by_server
    await callback(bot, press)
    for _ in range(5):
        assert await followup(bot, press) == (200, 0)
        hands.time += 2.0
    assert (await followup(bot, press))[1] == code


async def test_a_token_has_a_limit_of_its_own(bot: ClientSession, press: Press) -> None:
    """Five requests in two seconds, which the limit of all does not count."""
    await callback(bot, press)
    statuses = [(await followup(bot, press))[0] for _ in range(6)]
    assert statuses == [200] * 5 + [429]
