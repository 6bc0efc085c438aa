"""A server that plays in some of its channels only."""

from __future__ import annotations

import discord
import pytest
from simcord import ChannelHandle

from bot.errors import Problem
from bot.features.settings.values import SettingsProblem
from bot.match.session import ChannelId, Ending
from bot.show.text.words import ACCEPT, REMATCH
from tests.bot.discord.world import World, said, sentence


@pytest.fixture
async def lounge(world: World) -> ChannelHandle:
    """A second channel, in which no games are to be played."""
    lounge = world.guild.create_text_channel("lounge")
    await world.env.settle()
    return lounge


async def close(world: World) -> None:
    """Play in the first channel alone from now on."""
    await world.say(f"steward: !ttt settings channels <#{world.channel.id}>")


def newest(channel: ChannelHandle) -> discord.Message:
    """The newest message with buttons."""
    return next(message for message in reversed(channel.history()) if message.components)


def elsewhere(world: World) -> str:
    """Where games are played."""
    return sentence(Problem.ELSEWHERE, places=str(world.channel.id))


async def test_elsewhere_a_command_is_answered_privately(
    world: World, lounge: ChannelHandle
) -> None:
    """With the channels that play: by direct message, or seen by one alone."""
    await close(world)
    commands = (
        "start",
        "start @bob",
        "vote",
        "5",
        "board",
        "puzzle",
        "top",
        "games",
        "review",
        "explore",
    )
    for words in commands:
        assert await world.say(f"!ttt {words}", channel=lounge) == []
        assert world.told(world.alice)[-1] == elsewhere(world)
    assert len(world.told(world.alice)) == len(commands)
    result = await world.alice.slash(lounge, "play")
    assert result.ephemeral
    assert list(said(result).values()) == [elsewhere(world)]
    assert await world.store.live() == []


async def test_the_channel_tells_people_without_direct_messages(
    world: World, lounge: ChannelHandle
) -> None:
    """Rather than nothing."""
    await close(world)
    world.env.inject_error("POST", "/users/@me/channels", status=403, times=None)
    path = f"/channels/{world.alice.user.dm_channel.id}/messages"
    world.env.inject_error("POST", path, status=403, times=None)
    assert await world.say("!ttt start", channel=lounge) == [elsewhere(world)]


async def test_typed_numbers_are_conversation_there(world: World, lounge: ChannelHandle) -> None:
    """Nobody is told anything about them."""
    await close(world)
    assert await world.say("5", "b2", channel=lounge) == []
    assert world.told(world.alice) == []


async def test_the_allowed_channel_and_its_threads_play(
    world: World, lounge: ChannelHandle
) -> None:
    """A thread is as open as its channel."""
    await close(world)
    assert await world.say("!ttt start x", "5")
    world.env.backend.create_thread(world.channel.id, "corner", world.alice.id)
    world.env.backend.create_thread(lounge.id, "nook", world.alice.id)
    await world.env.settle()
    (corner,), (nook,) = world.channel.threads, lounge.threads
    assert await world.say("!ttt start x", channel=corner)
    assert await world.say("!ttt start x", channel=nook) == []


@pytest.mark.parametrize("words", ["settings", "help", "privacy", "forget"])
async def test_some_commands_work_everywhere(
    world: World, lounge: ChannelHandle, words: str
) -> None:
    """What is not a game: settings, help and one's own data."""
    await close(world)
    assert await world.say(f"!ttt {words}", channel=lounge)


async def test_help_says_where_to_play(world: World, lounge: ChannelHandle) -> None:
    """In a closed channel it names the open ones, and no command that would be refused."""
    await close(world)
    (guide,) = await world.say("!ttt help", channel=lounge)
    assert f"<#{world.channel.id}>" in guide
    assert "`!ttt settings`" in guide
    assert "`!ttt start`" not in guide


async def test_the_settings_can_be_opened_again_from_anywhere(
    world: World, lounge: ChannelHandle
) -> None:
    """A member who may change them is never locked out."""
    await close(world)
    (answer,) = await world.say("steward: !ttt settings channels add here", channel=lounge)
    assert f"<#{world.channel.id}>, <#{lounge.id}>" in answer
    assert await world.say("!ttt start x", channel=lounge)
    await world.say("steward: !ttt settings channels all", channel=lounge)
    assert await world.store.preferences.all() == []


async def test_a_game_that_is_on_can_be_finished(world: World, lounge: ChannelHandle) -> None:
    """With numbers, commands and buttons; another one is refused there."""
    await world.say("!ttt start @bob x", channel=lounge)
    await world.bob.click(newest(lounge), label=ACCEPT)
    await close(world)
    await world.say("1", "bob: 4", "!ttt 2", channel=lounge)
    assert await world.say("bob: !ttt hint", channel=lounge)
    assert await world.say("bob: !ttt board", channel=lounge)
    await world.bob.click(newest(lounge), label="5")
    await world.say("3", channel=lounge)
    ended = await world.session(lounge)
    assert ended.ending is Ending.LINE
    result = await world.alice.click(newest(lounge), label=REMATCH)
    assert elsewhere(world) in said(result).values()
    assert await world.say("!ttt rematch", channel=lounge) == []
    assert await world.store.live() == []


async def test_a_challenge_cannot_be_accepted_there_any_more(
    world: World, lounge: ChannelHandle
) -> None:
    """The game would have to be played there."""
    await world.say("!ttt start @bob", channel=lounge)
    await close(world)
    result = await world.bob.click(newest(lounge), label=ACCEPT)
    assert elsewhere(world) in said(result).values()
    assert await world.store.live() == []


async def test_a_deleted_channel_drops_out_of_the_list(world: World, lounge: ChannelHandle) -> None:
    """With the last one every channel is open again."""
    words = f"<#{world.channel.id}> <#{lounge.id}>"
    await world.say(f"steward: !ttt settings channels {words}")
    world.env.backend.delete_channel(lounge.id)
    await world.env.settle()
    (chosen,) = await world.store.preferences.all()
    assert chosen.preferences.channels == (ChannelId(world.channel.id),)


async def test_a_channel_deleted_while_the_bot_was_away_drops_out_too(
    world: World, lounge: ChannelHandle
) -> None:
    """It is missed at the next start."""
    words = f"<#{world.channel.id}> <#{lounge.id}>"
    await world.say(f"steward: !ttt settings channels {words}")
    await world.go_down()
    world.env.backend.delete_channel(lounge.id)
    await world.come_up()
    (chosen,) = await world.store.preferences.all()
    assert chosen.preferences.channels == (ChannelId(world.channel.id),)


async def test_a_channel_of_another_server_cannot_be_listed(world: World) -> None:
    """Nor one that does not exist, nor a thread."""
    for number in (1, 10**18):
        assert await world.say(f"steward: !ttt settings channels <#{number}>") == [
            sentence(SettingsProblem.NO_SUCH_CHANNEL, text=f"<#{number}>")
        ]
