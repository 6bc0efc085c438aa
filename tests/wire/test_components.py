"""A server that speaks Discord's protocol, and refuses buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.match.session import Ending
from tests.wire.faults import MESSAGES
from tests.wire.payloads import Payload
from tests.wire.refusals import NO_COMPONENTS
from tests.wire.rooms import Room
from tests.wire.world import World, open_world

pytestmark = pytest.mark.thorough

WITHOUT = "a message is sent without its buttons"
NONE = "the server takes no buttons"


async def test_games_are_played_by_typed_numbers(tmp_path: Path) -> None:
    """The first three boards are sent again without buttons, later ones have none; that is told."""
    async with open_world(tmp_path) as world:
        world.discord.components = False
        await world.connect()
        room = await world.game("!ttt start 3x3x2 x")
        assert "your turn: type a free number" in room.boards[-1]["content"]
        assert world.discord.requests["POST /channels/*/messages"] == 2
        await world.say(room, "5")
        assert "type a free number" in await beside(world, room)
        assert (await world.session(room)).ending is Ending.LINE
        posted = world.discord.requests["POST /channels/*/messages"]
        large = await world.game("!ttt start gomoku x")
        assert world.discord.requests["POST /channels/*/messages"] == posted + 1
        await world.say(large, "h8")
        await world.until_played(large, 2)
        assert world.program.logged().count(WITHOUT) == 2
        assert world.program.logged().count(NONE) == 1
        assert not [board for board in (*room.boards, *large.boards) if board["components"]]


async def test_answers_to_commands_are_sent_without_buttons(tmp_path: Path) -> None:
    """The first message of all is the answer to a command; what is told to one person comes too."""
    async with open_world(tmp_path) as world:
        world.discord.components = False
        await world.connect()
        room = world.discord.room()
        world.discord.command(room, "play", game="3x3 x")
        await world.next(room, 0)
        assert "your turn: type a free number" in room.said[0]
        again = world.discord.command(room, "play", game="4x4")
        await world.until(lambda: bool(again.private))
        await world.say(room, "!ttt board")
        await world.say(room, "!ttt board")
        await world.say(room, "!ttt stop")
        asked = await world.say(room, "!ttt start <@3> x")
        assert "`!ttt accept` · says yes" in asked["content"]
        await world.say(room, "!ttt accept", by="bob")
        await world.until_shown(room)
        assert (await world.session(room)).o.name == "bob"
        assert world.program.logged().count(NONE) == 1


async def test_buttons_may_be_left_out_without_a_word(tmp_path: Path) -> None:
    """A server that accepts messages but drops their buttons has none: a challenge says so."""
    async with open_world(tmp_path) as world:
        world.discord.drops_components = True
        await world.connect()
        room = await world.game("!ttt start 3x3x2 x")
        await world.until(lambda: "your turn: type a free" in room.boards[-1]["content"])
        for _ in range(2):
            room = await world.game("!ttt start 3x3x2 x")
        asked = await world.say(world.discord.room(), "!ttt start <@3> x")
        assert "`!ttt accept` · says yes" in asked["content"]
        assert not room.boards[-1]["components"]


async def test_one_odd_answer_takes_the_buttons_of_one_message(tmp_path: Path) -> None:
    """A refusal, and an answer without them, concern nothing else."""
    async with open_world(tmp_path) as world:
        await world.connect()
        fault = world.discord.fail(MESSAGES, NO_COMPONENTS)
        bare = await world.game()
        assert (fault.met, bare.boards[-1]["components"]) == (1, [])
        world.discord.drops_components = True
        dropped = await world.game()
        assert dropped.boards[-1]["components"] == []
        world.discord.drops_components = False
        room = await world.game()
        assert room.boards[-1]["components"]
        await world.say(bare, "5")
        assert bare.boards[-1]["components"]
        assert world.program.logged().count(WITHOUT) == 2
        assert NONE not in world.program.logged()


async def beside(world: World, room: Room) -> str:
    """Alice plays beside her last move, and wins; the board before that."""
    before: Payload = dict(room.boards[-1])
    legal = (await world.session(room)).position.legal
    await world.say(room, str(next(tile for tile in (2, 4, 6, 8) if tile in legal)))
    return str(before["content"])
