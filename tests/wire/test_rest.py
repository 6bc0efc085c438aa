"""Whatever befalls a request: the board appears exactly once."""

from __future__ import annotations

import asyncio

import pytest

from tests.thorough import thorough
from tests.wire.faults import CALLBACK, EDIT, FOLLOWUP, MESSAGES, Break, Refusal
from tests.wire.rooms import Room
from tests.wire.world import World

pytestmark = pytest.mark.asyncio(loop_scope="module")

PASSING = [
    Refusal(429, retry_after=0.2, via=True),
    Refusal(429, retry_after=0.2),
    Refusal(429),
    Refusal(500),
    Refusal(502),
    Refusal(503),
    Break.RESET,
    Break.LOST,
    Break.SILENCE,
    Break.LOST_SILENCE,
]
"""What happens to one request, after which the next one is answered."""

STRANGE = [
    Refusal(403, body=""),
    Refusal(400, body="{no JSON"),
    Refusal(400, body="[1]"),
    *thorough(Refusal(403, body='{"code": 50013, "message": ["no"]}')),
    *thorough(Refusal(400, body="[]")),
    Refusal(400, body='{"code": 50035, "message": null}'),
    Refusal(400, body='{"code": 50035, "message": "no", "errors": "components"}'),
    *thorough(Refusal(403, body='{"code": [50013], "message": "no"}')),
    Refusal(429, body="<html>", via=True),
    Refusal(429, body='{"retry_after": "soon"}', via=True),
    Refusal(200, body="<html>", late=True),
    Refusal(200, body="{}", late=True),
    Refusal(204, body="", late=True),
]
"""What Discord never says. A proxy may."""


async def settled(room: Room) -> None:
    """Nothing more comes: whatever is tried again has arrived, after half a second."""
    said = -1
    while said != len(room.log):
        said = len(room.log)
        await asyncio.sleep(0.8)


@pytest.mark.parametrize("effect", PASSING, ids=str)
async def test_a_board_appears_once(world: World, effect: Refusal | Break) -> None:
    """After a failure of the moment, whether or not the message had arrived, it is there once."""
    room = await world.game()
    await world.talk(room)
    fault = world.discord.fail(MESSAGES, effect)
    await world.say(room, "5")
    await world.until_shown(room)
    assert fault.met == 1
    assert len(room.log) == 2
    assert len(await world.moves(room)) == 2


@pytest.mark.parametrize("effect", [Break.LOST, Break.RESET, Refusal(503)], ids=str)
async def test_a_board_pressed_for_appears_once(world: World, effect: Refusal | Break) -> None:
    """The same holds for what answers a press, to which Discord applies no nonce."""
    room = await world.game()
    fault = world.discord.fail(FOLLOWUP, effect)
    world.discord.press(room, "Board")
    await world.next(room, 1)
    await settled(room)
    assert fault.met == 1
    assert len(room.log) == 2


@pytest.mark.parametrize("effect", [Break.LOST, Break.RESET], ids=str)
async def test_a_press_is_acknowledged_once(world: World, effect: Break) -> None:
    """A press whose receipt got lost, or that was not received, is played all the same."""
    room = await world.game()
    fault = world.discord.fail(CALLBACK, effect)
    world.discord.press(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert fault.met == 1
    assert len(room.boards) == 1


@pytest.mark.parametrize("effect", [Break.LOST, Break.RESET, Refusal(503)], ids=str)
async def test_a_pressed_board_changes(world: World, effect: Refusal | Break) -> None:
    """A change that failed is made by a later try, on the same message."""
    room = await world.game()
    world.discord.fail(EDIT, effect)
    world.discord.press(room, "5")
    await world.until_shown(room)
    await world.until(lambda: "**Kinarow** played" in room.said[0])
    assert len(room.boards) == 1


@pytest.mark.parametrize("effect", [Break.LOST, Break.RESET, Refusal(503)], ids=str)
@pytest.mark.parametrize("start", ["!ttt start x", "!ttt start 9x9x5 x"], ids=["at once", "slow"])
async def test_a_slash_command_is_answered_once(
    world: World, effect: Refusal | Break, start: str
) -> None:
    """The first answer to a command, which can be given once, is not given up when it is lost.

    Where the engine takes a while that is the word that it thinks.
    """
    room = await world.game(start)
    fault = world.discord.fail(CALLBACK, effect)
    world.discord.command(room, "do", words="play b2")
    await world.next(room, 1)
    await world.until_shown(room)
    assert fault.met == 1
    assert len(room.log) == 2


@pytest.mark.parametrize("effect", STRANGE, ids=str)
async def test_an_answer_that_is_none_of_discords_is_one_that_got_lost(
    world: World, effect: Refusal
) -> None:
    """A move by press and a board in the channel are there once, and nothing is a defect."""
    room = await world.game()
    pressed = world.discord.fail(CALLBACK, effect)
    world.discord.press(room, "5")
    await world.until_played(room, 2)
    session = await world.until_shown(room)
    await world.talk(room)
    posted = world.discord.fail(MESSAGES, effect)
    world.discord.say(room, str(session.position.legal[0]))
    await world.until_played(room, 4)
    await world.until_shown(room)
    assert (pressed.met, posted.met) == (1, 1)
    await world.until(lambda: len([board for board in room.boards if board["components"]]) == 1)


async def test_a_long_wait_does_not_hold_the_game_up(world: World) -> None:
    """Where Discord asks for a wait of minutes, moves count and show on the board there is."""
    room = await world.game()
    await world.talk(room)
    fault = world.discord.fail(MESSAGES, Refusal(429, retry_after=300.0, via=True), 1_000)
    world.discord.say(room, "5")
    await world.until_played(room, 2)
    move = (await world.session(room)).position.legal[0]
    world.discord.say(room, str(move))
    await world.until_played(room, 4)
    await world.until_shown(room)
    assert fault.met == 1
    assert len([board for board in room.boards if board["components"]]) == 1


async def test_tries_are_bounded(world: World) -> None:
    """A Discord that stays broken is left in peace soon, and the game goes on afterwards."""
    room = await world.game()
    await world.talk(room)
    # not another room's, where a board of the test before may still be tried
    fault = world.discord.fail(f"POST /channels/{room.id}/messages", Refusal(503), 1_000)
    world.discord.say(room, "5")
    await world.until(lambda: fault.met == 5)  # four times the board, once an apology
    world.discord.faults.clear()
    await world.until_played(room, 2)
    move = (await world.session(room)).position.legal[0]
    await world.say(room, str(move))
    await world.until_shown(room)
    assert fault.met == 5


async def test_a_board_asked_for_twice_is_shown_twice(world: World) -> None:
    """What a person asks to see again is no repetition of a message that got lost."""
    room = await world.game()
    await world.say(room, "!ttt board")
    await world.say(room, "!ttt board")
    assert len(room.log) == 3
    await world.until(lambda: len(room.boards) == 1)
    assert room.log[2] == room.log[1]
