"""After a success status the act is done, whatever else the answer says."""

from __future__ import annotations

import json

import pytest

from bot.errors import Problem, UserError
from bot.show.style import move_name
from bot.show.text import problem
from bot.show.text.words import HINT
from tests.thorough import thorough
from tests.wire.faults import BOARD, CALLBACK, EDIT, FOLLOWUP, MESSAGES, Refusal
from tests.wire.payloads import ME, Payload
from tests.wire.rooms import Room
from tests.wire.world import World

pytestmark = pytest.mark.asyncio(loop_scope="module")

MANY = 1_000
PLAIN: Payload = {"content": "", "type": 0, "author": ME}
"""What every message has."""
PAGE = Refusal(200, page=True, late=True)
DONE = [
    PAGE,
    Refusal(204, body="", late=True),
    *thorough(Refusal(200, body="<html>", late=True)),
    *thorough(Refusal(200, body="{}", late=True)),
    Refusal(200, body='{"id": "soon", "content": null}', late=True),
    Refusal(200, body="[" * 30_000, late=True),
    Refusal(200, body=json.dumps({**PLAIN, "id": str(2**63)}), late=True),
    *thorough(Refusal(201, body="[]", late=True)),
]
"""What a proxy, or another server, may say after it has done what was asked."""
APOLOGIES = [
    problem(UserError(told), prefix)
    for told in (Problem.DISCORD_DOWN, Problem.DEFECT)
    for prefix in ("!", "/")
]


async def play(world: World, room: Room, moves: int = 2) -> None:
    """Alice types some moves, each as soon as the board before it is there."""
    for _ in range(moves):
        before = await world.session(room)
        world.discord.say(room, move_name(before.rules, before.position.legal[0]))
        await world.until_played(room, before.position.ply + 2)
        await world.until_shown(room)


@pytest.mark.parametrize("effect", DONE, ids=str)
async def test_a_changed_board_is_changed(world: World, effect: Refusal) -> None:
    """Once for each move; nothing is said beside it, and nothing is tried again."""
    room = await world.game("!ttt start 8x5x4 x easy")
    fault = world.discord.fail(BOARD, effect, MANY)
    await play(world, room)
    assert fault.met == 2
    assert len(room.boards) == 1
    world.discord.faults.clear()
    await play(world, room, 1)
    assert len(room.boards) == 1


@pytest.mark.parametrize("effect", DONE, ids=str)
async def test_a_posted_board_is_posted(world: World, effect: Refusal) -> None:
    """It is known by what the gateway tells: the next move changes it."""
    fault = world.discord.fail(MESSAGES, effect, MANY)
    room = await world.game("!ttt start 5x5x4 x easy")
    await world.until_shown(room)
    assert (fault.met, len(room.boards)) == (1, 1)
    await play(world, room)
    assert (fault.met, len(room.boards)) == (1, 1)


async def test_a_board_that_nobody_tells_of_is_posted_anew(world: World) -> None:
    """Where the gateway is silent, too, the first one counts as shown; the next move posts one."""
    gateway = world.discord.gateway
    dispatch = gateway.dispatch

    def silent(event: str, told: Payload) -> None:
        if event != "MESSAGE_CREATE" or told["author"] is not ME:
            dispatch(event, told)

    world.discord.fail(MESSAGES, PAGE)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(gateway, "dispatch", silent)
        room = world.discord.room()
        world.discord.say(room, "!ttt start 5x5x4 x easy")
        await world.until(lambda: len(room.boards) == 1)
        session = await world.session(room)
        world.discord.say(room, move_name(session.rules, session.position.legal[0]))
        await world.until_played(room, 2)
        await world.until(lambda: len(room.boards) == 2)
    assert "**Kinarow** played" in room.said[-1]
    assert not set(room.said) & set(APOLOGIES)


@pytest.mark.parametrize("effect", DONE, ids=str)
async def test_a_press_and_a_command_are_answered(world: World, effect: Refusal) -> None:
    """By one board each, and by no apology: for all, or for one person alone."""
    room = await world.game("!ttt start 3x3 x easy")
    for kind in (CALLBACK, EDIT, FOLLOWUP):
        world.discord.fail(kind, effect, MANY)
    pressed = world.discord.press(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    free = (await world.session(room)).position.legal[0]
    command = world.discord.command(room, "do", words=f"play {free}")
    await world.until_played(room, 4)
    await world.until_shown(room)
    hint = world.discord.press(room, HINT)
    await world.until(lambda: bool(hint.private))
    alone = world.discord.command(room, "play", game="4x4")
    await world.until(lambda: bool(alone.private))
    assert len(room.said) <= 3
    answered = (pressed, command, hint, alone)
    told = {words for answer in answered for words in answer.private}
    assert not {*room.said, *told} & set(APOLOGIES)
