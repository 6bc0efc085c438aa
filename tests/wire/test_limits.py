"""Rate limits of hours: what they close is left alone, and the game goes on some other way."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.wire.faults import BOARD, CALLBACK, EDIT, FOLLOWUP, MESSAGES, Fault, Refusal
from tests.wire.payloads import Payload
from tests.wire.rooms import Room
from tests.wire.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="module")

HOURS = 7_200.0
LIMITED = Refusal(429, retry_after=HOURS, via=True)
GLOBAL = Refusal(429, retry_after=HOURS, via=True, scope="global")
BANNED = Refusal(429, retry_after=HOURS, page=True)
LIMITS = (LIMITED, Refusal(429, retry_after=HOURS))
"""Through Discord's own proxy, and not: discord.py takes the second for another error."""
ANY = r"(?!GET /$).*"
"""Every request but that for the gateway."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that soon looks again at what could not be shown."""
    async with open_world(tmp_path_factory.mktemp("wire"), ROUND="0.5") as world:
        await world.connect()
        yield world


def close(world: World, room: Room, kind: str, how: Refusal = LIMITED) -> Fault:
    """Close one kind of request in a room."""
    return world.discord.fail(kind.replace(r"\d+", str(room.id), 1), how, 1_000)


async def plays(world: World, room: Room, *, far: bool = False) -> Payload:
    """Alice moves, below a long talk if it is `far`, and sees the answer; the newest board."""
    if far:
        await world.talk(room)
    session = await world.until_shown(room)
    before = len(room.log)
    world.discord.say(room, str(session.position.legal[0]))
    await world.until_played(room, session.position.ply + 2)
    await world.until_shown(room)
    await world.until(lambda: len(room.log) > before)
    return room.boards[-1]


@pytest.mark.parametrize("how", LIMITS, ids=str)
async def test_a_board_that_cannot_be_changed_for_hours_is_posted(
    world: World, how: Refusal
) -> None:
    """Each move has a new one, and Discord is asked once."""
    room = await world.game()
    closed = close(world, room, BOARD, how)
    boards = [(await plays(world, room))["id"] for _ in range(2)]
    assert len({*boards}) == 2
    assert closed.met == 1


@pytest.mark.parametrize("how", LIMITS, ids=str)
async def test_a_board_that_cannot_be_posted_for_hours_is_changed(
    world: World, how: Refusal
) -> None:
    """However far above it stands; and Discord is asked once."""
    room = await world.game()
    first = room.boards[-1]["id"]
    closed = close(world, room, MESSAGES, how)
    assert [(await plays(world, room, far=True))["id"] for _ in range(2)] == [first] * 2
    assert closed.met == 1


async def test_old_boards_that_cannot_be_deleted_for_hours_are_left(world: World) -> None:
    """After one refusal for all of a channel."""
    room = await world.game()
    closed = close(world, room, BOARD.replace("PATCH", "DELETE"))
    for _ in range(2):
        await plays(world, room, far=True)
    other = await world.game()
    await plays(world, other, far=True)
    await world.until(lambda: len(other.boards) == 1)
    assert (len(room.boards), closed.met) == (3, 1)


@pytest.mark.parametrize("kind", [CALLBACK, EDIT, FOLLOWUP])
async def test_a_press_that_cannot_be_answered_for_hours_is_answered_in_the_channel(
    world: World, kind: str
) -> None:
    """The move counts, and the board is shown, after one request that is refused."""
    room = await world.game()
    closed = world.discord.fail(kind, LIMITED, 1_000)
    world.discord.press(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    before = len(room.log)
    world.discord.press(room, "Board")
    await world.until(lambda: len(room.log) > before)
    world.discord.faults.remove(closed)
    assert closed.met <= 4  # of one press after another, none twice


@pytest.mark.parametrize("how", [GLOBAL, BANNED], ids=str)
async def test_a_limit_for_all_requests_is_met_once(tmp_path: Path, how: Refusal) -> None:
    """Moves count, and answers to presses go on where Discord itself has said it."""
    async with open_world(tmp_path, ROUND="0.5") as banned:
        await banned.connect()
        room, other = await banned.game(), await banned.game()
        limited = banned.discord.fail(
            rf"(?!.*(?:interactions|webhooks))(?=\w+ /\w){ANY}", how, 1_000
        )
        for one in (room, other):
            banned.discord.say(one, "5")
            await banned.until_played(one, 2)
        if how is GLOBAL:
            before = len(room.log)
            banned.discord.press(room, "Board")
            await banned.until(lambda: len(room.log) > before)
            await banned.until_shown(room)
        assert limited.met == 1


async def test_a_route_that_is_open_again_is_used_again(tmp_path: Path) -> None:
    """The next board after that time is changed where it stands, and what had to wait is done."""
    async with open_world(tmp_path, ROUND="0.5", LIMIT="1") as world:
        await world.connect()
        room = await world.game()
        first = room.boards[-1]["id"]
        closed = world.discord.fail(BOARD, Refusal(429, retry_after=3.0, via=True))
        deleted = world.discord.fail(BOARD.replace("PATCH", "DELETE"), closed.effect)
        newest = (await plays(world, room))["id"]
        assert newest != first
        await world.until(lambda: len(room.boards) == 1)
        assert (closed.met, deleted.met) == (1, 1)
        assert (await plays(world, room))["id"] == newest
