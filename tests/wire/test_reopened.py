"""A game whose channel was closed goes on when the channel is open again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.soon import PATIENCE
from tests.wire.rooms import GUILD, SEND_MESSAGES, VIEW_CHANNEL, Room
from tests.wire.test_closed import ended
from tests.wire.test_gateway import goes_on
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that soon looks again at what could not be shown."""
    async with open_world(tmp_path_factory.mktemp("wire"), ROUND="0.5") as world:
        await world.connect()
        yield world


async def closed(world: World) -> Room:
    """A room whose game has ended since the bot may not write there."""
    room = await world.game()
    await world.talk(room)
    world.discord.forbid(room, SEND_MESSAGES)
    world.discord.say(room, "5")
    await ended(world, room)
    return room


async def comes_back(world: World, room: Room) -> None:
    """The game is open again, is shown, on its old board or a new one, and goes on."""
    async with asyncio.timeout(PATIENCE):
        while (await world.session(room)).ending is not None:  # noqa: ASYNC110 - elsewhere
            await asyncio.sleep(0.01)
    await world.until_shown(room)
    await goes_on(world, room)


async def test_a_permission_that_comes_back(world: World) -> None:
    """The permissions of the channel are changed back."""
    room = await closed(world)
    room.denied = 0
    world.discord.gateway.dispatch("CHANNEL_UPDATE", room.payload)
    await comes_back(world, room)


async def test_a_move_typed_before_the_channel_reopened_counts(world: World) -> None:
    """Though the game had ended there, it goes on with the move that nobody heard."""
    room, gateway = await closed(world), world.discord.gateway
    room.denied = VIEW_CHANNEL
    gateway.dispatch("CHANNEL_UPDATE", room.payload)
    move = (await world.session(room)).position.legal[0]
    gateway.deaf = True
    world.discord.say(room, str(move))
    gateway.deaf = False
    plies = len(await world.moves(room))
    room.denied = 0
    gateway.dispatch("CHANNEL_UPDATE", room.payload)
    await world.until_played(room, plies + 2)
    await comes_back(world, room)


async def test_a_channel_that_comes_back(world: World) -> None:
    """A channel that was gone is there again."""
    room = await world.game()
    world.discord.gateway.dispatch("CHANNEL_DELETE", room.payload)
    await ended(world, room)
    world.discord.gateway.dispatch("CHANNEL_CREATE", room.payload)
    await comes_back(world, room)


async def test_a_server_that_invites_the_bot_again(world: World) -> None:
    """All its games go on."""
    room, gateway = await world.game(), world.discord.gateway
    gateway.dispatch("GUILD_DELETE", {"id": str(GUILD)})
    await ended(world, room)
    (guild,) = [one for one in world.discord._announced() if one["id"] == str(GUILD)]
    gateway.dispatch("GUILD_CREATE", guild)
    await comes_back(world, room)


async def test_a_channel_that_comes_back_while_the_bot_is_away(world: World) -> None:
    """It is found at the next start."""
    room = await closed(world)
    await world.program.kill()
    room.denied = 0
    await world.connect()
    await comes_back(world, room)
