"""Whatever happens to the connection: the game goes on, and what was typed meanwhile counts."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Final

import pytest

from bot.show.style import move_name
from tests.wire.faults import Refusal
from tests.wire.gateway import INVALID_SESSION, RECONNECT, Gateway
from tests.wire.rooms import Room
from tests.wire.world import World

GONE: Final = float(os.environ.get("GONE", "0.3"))
"""Seconds for which Discord is gone altogether."""

pytestmark = pytest.mark.asyncio(loop_scope="module")

Blow = Callable[[Gateway], Awaitable[None]]


async def closed_4000(gateway: Gateway) -> None:
    """Discord hangs up for a reason that it does not know."""
    await gateway.close(4000)


async def closed_1001(gateway: Gateway) -> None:
    """Discord hangs up because that machine goes away."""
    await gateway.close(1001)


async def asked_to_reconnect(gateway: Gateway) -> None:
    """Discord asks the bot to connect to another machine."""
    await gateway.say(RECONNECT)


async def invalid_but_resumable(gateway: Gateway) -> None:
    """Discord interrupts the session and lets it be resumed."""
    await gateway.say(INVALID_SESSION, True)


async def invalid(gateway: Gateway) -> None:
    """Discord ends the session for good."""
    await gateway.invalidate()


async def refused_resume(gateway: Gateway) -> None:
    """The connection breaks, and the session cannot be resumed."""
    gateway.refuse_resume = True
    await gateway.close(4000)


async def silent(gateway: Gateway) -> None:
    """The gateway says nothing any more, not even that it heard a heartbeat."""
    gateway.silent = True
    before = len(gateway.close_codes)
    while len(gateway.close_codes) == before:  # noqa: ASYNC110 - the bot gives it up
        await asyncio.sleep(0.01)
    gateway.silent = False


async def goes_on(world: World, room: Room) -> None:
    """Alice's next tile is a move, and the bot answers it on one new board."""
    session = await world.session(room)
    before = len(room.log)
    await world.say(room, move_name(session.rules, session.position.legal[0]))
    assert len(await world.moves(room)) == session.position.ply + 2
    assert len(room.log) == before + 1


REFUSED = "/callback has returned status code 400"
"""What the bot logs where it answers an interaction a second time."""
RESUMED = (closed_4000, closed_1001, asked_to_reconnect, invalid_but_resumable, silent)
RENEWED = (invalid, refused_resume)


@pytest.mark.parametrize("blow", RESUMED)
async def test_a_lost_connection_is_resumed(world: World, blow: Blow) -> None:
    """The bot resumes its session, hears what was said meanwhile, and repeats nothing."""
    room, gateway = await world.game(), world.discord.gateway
    resumed, identified = gateway.resumed, gateway.identified
    await blow(gateway)
    await world.say(room, "5")
    assert len(await world.moves(room)) == 2
    assert len(room.log) == 2
    assert (gateway.resumed > resumed, gateway.identified) == (True, identified)
    await goes_on(world, room)


@pytest.mark.parametrize("blow", RENEWED)
async def test_a_lost_session_is_begun_anew(world: World, blow: Blow) -> None:
    """The bot identifies again, and reads back what no event has told."""
    room, gateway = await world.game(), world.discord.gateway
    identified = gateway.identified
    gateway.deaf = True
    world.discord.say(room, "hello")
    world.discord.say(room, "!ttt play 5")
    gateway.deaf = False
    await blow(gateway)
    await world.next(room, 1)
    assert len(await world.moves(room)) == 2
    assert len(room.log) == 2
    assert gateway.identified == identified + 1
    await goes_on(world, room)


async def test_a_server_that_is_gone_for_a_while(world: World) -> None:
    """Discord vanishes altogether; when it is back, the move typed meanwhile is answered."""
    room, other = await world.game(), await world.game()
    await world.discord.stop()
    world.discord.gateway.forget()
    world.discord.say(room, "5")
    await asyncio.sleep(GONE)
    await world.discord.start()
    await world.next(room, 1)
    assert len(await world.moves(room)) == 2
    assert (len(room.log), len(other.log)) == (2, 1)
    await goes_on(world, room)
    await goes_on(world, other)


async def test_a_gateway_that_fails_in_turn_in_several_ways(world: World) -> None:
    """A broken line, a refused handshake and a missing hello: the bot comes back from all."""
    room, gateway, process = await world.game(), world.discord.gateway, world.program.pid
    refused = world.discord.fail("GET /", Refusal(503))
    gateway.rebuffs = 1
    gateway.cut(0)
    world.discord.say(room, "5")
    await world.next(room, 1)
    assert len(await world.moves(room)) == 2
    assert (refused.met, gateway.rebuffs) == (1, 0)
    assert (world.program.running, world.program.pid) == (True, process)
    await goes_on(world, room)


async def test_an_event_delivered_twice_changes_nothing(world: World) -> None:
    """The same message or command, told again, is not heard again."""
    room, gateway = await world.game(), world.discord.gateway
    for words in ("5", "!ttt undo", "!ttt hint", "!ttt board"):
        message = world.discord.say(room, words)
        gateway.dispatch("MESSAGE_CREATE", message)
    await goes_on_after(world, room, boards=5)
    assert (await world.session(room)).version == 2


async def test_a_press_delivered_twice_changes_nothing(world: World) -> None:
    """The same press or slash command, told again, is not heard again."""
    room, gateway = await world.game(), world.discord.gateway
    world.discord.command(room, "do", words="play 5")
    gateway.dispatch("INTERACTION_CREATE", gateway.sessions[-1].events[-1]["d"])
    await world.until_played(room, 2)
    await world.until_shown(room)
    world.discord.command(room, "do", words="undo")
    gateway.dispatch("INTERACTION_CREATE", gateway.sessions[-1].events[-1]["d"])
    await world.next(room, 2)
    world.discord.press(room, "5")
    gateway.dispatch("INTERACTION_CREATE", gateway.sessions[-1].events[-1]["d"])
    await world.until_played(room, 2)
    await world.until_shown(room)
    hint = world.discord.press(room, "Hint")
    gateway.dispatch("INTERACTION_CREATE", gateway.sessions[-1].events[-1]["d"])
    await world.until(lambda: hint.private != [])
    await goes_on(world, room)
    assert len(hint.private) == 1
    assert REFUSED not in world.program.logged()


async def test_a_box_delivered_twice_changes_nothing(world: World) -> None:
    """Nor is what was written into it read again."""
    room, gateway = await world.game("!ttt start gomoku x"), world.discord.gateway
    opened = world.discord.press(room, "Move…")
    await world.until(lambda: opened.form is not None)
    world.discord.write(opened, "h8")
    gateway.dispatch("INTERACTION_CREATE", gateway.sessions[-1].events[-1]["d"])
    await world.until_played(room, 2)
    await world.until_shown(room)
    await goes_on(world, room)
    assert REFUSED not in world.program.logged()


async def goes_on_after(world: World, room: Room, *, boards: int) -> None:
    """Everything said so far has been answered, with so many messages in all."""
    await world.until(lambda: len(room.log) >= boards)
    await world.say(room, "!ttt games")
    assert len(room.log) == boards + 1
