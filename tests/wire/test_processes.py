"""Two processes of one shard, by mistake or in turn."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.wire.program import Program
from tests.wire.world import World

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


@asynccontextmanager
async def second(world: World, folder: Path) -> AsyncIterator[Program]:
    """Another process with the same settings."""
    program = Program(world.discord.url, folder, DATABASE_URL=world.database_url)
    await program.start()
    try:
        yield program
    finally:
        if program.running:
            await program.end()


def board(said: str) -> str:
    """The rows of tiles in a board of 3x3. Each of two processes may show it, as it thinks best."""
    return "\n".join(said.splitlines()[1:4])


async def test_the_second_process_ends(world: World, tmp_path: Path) -> None:
    """It says why in its log, and the first one plays on undisturbed."""
    room = await world.game()
    async with second(world, tmp_path) as other:
        assert await other.ended() == 1
    assert "another process plays shard 0 with this database" in other.logged()
    await world.say(room, "5")
    assert len(await world.moves(room)) == 2
    assert len(room.log) == 2


async def test_a_successor_may_come_early(world: World, tmp_path: Path) -> None:
    """One that starts while the other is still leaving waits for its end, and plays on."""
    room = await world.game()
    identified = world.discord.gateway.identified
    async with second(world, tmp_path) as other:
        await world.until(lambda: "waiting for its end" in other.logged())
        world.discord.say(room, "5")
        assert await world.program.end() == 0
        await world.until(lambda: world.discord.gateway.identified > identified)
        await world.until_played(room, 2)
        await world.until_shown(room)
    assert len(room.log) == 2
    await world.connect()


async def test_no_ply_is_played_twice(world: World, tmp_path: Path) -> None:
    """Where the claim itself was lost both hear everything, and the store lets one of them play."""
    rooms = [await world.game() for _ in range(5)]
    world.claim.unlink()
    identified = world.discord.gateway.identified
    async with second(world, tmp_path):
        await world.until(lambda: world.discord.gateway.identified > identified)
        for room in rooms:
            world.discord.say(room, "5")
        for room in rooms:
            await world.until_played(room, 2)
            await world.until_shown(room)
    for room in rooms:
        assert len(await world.moves(room)) == 2
        assert len({board(said) for said in room.log if "tic-tac-toe" in said}) == 2
