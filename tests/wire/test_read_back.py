"""Everything typed while the bot was away is read back, in order, many channels in turn."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from math import ceil
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.show.style import move_name
from engine import Rules
from tests.soon import PATIENCE
from tests.wire.faults import Refusal
from tests.wire.payloads import Clock
from tests.wire.refusals import MISSING_ACCESS
from tests.wire.rooms import BOB, Room
from tests.wire.test_gateway import goes_on
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

PAGE: Final = 100
"""How many messages are read at a time."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that soon looks again at what could not be read."""
    async with open_world(tmp_path_factory.mktemp("wire"), ROUND="0.5") as world:
        await world.connect()
        yield world


def read(world: World, room: Room) -> list[str]:
    """From now on, how each channel is read."""
    asked: list[str] = []

    def note(method: str, path: str) -> None:
        if method == "GET" and path == f"/channels/{room.id}/messages":
            asked.append(path)

    world.discord.on_request = note
    return asked


async def test_a_move_behind_very_much_talk(world: World) -> None:
    """There is no end to what is read but the newest message, and others do not wait for it.

    In one channel people talk on, a page for each page that is read, until the other is answered.
    """
    busy, quiet = await world.game(), await world.game()
    await world.program.kill()
    before, answered = len(busy.messages), list[Room]()
    for number in range(1_250):
        world.discord.say(busy, f"message {number}", by="bob")
    for room in (busy, quiet):
        world.discord.say(room, "5")
    asked = read(world, busy)
    note = world.discord.on_request
    assert note is not None, "it was set just now"

    def talk_on(method: str, path: str) -> None:
        note(method, path)
        if path in asked and quiet not in answered:
            for number in range(PAGE):
                busy.post(BOB, {"content": f"and {number}"})

    world.discord.on_request = talk_on
    world.discord.listeners.append(lambda room, _: answered.append(room))
    await world.connect()
    for room in (quiet, busy):
        await world.until_played(room, 2)
        await world.until_shown(room)
    world.discord.on_request = None
    world.discord.listeners.clear()
    assert len(asked) == ceil((len(busy.messages) - before) / PAGE)
    await goes_on(world, busy)


async def test_a_move_waits_while_an_older_one_is_read(world: World) -> None:
    """A move that is heard while an older one is still to be read waits for it."""
    room = await world.game("!ttt start 9x9x5 x")
    await world.program.kill()
    for number in range(250):
        world.discord.say(room, f"message {number}", by="bob")
    world.discord.say(room, "e1")
    world.discord.latency = 0.2
    asked = read(world, room)
    await world.connect()
    await world.until(lambda: bool(asked))
    world.discord.say(room, "g1")
    await world.until_played(room, 2)
    world.discord.on_request, world.discord.latency = None, 0.0
    await world.until_shown(room)
    assert (await world.moves(room))[0] == 5
    assert 7 not in (await world.moves(room))[1::2]


async def test_a_lost_session_while_a_channel_is_read(world: World) -> None:
    """The session breaks off in the middle of reading: nothing is lost, or played twice."""
    room = await world.game()
    await world.program.kill()
    for number in range(250):
        world.discord.say(room, f"message {number}", by="bob")
    world.discord.latency = 0.2
    asked = read(world, room)
    await world.connect()
    await world.until(lambda: bool(asked))
    world.discord.gateway.deaf = True
    world.discord.say(room, "5")
    world.discord.gateway.deaf = False
    await world.discord.gateway.invalidate()
    world.discord.on_request, world.discord.latency = None, 0.0
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert len(await world.moves(room)) == 2
    await goes_on(world, room)


async def test_a_channel_without_access_to_its_history(world: World) -> None:
    """It is asked for once, and played in."""
    room, other = await world.game(), await world.game()
    await world.program.kill()
    world.discord.say(room, "hello")
    fault = world.discord.fail(rf"GET /channels/{room.id}/messages", MISSING_ACCESS, 99)
    await world.connect()
    await goes_on(world, room)
    await asyncio.sleep(2)
    await goes_on(world, other)
    assert fault.met == 1


@pytest.mark.parametrize("refusal", [Refusal(403), Refusal(404), Refusal(403, 40333)], ids=str)
async def test_a_refusal_that_says_nothing_of_the_channel(world: World, refusal: Refusal) -> None:
    """A player who types does not wait for what cannot be read; that is read later."""
    room, other = await world.game(), await world.game()
    await world.program.kill()
    for one in (room, other):
        world.discord.say(one, "5")
    fault = world.discord.fail(rf"GET /channels/{room.id}/messages", refusal, 2)
    await world.connect()
    await world.until_played(other, 2)
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert fault.met == 2
    assert (await world.session(room)).ending is None


@pytest.mark.thorough
@pytest.mark.parametrize("ahead", [-600.0, 3600.0])
async def test_a_machine_whose_clock_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ahead: float
) -> None:
    """Ten minutes ahead of Discord, or an hour behind: what is typed meanwhile counts."""
    monkeypatch.setattr(Clock, "ahead", ahead)
    async with open_world(tmp_path, ROUND="0.5") as world:
        await world.connect()
        room = await world.game("!ttt start 9x9x5 x")
        typed = await world.say(room, "e1")
        await world.until_played(room, 2)
        async with asyncio.timeout(PATIENCE):
            while (await world.store.shards.heard_until(0) or 0) < int(typed["id"]):
                pass  # reading the store lets time pass
        await world.program.kill()
        move = (await world.session(room)).position.legal[0]
        world.discord.say(room, move_name(Rules(9, 9, 5), move))
        await world.connect()
        await world.until_played(room, 4)
        await world.until_shown(room)
        await goes_on(world, room)
