"""Two shards in one process: what befalls one of them leaves the other alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from http import HTTPStatus
from typing import Any

import pytest
import pytest_asyncio
from aiohttp import ClientSession

from tests.ports import free_port
from tests.soon import PATIENCE
from tests.wire.faults import Refusal
from tests.wire.rooms import GUILD, OTHER_GUILD
from tests.wire.test_gateway import goes_on
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


def free_address() -> str:
    """Where nobody listens yet."""
    return f"127.0.0.1:{free_port()}"


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def pages() -> AsyncIterator[ClientSession]:
    """The pages of the bot for those who run it."""
    async with ClientSession(f"http://{free_address()}") as pages:
        yield pages


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(
    tmp_path_factory: pytest.TempPathFactory, pages: ClientSession
) -> AsyncIterator[World]:
    """A bot that plays in both shards of two."""
    base = pages._base_url
    assert base is not None, "it was given"
    folder = tmp_path_factory.mktemp("wire")
    async with open_world(folder, SHARD_COUNT="2", HTTP=base.authority) as world:
        await world.connect()
        yield world


async def health(pages: ClientSession) -> tuple[int, dict[str, Any]]:
    """What the bot says of itself."""
    async with pages.get("/health") as found:
        return found.status, json.loads(await found.text())


async def until_well(pages: ClientSession) -> None:
    """Wait for every shard to be there."""
    async with asyncio.timeout(PATIENCE):
        while (await health(pages))[0] != HTTPStatus.OK:
            pass  # it is asked again
    assert (await health(pages))[1]["shards_offline"] == []


async def test_a_shard_that_begins_anew_is_taken_up_alone(
    world: World, pages: ClientSession
) -> None:
    """A move typed meanwhile is answered, all is well again, and both shards count as heard."""
    await until_well(pages)
    room, other = await world.game(guild=GUILD), await world.game(guild=OTHER_GUILD)
    gateway = world.discord.gateway
    identified = gateway.identified
    gateway.deaf = True
    typed = world.discord.say(room, "5")
    gateway.deaf = False
    await gateway.invalidate(1)
    await world.next(room, 1)
    assert len(await world.moves(room)) == 2
    await until_well(pages)
    assert gateway.identified == identified + 1
    assert [session.shard for session in gateway.sessions] == [0, 1]
    await goes_on(world, room)
    await goes_on(world, other)
    for shard, message in enumerate((other.boards[0], typed)):
        heard = await world.store.shards.heard_until(shard)
        assert heard is not None
        assert heard >= int(message["id"])


async def test_a_shard_that_reads_for_long_holds_no_other_up(
    world: World, pages: ClientSession
) -> None:
    """While one has thousands of messages to read the other begins anew, and is heard and noted."""
    await until_well(pages)
    room, other = await world.game(guild=GUILD), await world.game(guild=OTHER_GUILD)
    gateway = world.discord.gateway
    gateway.deaf = True
    for number in range(1_500):
        world.discord.say(room, f"message {number}", by="bob")
    for one in (room, other):
        typed = world.discord.say(one, "5")
    gateway.deaf = False
    world.discord.latency = 0.1
    await gateway.invalidate()
    await world.until_played(other, 2)
    assert len(await world.moves(room)) == 0
    async with asyncio.timeout(PATIENCE):
        while (await world.store.shards.heard_until(0) or 0) < int(typed["id"]):
            pass  # reading the store lets time pass
    world.discord.latency = 0.0
    await world.until_played(room, 2)
    for one in (room, other):
        await world.until_shown(one)
        await goes_on(world, one)


@pytest.mark.thorough
@pytest.mark.parametrize("shard", [0, 1])
@pytest.mark.parametrize("is_resumed", [True, False])
async def test_each_shard_is_broken_alone(
    world: World, pages: ClientSession, shard: int, *, is_resumed: bool
) -> None:
    """Its session is resumed, or begun anew: what was typed counts, and the other plays on."""
    await until_well(pages)
    rooms = [await world.game(guild=guild) for guild in (OTHER_GUILD, GUILD)]
    broken, other, gateway = rooms[shard], rooms[1 - shard], world.discord.gateway
    identified, resumed = gateway.identified, gateway.resumed
    if is_resumed:
        gateway.cut(shard)
        world.discord.say(broken, "5")
    else:
        gateway.deaf = True
        world.discord.say(broken, "5")
        gateway.deaf = False
        await gateway.invalidate(shard)
    await goes_on(world, other)
    await world.until_played(broken, 2)
    await world.until_shown(broken)
    assert (gateway.identified > identified, gateway.resumed > resumed) == (
        not is_resumed,
        is_resumed,
    )
    await until_well(pages)
    await goes_on(world, broken)


async def test_a_database_that_was_moved_away_is_told(world: World, pages: ClientSession) -> None:
    """The bot is not well until the file is back, and names what is wrong."""
    await until_well(pages)
    file = world.program.database
    away = file.with_name("away.db")
    file.rename(away)
    status, said = await health(pages)
    away.rename(file)
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert (said["discord"], said["database"]) == (True, False)
    assert "moved" in said["problems"]["database"]
    await until_well(pages)
    assert world.program.logged().count("not well: the database") == 1


@pytest.mark.thorough
async def test_a_gateway_that_fails_in_turn_in_several_ways(
    world: World, pages: ClientSession
) -> None:
    """A broken line, a refused handshake and a missing hello: the shard comes back from all."""
    await until_well(pages)
    room, other = await world.game(guild=GUILD), await world.game(guild=OTHER_GUILD)
    gateway, process = world.discord.gateway, world.program.pid
    shard = next(session.shard for session in gateway.sessions if session.holds(room.guild))
    refused = world.discord.fail("GET /", Refusal(503))
    gateway.rebuffs = 1
    gateway.cut(shard)
    world.discord.say(room, "5")
    await world.next(room, 1)
    assert len(await world.moves(room)) == 2
    assert (refused.met, gateway.rebuffs) == (1, 0)
    assert (world.program.running, world.program.pid) == (True, process)
    await until_well(pages)
    await goes_on(world, room)
    await goes_on(world, other)


@pytest.mark.thorough
async def test_a_shard_that_is_away_is_told(world: World, pages: ClientSession) -> None:
    """While one of the shards cannot connect the bot is not well, and plays in the other."""
    await until_well(pages)
    other = await world.game(guild=OTHER_GUILD)
    world.discord.gateway.rebuffs = 1_000
    await world.discord.gateway.invalidate(1)
    status, said = await health(pages)
    async with asyncio.timeout(PATIENCE):
        while said["shards_offline"] != [1]:
            status, said = await health(pages)
    assert status == HTTPStatus.SERVICE_UNAVAILABLE
    assert not said["discord"]
    await goes_on(world, other)
    world.discord.gateway.rebuffs = 0
    await until_well(pages)
