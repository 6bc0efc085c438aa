"""A channel that is closed for good frees its slot; every other refusal ends no game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import pytest
import pytest_asyncio

from bot.errors import Problem, UserError
from bot.match.session import Ending
from bot.show.text import problem
from tests.wire.faults import BOARD, CALLBACK, CHANNEL, FOLLOWUP, MESSAGES, Break, Refusal
from tests.wire.payloads import ME, member
from tests.wire.refusals import MISSING_PERMISSIONS, UNKNOWN_CHANNEL
from tests.wire.rooms import SEND_MESSAGES, VIEW_CHANNEL, Room
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

MISSING = problem(
    UserError(Problem.MISSING_PERMISSION, permission="Send Messages", channel="games"), "!"
)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that soon looks again at what could not be shown."""
    async with open_world(tmp_path_factory.mktemp("wire"), ROUND="0.5") as world:
        await world.connect()
        yield world


async def test_a_permission_lost_in_mid_game(world: World) -> None:
    """The slot is free, and the players are told by direct message, once."""
    room = await world.game()
    mailbox = world.discord.mailbox()
    before = len(mailbox.log)
    await world.talk(room)
    world.discord.forbid(room, SEND_MESSAGES)
    world.discord.say(room, "5")
    await world.next(mailbox, before)
    assert mailbox.log[-1] == MISSING
    await ended(world, room)
    assert len(mailbox.log) == before + 1


async def test_a_channel_that_turns_out_to_be_gone(world: World) -> None:
    """A channel of which no event told that it was deleted: the slot is free."""
    room = await world.game()
    room.gone = True
    world.discord.say(room, "5")
    await ended(world, room)


async def test_a_channel_that_turns_out_to_be_hidden(world: World) -> None:
    """The same where the bot may not see it any more."""
    room = await world.game()
    room.denied |= VIEW_CHANNEL
    world.discord.say(room, "5")
    await ended(world, room)


@pytest.mark.parametrize("kind", [4, 15], ids=["category", "forum"])
async def test_a_channel_in_which_nobody_writes_any_more(world: World, kind: int) -> None:
    """A channel of that id that is of another kind now: the slot is free, and no error is told."""
    room = await world.game()
    await world.program.kill()
    world.discord.say(room, "5")
    room.kind = kind
    before = len(world.program.logged())
    await world.connect()
    await ended(world, room)
    assert "Traceback" not in world.program.logged()[before:]


ODD: Final = (
    Refusal(403),
    Refusal(404),
    Refusal(403, 40333),
    Refusal(403, page=True),
    Refusal(404, page=True),
)
"""What says nothing of a channel: most of it comes from a proxy."""


@pytest.mark.parametrize("refusal", ODD, ids=str)
async def test_a_refusal_that_says_nothing_of_the_channel(world: World, refusal: Refusal) -> None:
    """A proxy may refuse a board again and again: it appears when that is over."""
    room = await world.game()
    await world.talk(room)
    fault = world.discord.fail(MESSAGES, refusal, 4)
    world.discord.say(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert fault.met == 4
    assert (await world.session(room)).ending is None
    assert len(room.log) == 2


async def test_a_refused_board_waits_for_no_round(tmp_path: Path) -> None:
    """It appears although nobody looks at what waits, and a move typed again is not needed."""
    async with open_world(tmp_path, ROUND="1000") as world:
        await world.connect()
        room = await world.game()
        fault = world.discord.fail(BOARD, Refusal(403, page=True), 2)
        world.discord.say(room, "5")
        await world.until_played(room, 2)
        await world.until_shown(room)
        assert fault.met == 2
        await world.talk(room)
        fault = world.discord.fail(MESSAGES, Refusal(404), 1)
        legal = (await world.session(room)).position.legal
        world.discord.say(room, str(legal[0]))
        await world.until_played(room, 4)
        await world.until_shown(room)
        assert fault.met == 1


async def test_a_board_that_may_not_be_changed(world: World) -> None:
    """The same where the board changes in place."""
    room = await world.game()
    for refusal in ODD:
        world.discord.fail(BOARD, refusal)
    await world.say(room, "5")
    await world.until_shown(room)
    assert (await world.session(room)).ending is None
    assert len(await world.moves(room)) == 2


async def test_a_permission_that_is_back_soon(world: World) -> None:
    """A time-out by a moderator, or a role that is being changed: the game goes on after it."""
    room = await world.game()
    await world.talk(room)
    fault = world.discord.fail(MESSAGES, MISSING_PERMISSIONS)
    world.discord.say(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert fault.met == 1
    assert (await world.session(room)).ending is None


async def test_a_channel_that_is_not_found_at_the_start(world: World) -> None:
    """The bot has to ask for a direct channel: odd answers, and one true one, end nothing."""
    room = world.discord.mailbox()
    await world.say(room, "!ttt start x")
    await world.program.kill()
    world.discord.say(room, "5")
    refused = [world.discord.fail(CHANNEL, refusal) for refusal in (*ODD, UNKNOWN_CHANNEL)]
    await world.connect()
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert [fault.met for fault in refused] == [1] * len(refused)
    assert (await world.session(room)).ending is None


@pytest.mark.parametrize("kind", [CALLBACK, FOLLOWUP])
@pytest.mark.parametrize("code", [10062, 10015])
async def test_a_command_that_waits_no_longer(world: World, kind: str, code: int) -> None:
    """The board is posted in its channel, once."""
    room = await world.game("!ttt start 9x9x5 x")
    world.discord.fail(kind, Refusal(404, code), 9)
    world.discord.command(room, "do", words="play b2")
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert (await world.session(room)).ending is None
    assert len(room.log) == 2


async def ended(world: World, room: Room) -> None:
    """The game of a room is over."""
    await world.until_ended(room, Ending.CLOSED)


async def test_a_challenge_that_was_stored_but_not_posted(world: World) -> None:
    """After a kill in the moment of posting it is posted, once, and can be accepted."""
    room = world.discord.room()
    silence = world.discord.fail(MESSAGES, Break.SILENCE, 9)
    world.discord.say(room, "!ttt start <@3> x")
    await world.until(lambda: silence.met == 1)
    await world.program.kill()
    world.discord.faults.clear()
    await world.connect()
    await world.next(room, 0)
    world.discord.press(room, "Accept", by="bob")
    await world.next(room, 2)
    await world.until_shown(room)
    assert len(room.boards) == 2


@pytest.mark.parametrize("refusal", [Refusal(403), Refusal(404), Refusal(403, 40333)], ids=str)
async def test_a_channel_that_cannot_be_looked_up_at_the_start(
    world: World, refusal: Refusal
) -> None:
    """A thread that the gateway does not tell of is asked for: an odd answer ends no game."""
    room = await world.game()
    room.archived = True
    await world.program.kill()
    world.discord.say(room, "5")
    fault = world.discord.fail(rf"GET /channels/{room.id}", refusal, 2)
    await world.connect()
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert fault.met == 2
    assert (await world.session(room)).ending is None


async def test_channels_that_are_gone_are_asked_for_twice(world: World) -> None:
    """Then their games are over, and nobody asks any more, at this start or the next."""
    rooms = [await world.game() for _ in range(5)]
    await world.program.kill()
    for room in rooms:
        world.discord.say(room, "5")
        room.gone = True
    asked: list[str] = []
    world.discord.on_request = lambda method, path: asked.append(path)
    await world.connect()
    for room in rooms:
        await ended(world, room)
    await asyncio.sleep(2)
    await world.program.kill()
    await world.connect()
    await asyncio.sleep(2)
    world.discord.on_request = None
    for room in rooms:
        assert 1 <= sum(str(room.id) in path for path in asked) <= 5


async def test_a_time_out_of_the_bot(world: World) -> None:
    """A moderator keeps the bot quiet for a while: its game is there when that is over."""
    room, gateway = await world.game(), world.discord.gateway
    await world.talk(room)
    until = (datetime.now(UTC) + timedelta(minutes=5)).isoformat()
    me = {**member(), "guild_id": str(room.guild), "user": ME}
    gateway.dispatch("GUILD_MEMBER_UPDATE", {**me, "communication_disabled_until": until})
    fault = world.discord.fail(MESSAGES, MISSING_PERMISSIONS, 1_000)
    world.discord.say(room, "5")
    await world.until_played(room, 2)
    await world.until(lambda: fault.met >= 2)
    world.discord.faults.clear()
    gateway.dispatch("GUILD_MEMBER_UPDATE", {**me, "communication_disabled_until": None})
    await world.until_shown(room)
    assert (await world.session(room)).ending is None
