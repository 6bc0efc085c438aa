"""What waits ends with its place: a channel, a thread, a server, a message that was deleted."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime

import pytest
from simcord import ChannelHandle

from bot.features.start.store import ChallengeStore
from bot.features.start.values import StartProblem
from bot.features.tournament.store import TournamentStore
from bot.features.tournament.values import TournamentStage
from bot.match.session import ChannelId
from bot.show.text.words import ACCEPT, JOIN
from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World, labels, sentence

LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC)
Goes = Callable[[World, ChannelHandle], Awaitable[None]]


async def seen(world: World, channel: ChannelHandle) -> None:
    """The channel is deleted while the bot listens."""
    world.env.backend.delete_channel(channel.id)
    await world.env.settle()


async def missed(world: World, channel: ChannelHandle) -> None:
    """It is deleted while the bot is away."""
    await world.go_down()
    world.env.backend.delete_channel(channel.id)
    await world.come_up()


def thread_of(world: World) -> ChannelHandle:
    """A thread of the world's channel."""
    world.env.backend.create_thread(world.channel.id, "corner", world.alice.id)
    (thread,) = world.channel.threads
    return thread


def room_of(world: World) -> ChannelHandle:
    """Another channel of the server."""
    return world.guild.create_text_channel("room")


@pytest.fixture(params=[room_of, thread_of], ids=["channel", "thread"])
async def place(world: World, request: pytest.FixtureRequest) -> ChannelHandle:
    """A channel or a thread, which is going to be deleted."""
    made: ChannelHandle = request.param(world)
    await world.env.settle()
    return made


@pytest.mark.parametrize("goes", [seen, missed])
@pytest.mark.parametrize("asked", ["@bob 4x4", "open"])
async def test_a_challenge_ends_with_its_channel(
    world: World, place: ChannelHandle, goes: Goes, asked: str
) -> None:
    """No challenge waits any more, and another one is posted at once."""
    await world.say(f"!ttt start {asked}", channel=place)
    await goes(world, place)
    assert await waiting(world) == []
    (again,) = await world.say(f"!ttt start {asked}")
    assert again.startswith("**alice**")
    assert labels(world.newest(ACCEPT if "bob" in asked else JOIN))


async def test_a_channel_that_goes_unheard_holds_nobody(world: World) -> None:
    """Two have asked there, and each asks elsewhere: Discord is asked whether it is still there."""
    room = room_of(world)
    await world.env.settle()
    await world.say("!ttt start @bob 4x4", "bob: !ttt start @carol x", channel=room)
    for message in room.history():
        path = f"/channels/{room.id}/messages/{message.id}"
        world.env.inject_error("GET", path, status=404, code=10003, times=None)
    for line in ("!ttt start @bob x", "bob: !ttt start @carol 4x4"):
        (asked,) = await world.say(line)
        assert "challenges" in asked


@pytest.mark.parametrize("goes", [seen, missed])
async def test_a_tournament_that_gathers_ends_with_its_channel(world: World, goes: Goes) -> None:
    """It waits for nobody any more."""
    room = room_of(world)
    await world.env.settle()
    await world.say("steward: !ttt tournament 5m", channel=room)
    await goes(world, room)
    found = await TournamentStore(world.store.database).newest(ChannelId(room.id))
    assert found is not None
    assert found.stage is not TournamentStage.OPEN


async def test_waiting_questions_end_with_their_server(world: World) -> None:
    """Once the bot is back nobody waits for an answer there."""
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    dora = elsewhere.add_member(world.env.create_user("dora"))
    await world.env.settle()
    await dora.send(room, "!ttt start open")
    await world.say("!ttt start open")
    world.env.backend.remove_guild(elsewhere.id)
    await world.env.settle()
    assert await waiting(world) == [world.channel.id]


async def test_a_challenge_whose_message_was_deleted_is_shown_anew(world: World) -> None:
    """By a moderator, while the bot listens or not: asked again it stands in a new message."""
    await world.say("!ttt start @bob x")
    world.env.backend.delete_message(world.channel.id, world.newest(ACCEPT).id)
    await world.env.settle()
    (again,) = await world.say("!ttt start @bob x")
    assert again.startswith("**alice** challenges")
    (board,) = await world.press(world.bob, ACCEPT)
    assert "**alice**" in board


async def test_after_a_lost_challenge_its_target_may_ask(world: World) -> None:
    """For another game: there is nothing left to answer."""
    await world.say("!ttt start @bob 4x4")
    (refused,) = await world.say("bob: !ttt start @alice x")
    assert "challenges" not in refused
    world.env.backend.delete_message(world.channel.id, world.newest(ACCEPT).id)
    await world.env.settle()
    (asked,) = await world.say("bob: !ttt start @alice x")
    assert asked.startswith("**bob** challenges")


async def test_a_challenge_that_stands_still_waits(world: World) -> None:
    """Also where the bot may not look at it."""
    await world.say("!ttt start @bob x")
    waits = [sentence(StartProblem.CHALLENGE_WAITS, place=world.channel.id)]
    assert await world.say("!ttt start @bob x") == waits
    path = f"/channels/{world.channel.id}/messages/{world.newest(ACCEPT).id}"
    world.env.inject_error("GET", path, status=403, code=50001)
    assert await world.say("!ttt start @bob x") == waits
    world.env.inject_error("GET", path, status=500)
    assert await world.say("!ttt start @bob x") == waits


async def test_a_challenge_in_a_hidden_channel_is_asked_elsewhere(world: World) -> None:
    """The bot could not take an answer there."""
    await world.say("!ttt start @bob x")
    room = room_of(world)
    await world.env.settle()
    with denied(world, world.env.backend.bot_user.id, "view_channel"):
        await world.env.settle()
        (asked,) = await world.say("!ttt start @bob x", channel=room)
    assert asked.startswith("**alice** challenges")


async def waiting(world: World) -> list[ChannelId]:
    """The channels in which challenges wait."""
    found = await ChallengeStore(world.store.database).waiting_since(LONG_AGO)
    return [one.channel for one in found]
