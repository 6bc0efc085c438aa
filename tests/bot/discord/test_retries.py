"""What Discord refuses once is shown a second later, and ever less often while it refuses."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

import discord
import pytest
from simcord.backend.models import Overwrite
from simcord.backend.serializers import member_payload
from simcord.enums import OverwriteType

from bot.client.bot import Kinarow
from tests.bot.discord.world import World
from tests.discord_internals import parsers_of

MISSING_PERMISSIONS: Final = (403, 50013)
ODD: Final = [(403, 0), (404, 0), (403, 40333), MISSING_PERMISSIONS]
"""Refusals of a moment: a proxy's, Discord's while it is in trouble, a permission that comes."""


@pytest.fixture(autouse=True)
def busy(monkeypatch: pytest.MonkeyPatch) -> None:
    """People talk so much that each board is posted anew."""
    monkeypatch.setattr("bot.edge.sending.traffic.NEAR", -1)


def refuse(world: World, status: int, code: int, times: int | None = None) -> None:
    """Refuse what is posted in the channel."""
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=status, code=code, times=times)


def boards(world: World) -> int:
    """How many boards were sent to the channel, arrived or not."""
    path = f"/channels/{world.channel.id}/messages"
    sent = [r.json for r in world.env.http_requests if (r.method, r.path) == ("POST", path)]
    return sum(1 for message in sent if message and message.get("components"))


async def time_out(world: World, until: datetime | None) -> None:
    """Let a moderator take the right to write from the bot until then, or give it back.

    Discord tells a bot of itself without the intent for members, which SimCord asks for.
    """
    backend, me = world.env.backend, world.env.backend.bot_user.id
    stamp = None if until is None else until.isoformat()
    backend.edit_member(world.guild.id, me, {"timed_out_until": stamp})
    guild = backend.guilds[world.guild.id]
    told = {**member_payload(backend, guild, guild.members[me]), "guild_id": str(guild.id)}
    with world.as_the_bot():
        parsers_of(world.env.bot)["GUILD_MEMBER_UPDATE"](told)
    await world.env.settle()


@pytest.mark.parametrize("status, code", ODD)
async def test_the_board_comes_a_second_later(world: World, status: int, code: int) -> None:
    """After one refusal, whatever it says; and nothing comes twice."""
    await world.pair()
    refuse(world, status, code, times=1)
    await world.say("5")
    assert "**alice** played **5**" not in world.last
    (board,) = await world.retry(seconds=1.0)
    assert "**alice** played **5**" in board
    assert await world.retry(seconds=1.0) == []


@pytest.mark.parametrize("status, code, comes", [(503, 0, True), (403, 0, False)])
async def test_failures_are_retried_as_soon_as_discord_is_back(
    world: World, status: int, code: int, comes: bool
) -> None:
    """However long the pause has grown; what Discord has refused waits for its time."""
    await world.pair()
    refuse(world, status, code)
    await world.say("5")
    for _ in range(8):
        await world.retry(seconds=1.0)
    world.env.backend.faults.clear()
    before = len(world.said())
    with world.as_the_bot():
        parsers_of(world.env.bot)["RESUMED"]({"__shard_id__": 0})
    await world.env.settle()
    told = world.said()[before:]
    assert ["**alice** played **5**" in board for board in told] == [True] * comes


@pytest.mark.parametrize("status, code", ODD[:3])
async def test_each_pause_is_twice_as_long(world: World, status: int, code: int) -> None:
    """While the refusals last; the board comes with the first try after them."""
    await world.pair()
    refuse(world, status, code)
    await world.say("5")
    before, tries = boards(world), []
    for _ in range(16):
        await world.retry(seconds=1.0)
        tries.append(boards(world) - before)
    assert tries == [1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 3, 3, 4, 4]
    world.env.backend.faults.clear()
    (board,) = await world.retry(seconds=15.0)
    assert "**alice** played **5**" in board


async def test_a_time_out_of_the_bot_is_waited_for(world: World) -> None:
    """Nothing is asked for until its end, and then the board comes at once."""
    await world.pair()
    await time_out(world, world.env.now() + timedelta(minutes=10))
    refuse(world, *MISSING_PERMISSIONS)
    await world.say("5")
    await world.retry(seconds=1.0)
    before = boards(world)
    for _ in range(9):
        await world.retry(seconds=60.0)
    assert boards(world) == before
    world.env.backend.faults.clear()
    (board,) = await world.retry(seconds=59.0)
    assert "**alice** played **5**" in board


async def test_a_time_out_that_is_lifted_is_over_at_once(world: World) -> None:
    """The gateway tells of it: nobody looks after anything meanwhile."""
    await world.pair()
    await time_out(world, world.env.now() + timedelta(days=1))
    refuse(world, *MISSING_PERMISSIONS)
    await world.say("5")
    for _ in range(5):
        await world.retry(seconds=60.0)
    world.env.backend.faults.clear()
    await time_out(world, None)
    assert "**alice** played **5**" in world.last


@pytest.mark.parametrize("news", ["overwrite", "role", "role deleted"])
async def test_a_permission_that_is_back_is_used_at_once(world: World, news: str) -> None:
    """The gateway tells that the bot may do something else now, wherever that was changed."""
    await world.pair()
    backend, me = world.env.backend, world.env.backend.bot_user.id
    denied = discord.Permissions(send_messages=True).value
    refuse(world, 403, 40333)
    await world.say("5")
    for _ in range(4):
        await world.retry(seconds=60.0)
    backend.faults.clear()
    if news == "overwrite":
        backend.set_overwrite(
            world.channel.id, Overwrite(me, OverwriteType.MEMBER, allow=denied, deny=0)
        )
    elif news == "role deleted":
        roles = backend.guilds[world.guild.id].roles.values()
        backend.delete_role(world.guild.id, next(r.id for r in roles if r.name == "Moderators"))
    else:
        role = next(role for role in backend.guilds[world.guild.id].roles.values() if role.managed)
        backend.edit_role(world.guild.id, role.id, {"name": "Players"})
    await world.env.settle()
    assert "**alice** played **5**" in world.last


async def test_nothing_is_repeated_after_too_many_refusals(world: World) -> None:
    """Discord bans a bot that goes on."""
    await world.pair()
    refuse(world, 403, 0)
    await world.say("5")
    bot = world.env.bot
    assert isinstance(bot, Kinarow)
    for _ in range(2_000):
        bot.refusals.note(403)
    before = boards(world)
    await world.retry(seconds=600.0)
    assert boards(world) == before


async def test_an_old_board_is_retired_a_second_later(world: World) -> None:
    """Its buttons are gone with the first retry."""
    await world.pair()
    path = f"/channels/{world.channel.id}/messages/*"
    for method in ("PATCH", "DELETE"):
        world.env.inject_error(method, path, status=403, times=1)
    await world.say("5")
    with_buttons = [message for message in world.channel.history() if message.components]
    assert len(with_buttons) == 2
    world.env.backend.faults.clear()
    await world.retry(seconds=1.0)
    with_buttons = [message for message in world.channel.history() if message.components]
    assert len(with_buttons) == 1
