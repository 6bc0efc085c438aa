"""Only what people write themselves is heard, live and when it is read back."""

from __future__ import annotations

from typing import Any

import pytest
from simcord.enums import MessageType

from tests.bot.discord.world import World

UNSPOKEN: list[dict[str, Any]] = [
    {"message_type": MessageType.THREAD_CREATED},
    {"message_type": MessageType.THREAD_STARTER_MESSAGE},
    {"message_type": MessageType.PINS_ADD},
    {"message_type": MessageType.PREMIUM_GUILD_SUBSCRIPTION},
    {"message_type": MessageType.PREMIUM_GUILD_TIER_1},
    {"message_type": MessageType.NEW_MEMBER},
    {"webhook_id": 4_000_000_000_000_000_000},
]
"""What Discord writes in a player's name, and what a webhook does."""
unspoken = pytest.mark.parametrize("kind", UNSPOKEN, ids=str)


def appear(world: World, words: str, **kind: Any) -> None:
    """Let a message appear that bears alice's id."""
    world.env.backend.create_message(world.channel.id, world.alice.id, words, **kind)


@unspoken
async def test_what_nobody_said_is_no_move(world: World, kind: dict[str, Any]) -> None:
    """A thread that a player names `5` plays nothing, and one named `!ttt stop` ends no game."""
    await world.say("!ttt start x")
    for words in ("5", "!ttt stop", "!ttt 5"):
        appear(world, words, **kind)
        await world.env.settle()
    assert await world.moves() == ()
    assert (await world.session()).ending is None
    assert len(world.shown()) == 1


@unspoken
async def test_what_nobody_said_is_no_move_when_read_back(
    world: World, kind: dict[str, Any]
) -> None:
    """Nor is it one that appeared while the bot was away, beside a move that is."""
    await world.pair()
    await world.go_down()
    for words in ("5", "!ttt 5"):
        appear(world, words, **kind)
    world.post("9")
    await world.come_up()
    assert await world.moves() == (9,)


async def test_a_reply_is_said_by_a_person(world: World) -> None:
    """A number that replies to the board is a move, live and when it is read back."""
    await world.pair()
    (board,) = (message for message in world.channel.history() if message.components)
    reply: dict[str, Any] = {
        "message_type": MessageType.REPLY,
        "reference": {"message_id": board.id},
    }
    appear(world, "5", **reply)
    await world.env.settle()
    assert await world.moves() == (5,)
    await world.go_down()
    world.env.backend.create_message(world.channel.id, world.bob.id, "1", **reply)
    await world.come_up()
    assert await world.moves() == (5, 1)
