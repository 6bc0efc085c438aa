"""Threads and direct messages are places to play like channels."""

from __future__ import annotations

import discord
import pytest

from bot.errors import Problem
from bot.match.session import ChannelId
from tests.bot.discord.world import World, said, sentence


async def test_a_thread_has_a_game_of_its_own(world: World) -> None:
    """A game in a thread and one in its channel do not touch each other."""
    world.env.backend.create_thread(world.channel.id, "corner", world.alice.id)
    await world.env.settle()
    (thread,) = world.channel.threads
    await world.say("!ttt start x")
    (board,) = await world.say("!ttt start 4x4 x", channel=thread)
    assert "4×4" in board
    await world.say("b2", channel=thread)
    assert len(await world.moves(thread)) == 2
    assert await world.moves() == ()


async def test_a_thread_needs_its_own_permission(world: World) -> None:
    """What is missing in a thread is named as it is called there."""
    me = world.env.bot.user
    assert me is not None
    closed = world.guild.create_text_channel(
        "closed", overwrites={me: discord.PermissionOverwrite(send_messages_in_threads=False)}
    )
    world.env.backend.create_thread(closed.id, "corner", world.alice.id)
    await world.env.settle()
    (thread,) = closed.threads
    await world.say("!ttt start", channel=thread)
    assert world.told(world.alice) == [
        sentence(
            Problem.MISSING_PERMISSION, permission="Send Messages In Threads", channel="corner"
        )
    ]


@pytest.mark.parametrize("permission", ["view_channel", "embed_links", "attach_files"])
async def test_a_refusal_names_the_missing_permission(world: World, permission: str) -> None:
    """The permission by the name that stands in Discord's settings."""
    me = world.env.bot.user
    assert me is not None
    lacking = discord.PermissionOverwrite(**{permission: False})
    closed = world.guild.create_text_channel("closed", overwrites={me: lacking})
    await world.env.settle()
    path = f"/channels/{closed.id}/messages"
    world.env.inject_error("POST", path, status=403, code=50013, times=None)
    await world.say("!ttt start", channel=closed)
    shown = permission.replace("_", " ").title()
    assert world.told(world.alice) == [
        sentence(Problem.MISSING_PERMISSION, permission=shown, channel="closed")
    ]


async def test_a_game_by_direct_message(world: World) -> None:
    """Alone with the bot a person plays as in a channel."""
    room = world.alice.user.dm_channel
    await world.alice.send_dm("!ttt start x")
    await world.alice.send_dm("5")
    assert len(await world.moves(room)) == 2
    hint = await world.alice.user.slash("ttt do", words="hint")
    assert "💡" in "".join(said(hint).values())
    await world.alice.send_dm("!ttt resign")
    assert "**alice** resigns" in world.told(world.alice)[-1]
    await world.alice.send_dm("!ttt rematch")
    assert len(await world.store.live()) == 1


async def test_nobody_can_be_challenged_by_direct_message(world: World) -> None:
    """There are no members to challenge there."""
    await world.alice.send_dm(f"!ttt start {world.bob.mention}")
    assert world.told(world.alice) == [sentence(Problem.NOBODY_ELSE)]
    result = await world.alice.user.slash("play", opponent=world.bob.user)
    assert list(said(result).values()) == [sentence(Problem.NOBODY_ELSE)]


async def test_a_direct_message_game_goes_on_after_a_restart(world: World) -> None:
    """What was typed while the bot was down counts there too."""
    await world.alice.send_dm("!ttt start x")
    room = world.alice.user.dm_channel
    await world.go_down()
    world.env.backend.create_message(room.id, world.alice.id, "5")
    await world.come_up()
    assert len(await world.moves(room)) == 2


async def test_servers_do_not_mix(world: World) -> None:
    """A member of two servers has two games."""
    elsewhere = world.env.create_guild("Elsewhere")
    room = elsewhere.create_text_channel("room")
    alice = elsewhere.add_member(world.alice.user)
    await world.env.settle()
    await world.say("!ttt start x")
    await alice.send(room, "!ttt start x")
    await alice.send(room, "5")
    assert await world.moves() == ()
    session = await world.store.load(ChannelId(room.id))
    assert session is not None
    assert session.guild == elsewhere.id
