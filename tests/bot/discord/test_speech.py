"""Only what people write themselves is heard, live and when it is read back."""

from __future__ import annotations

from copy import copy
from typing import Any

import discord
import pytest
from simcord.enums import MessageType

from bot.client.hearing import is_speech
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
async def test_a_system_message_is_no_move(world: World, kind: dict[str, Any]) -> None:
    """A thread that a player names `5` plays nothing, and one named `!ttt stop` ends no game."""
    await world.say("!ttt start x")
    for words in ("5", "!ttt stop", "!ttt 5"):
        appear(world, words, **kind)
        await world.env.settle()
    assert await world.moves() == ()
    assert (await world.session()).ending is None
    assert len(world.shown()) == 1


@unspoken
async def test_a_system_message_is_no_move_when_read_back(
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


TO_WHOM = ["bob", "alice", "carol", "webhook", "robot", "gone"]
"""Whose message a reply is to, other than Kinarow's; her own, and one that is deleted again."""


async def talk_to(world: World, whom: str) -> dict[str, Any]:
    """What makes alice's message a reply to somebody's."""
    author: dict[str, Any] = {}
    speaker = {"webhook": "carol", "gone": "bob"}.get(whom, whom)
    if whom == "robot":
        author["id"] = world.env.create_user("robot", bot=True).id
    elif whom == "webhook":
        author["webhook_id"] = 4_000_000_000_000_000_000
    number = author.pop("id", None) or getattr(world, speaker).id
    said = world.env.backend.create_message(world.channel.id, number, "how many cats?", **author)
    await world.env.settle()
    if whom == "gone":
        world.env.backend.delete_message(world.channel.id, said.id)
        await world.env.settle()
    return {"message_type": MessageType.REPLY, "reference": reference(world, said.id)}


def reference(world: World, message: int) -> dict[str, Any]:
    """What Discord tells of the message that another replies to."""
    return {"channel_id": str(world.channel.id), "message_id": str(message)}


to_whom = pytest.mark.parametrize("whom", TO_WHOM)


@to_whom
async def test_a_number_said_to_somebody_is_talk(world: World, whom: str) -> None:
    """A reply to anybody but Kinarow is no move, and no answer comes; a bare number is one."""
    await world.pair()
    reply = await talk_to(world, whom)
    before = world.shown()
    appear(world, "3", **reply)
    await world.env.settle()
    assert (await world.moves(), world.shown()) == ((), before)
    await world.say("3")
    assert await world.moves() == (3,)


@to_whom
async def test_talk_is_no_move_when_it_is_read_back(world: World, whom: str) -> None:
    """What was said to somebody while the bot was away is passed over."""
    await world.pair()
    await world.go_down()
    reply = await talk_to(world, whom)
    appear(world, "3", **reply)
    world.post("9")
    await world.come_up()
    assert await world.moves() == (9,)


async def test_talk_is_not_mended_into_a_move(world: World) -> None:
    """Nor is a reply that was changed into a number; one to the board is."""
    await world.pair()
    asked = await world.bob.send(world.channel, "how many cats?")
    slip = await world.alice.send(world.channel, "3ö", reply_to=asked)
    await world.alice.edit(slip, "3")
    assert await world.moves() == ()
    (board,) = (message for message in world.channel.history() if message.components)
    slip = await world.alice.send(world.channel, "3ö", reply_to=board)
    await world.alice.edit(slip, "3")
    assert await world.moves() == (3,)


async def test_another_bots_message_is_neither_vote_nor_command(world: World) -> None:
    """Nor a command: two bots would answer each other for ever."""
    await world.say("!ttt vote 3x3 x 30s")
    before = world.said()
    robot = world.env.create_user("robot", bot=True)
    for words in ("5", "!ttt vote 5", "!ttt board"):
        world.env.backend.create_message(world.channel.id, robot.id, words)
    await world.env.settle()
    poll = (await world.session()).poll
    assert poll is not None
    assert (poll.ballots, world.said()) == ((), before)


async def test_talk_is_no_vote(world: World) -> None:
    """In a vote a reply to somebody is no ballot; one to the board is."""
    await world.say("!ttt vote 3x3 x 30s")
    asked = await world.bob.send(world.channel, "how many cats?")
    board = world.channel.history()[-2]
    await world.alice.send(world.channel, "3", reply_to=asked)
    await world.carol.send(world.channel, "5", reply_to=board)
    poll = (await world.session()).poll
    assert poll is not None
    assert [move for _, move in poll.ballots] == [5]


async def test_talk_is_no_choice(world: World) -> None:
    """A colour that is named to somebody is not taken; one that is said to all is."""
    await world.pair("gomoku swap2")
    await world.say("h8", "h9", "j10")
    asked = await world.alice.send(world.channel, "tea or coffee?")
    await world.bob.send(world.channel, "black", reply_to=asked)
    assert (await world.session()).is_opening
    await world.say("bob: black")
    assert not (await world.session()).is_opening


async def test_a_command_in_a_reply_is_a_command(world: World) -> None:
    """Whoever says whom they mean is heard."""
    await world.pair()
    asked = await world.bob.send(world.channel, "and now?")
    await world.alice.send(world.channel, "!ttt 5", reply_to=asked)
    assert await world.moves() == (5,)


@pytest.mark.parametrize("before", ["", "\0", "?"])
async def test_without_its_prefix_a_command_is_talk(world: World, before: str) -> None:
    """Nothing else calls the bot, such as NUL, which a program can post on some servers."""
    assert await world.say(f"{before}ttt board") == []
    assert await world.say("!ttt board")


async def test_in_a_server_that_is_not_known_nobody_is_heard(world: World) -> None:
    """Such a message would be taken for a direct one, and answered as that."""
    (message,) = await spoken(world, "5")
    elsewhere, direct = copy(message), copy(message)
    for one, guild in ((elsewhere, 99), (direct, None)):
        one.guild = None
        one.channel = world.env.bot.get_partial_messageable(7, guild_id=guild)
    assert [is_speech(one) for one in (message, direct, elsewhere)] == [True, True, False]


async def spoken(world: World, words: str) -> list[discord.Message]:
    """What alice says, as the bot hears it."""
    await world.say(words)
    return [message for message in world.channel.history() if message.content == words]
