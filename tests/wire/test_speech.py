"""What Discord itself or a webhook says in a player's name is no move and no command."""

from __future__ import annotations

import pytest

from tests.wire.rooms import Room
from tests.wire.world import World

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

NOT_SPEECH = (
    {"type": 4},  # the channel has a new name
    {"type": 6},  # a message was pinned
    {"type": 8},  # a boost, whose content is a number
    {"type": 18},  # a thread was opened, whose name is the content
    {"type": 21},  # the first message of a thread
    {"type": 24},  # the word of an automatic moderator
    {"type": 0, "webhook_id": "77"},
    {"type": 20, "webhook_id": "78"},  # the answer of another application
)


def utter(world: World, room: Room) -> None:
    """Let each of these name a move and the end of the game."""
    for kind in NOT_SPEECH:
        for words in ("5", "b2", "!ttt play 5", "!ttt stop"):
            world.discord.say(room, words, **kind)


async def test_a_system_message_is_not_played(world: World) -> None:
    """The game waits for its player, whose own word counts, also as a reply."""
    room = await world.game()
    utter(world, room)
    world.discord.say(room, "1", type=19)
    await world.until_played(room, 2)
    await world.until_shown(room)
    session = await world.session(room)
    assert session.position.moves[0] == 1
    assert session.ending is None


async def test_a_system_message_read_back_is_not_played(world: World) -> None:
    """The same when it is read back after the gateway was away."""
    room, gateway = await world.game(), world.discord.gateway
    gateway.deaf = True
    utter(world, room)
    world.discord.say(room, "1", type=19)
    gateway.deaf = False
    await gateway.invalidate()
    await world.until_played(room, 2)
    await world.until_shown(room)
    session = await world.session(room)
    assert session.position.moves[0] == 1
    assert session.ending is None
