"""Messages edited into a move right after they were written."""

from __future__ import annotations

import discord
import pytest

from tests.bot.discord.world import World


async def mend(
    world: World, message: discord.Message, words: str, *, seconds: float = 5.0
) -> list[str]:
    """Change a message of alice's after a while; what Kinarow says to that."""
    before = len(world.said())
    await world.env.advance_time(seconds)
    await world.alice.edit(message, words)
    return world.said()[before:]


async def test_a_slip_of_the_finger_is_mended(world: World) -> None:
    """A message that was no move counts once it is one, with the engine's answer, and once."""
    await world.say("!ttt start x")
    slip = await world.alice.send(world.channel, "5ö")
    assert await world.moves() == ()
    (board,) = await mend(world, slip, "5.")
    assert "**alice**, your turn" in board
    assert len(await world.moves()) == 2
    assert await mend(world, slip, "9") == []
    assert len(await world.moves()) == 2


async def test_a_refused_move_is_mended(world: World) -> None:
    """A player who typed a taken tile need not type once more."""
    await world.pair()
    await world.say("5", "bob: 1")
    slip = await world.alice.send(world.channel, "1")
    await mend(world, slip, "2")
    assert await world.moves() == (5, 1, 2)


async def test_a_played_move_stays(world: World) -> None:
    """Nobody changes their mind by changing their message."""
    await world.pair()
    move = await world.alice.send(world.channel, "5")
    assert await mend(world, move, "9") == []
    await world.say("bob: 1")
    assert await mend(world, move, "8") == []
    assert await world.moves() == (5, 1)


@pytest.mark.parametrize("words", ["5 minutes", "never mind", ""])
async def test_other_changes_are_talk(world: World, words: str) -> None:
    """What is no move afterwards is passed over, as if it had been typed."""
    await world.pair()
    slip = await world.alice.send(world.channel, "hello")
    assert await mend(world, slip, words) == []
    assert await world.moves() == ()


async def test_an_old_message_is_not_mended(world: World) -> None:
    """After a while a change means nothing."""
    await world.pair()
    slip = await world.alice.send(world.channel, "5ö")
    assert await mend(world, slip, "5", seconds=16.0) == []
    assert await world.moves() == ()


async def test_an_edit_of_a_message_older_than_the_board_is_no_move(world: World) -> None:
    """Its author had not seen the board on which the move would be played."""
    await world.pair()
    await world.say("5")
    slip = await world.alice.send(world.channel, "9ö")
    await world.env.advance_time(1.0)
    await world.say("bob: 1")
    assert await mend(world, slip, "9") == []
    assert await world.moves() == (5, 1)
