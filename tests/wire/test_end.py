"""The program is told to end: it does so in order, and soon, whatever goes on."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.soon import PATIENCE
from tests.thorough import thorough
from tests.wire.faults import BOARD, Break, Refusal
from tests.wire.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOW = [signal.SIGTERM, *thorough(signal.SIGINT)]
"""How a program is told to end."""
MOSTLY = [signal.SIGTERM, pytest.param(signal.SIGINT, marks=pytest.mark.long)]
"""The same where each takes many seconds, and the two have not differed."""
GATEWAY = "GET /"
FIRST_LINE = "bot.run.serve: getting ready"
"""What is logged when the program has begun to run."""
INTERRUPTED = 130
"""The code with which a program ends whose event loop has not taken over SIGINT yet."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that is not started yet."""
    async with open_world(tmp_path_factory.mktemp("wire")) as world:
        yield world


@pytest.mark.parametrize("how", HOW)
async def test_a_start_can_be_broken_off(world: World, how: signal.Signals) -> None:
    """Told to end before it is connected, the program does."""
    begun = world.program.logged().count(FIRST_LINE)
    await world.program.start()
    await world.until(lambda: world.program.logged().count(FIRST_LINE) > begun)
    async with asyncio.timeout(PATIENCE):
        assert await world.program.end(how) in (0, -how, INTERRUPTED)


@pytest.mark.thorough
@pytest.mark.parametrize("how", MOSTLY)
@pytest.mark.parametrize("effect", [Break.SILENCE, Refusal(503)])
async def test_a_gateway_that_is_waited_for_cannot_hold_it(
    tmp_path: Path, effect: Break | Refusal, how: signal.Signals
) -> None:
    """Told to end while the gateway of its shards says nothing, or is tried again, it does."""
    async with open_world(tmp_path, SHARD_COUNT="2") as world:
        fault = world.discord.fail(GATEWAY, effect, 1_000)
        await world.program.start()
        await world.until(lambda: fault.met > 0)
        async with asyncio.timeout(PATIENCE):
            assert await world.program.end(how) == 0


@pytest.mark.thorough
@pytest.mark.parametrize("how", HOW)
async def test_moves_in_hand_are_finished(tmp_path: Path, how: signal.Signals) -> None:
    """What was played is shown, and the rest waits for the next; the gateway is told goodbye.

    That is asked at rest: what comes while the program hangs up can reach it too late, and then
    the system breaks the connection, and with it the goodbye.
    """
    async with open_world(tmp_path, LAST=str(PATIENCE)) as world:
        await world.connect()
        rooms = [await world.game() for _ in range(6)]
        for room in rooms:
            world.discord.say(room, "5")
        await world.until_played(rooms[0], 1)
        async with asyncio.timeout(PATIENCE):
            assert await world.program.end(how) == 0
        for room in rooms:
            session = await world.session(room)
            assert await world.store.boards.is_shown(session)
            assert not session.bot_to_move
        await world.connect()
        for room in rooms:
            await world.until_played(room, 2)
            await world.until_shown(room)
            assert len(room.log) == 2
        await world.until(lambda: all(len(room.alive) == 1 for room in rooms))
        async with asyncio.timeout(PATIENCE):
            assert await world.program.end(how) == 0
        assert world.discord.gateway.close_codes[-1] == 1000


@pytest.mark.thorough
async def test_a_discord_that_hangs_cannot_hold_it(world: World) -> None:
    """No request and no goodbye is answered: the end comes all the same, and no move is lost."""
    await world.connect()
    room = await world.game()
    fault = world.discord.fail(BOARD, Break.SILENCE, 1_000)
    world.discord.say(room, "5")
    await world.until(lambda: fault.met > 0)
    world.discord.gateway.hang()
    async with asyncio.timeout(PATIENCE):
        assert await world.program.end() == 0
    world.discord.faults.clear()
    await world.connect()
    await world.until_shown(room)
    assert len(await world.moves(room)) == 2
    assert len(room.log) == 2
