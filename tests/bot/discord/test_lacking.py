"""Missing permissions that make a board worse are named once, under the first board."""

from __future__ import annotations

import pytest

from tests.bot.discord.permissions import denied
from tests.bot.discord.world import World

FILES = "Boards would look better here if I had the permission “Attach Files”."
HISTORY = (
    "Without the permission “Read Message History” I miss moves that are typed while I restart."
)


@pytest.mark.parametrize(
    "game, permission, words",
    [
        ("gomoku", "attach_files", FILES),
        ("3x3", "read_message_history", HISTORY),
    ],
)
async def test_a_missing_permission_is_told_once(
    world: World, game: str, permission: str, words: str
) -> None:
    """Not under the next board, nor in the next game, nor by the next process."""
    with denied(world, world.env.backend.bot_user.id, permission):
        (board,) = await world.say(f"!ttt start {game} x")
        assert board.splitlines().count(words) == 1
        await world.say("5" if game == "3x3" else "h8", "!ttt board", "!ttt stop")
        await world.restart()
        await world.say(f"!ttt start {game} x")
    assert len([said for said in world.said() if words in said]) == 1


async def test_a_board_that_needs_no_file_tells_nothing(world: World) -> None:
    """What needs no permission does not ask for one."""
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        (board,) = await world.say("!ttt start x")
        assert "permission" not in board
        await world.say("!ttt stop")
        (board,) = await world.say("!ttt start gomoku x")
        assert FILES in board


async def test_each_channel_is_told(world: World) -> None:
    """Each has permissions of its own."""
    other = world.guild.create_text_channel("other")
    with denied(world, world.env.backend.bot_user.id, "attach_files"):
        await world.say("!ttt start gomoku x")
    assert FILES in world.last
    await world.say("!ttt start gomoku x", channel=other)
    assert not [said for said in world.said(other) if FILES in said]
