"""What Discord sends and discord.py cannot read."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from tests.thorough import thorough
from tests.wire.frames import BROKEN
from tests.wire.payloads import Payload, snowflake
from tests.wire.rooms import GUILD, Room
from tests.wire.test_gateway import goes_on
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

(TWO_SHARDS,) = thorough("2")


@pytest_asyncio.fixture(scope="module", loop_scope="module", params=["1", TWO_SHARDS])
async def world(
    tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> AsyncIterator[World]:
    """A bot of one connection, or of two, that logs no details."""
    folder = tmp_path_factory.mktemp("wire")
    async with open_world(folder, SHARD_COUNT=request.param, LOG_LEVEL="INFO") as world:
        await world.connect()
        yield world


def channel(_room: Room) -> Payload:
    """A new channel without its place in the list."""
    payload = Room().payload
    del payload["position"]
    return payload


def poll(room: Room) -> Payload:
    """A message with a poll that never ends."""
    message, _ = Room(room.id).post({"id": "2", "username": "alice", "discriminator": "0"}, {})
    answers = [{"answer_id": 1, "poll_media": {"text": "yes"}}]
    asked = {"question": {"text": "5?"}, "answers": answers, "allow_multiselect": False}
    return {**message, "content": "5", "poll": {**asked, "layout_type": 1}}


def server(_room: Room) -> Payload:
    """A server with such a channel."""
    return {"id": str(snowflake()), "guild_id": str(GUILD), "channels": [{"id": "1", "type": 0}]}


def nothing(_room: Room) -> Payload:
    """A message without an author."""
    return {"id": str(snowflake()), "guild_id": str(GUILD), "content": "5"}


@pytest.mark.parametrize(
    "event, broken",
    [
        ("CHANNEL_CREATE", channel),
        ("GUILD_CREATE", server),
        ("MESSAGE_CREATE", poll),
        ("MESSAGE_CREATE", nothing),
    ],
)
async def test_an_event_that_cannot_be_read_costs_itself_alone(
    world: World, event: str, broken: Any
) -> None:
    """It is told in one line; the session, and the game, go on."""
    room, gateway = await world.game(), world.discord.gateway
    before, identified = world.program.logged(), gateway.identified
    gateway.dispatch(event, broken(room))
    await goes_on(world, room)
    log = world.program.logged().removeprefix(before)
    (line,) = [line for line in log.splitlines() if "cannot be read" in line]
    assert f"an event of Discord's, {event}, cannot be read and is passed over: " in line
    assert "Traceback" not in log
    assert gateway.identified == identified


async def test_frames_that_cannot_be_read_cost_their_connection(world: World) -> None:
    """Whatever they are, and wherever they come: each is told in one line, and the game goes on.

    Of two connections each drops, so there half of the frames will do.
    """
    room, gateway, before = await world.game(), world.discord.gateway, world.program.logged()
    shards = world.shards
    frames = list(BROKEN.values())[::shards]
    for frame in frames:
        told = gateway.resumed + gateway.identified
        await gateway.send(frame)
        await world.until(lambda n=told: gateway.resumed + gateway.identified >= n + shards)  # type: ignore[misc] # bound here
    gateway.hellos = frames[:]
    await gateway.close(4000)
    await world.until(lambda: not gateway.hellos)
    await goes_on(world, room)
    log = world.program.logged().removeprefix(before)
    assert "Traceback" not in log
    assert " ERROR " not in log
    assert log.count("cannot be read") >= (shards + 1) * len(frames)


@pytest.mark.thorough
async def test_a_message_that_cannot_be_read_back_costs_itself_alone(tmp_path: Path) -> None:
    """A poll without its end, posted while the bot was away, hides no move that was typed after."""
    async with open_world(tmp_path) as world:
        await world.connect()
        room = await world.game()
        await world.program.kill()
        room.messages.append(poll(room))
        world.discord.say(room, "5")
        await world.connect()
        await world.until_played(room, 2)
        await world.until_shown(room)
        assert "cannot be read and is passed over" in world.program.logged()
