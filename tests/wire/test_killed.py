"""The bot is killed in the middle of whatever it does: no move is lost, none is played twice."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from functools import partial
from random import Random
from typing import Final

import pytest
import pytest_asyncio

from bot.match.session import Ending, Session
from tests.soon import PATIENCE
from tests.wire.faults import CALLBACK, Break
from tests.wire.payloads import BOT
from tests.wire.rooms import Room
from tests.wire.test_gateway import goes_on
from tests.wire.world import World, open_world

pytestmark = pytest.mark.asyncio(loop_scope="module")

KILLS: Final = int(os.environ.get("KILLS", "3"))
"""How often the bot is killed."""
SEED: Final = int(os.environ.get("SEED", "1"))
GAMES: Final = ("!ttt start x", "!ttt start x hard")
"""Answered from memory, in one transaction with the move; and by a worker, in one of its own."""
MOMENT: Final = 0.08
"""Seconds in which the bot has answered four moves made at once, or has begun to."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that is not started yet."""
    async with open_world(tmp_path_factory.mktemp("wire")) as world:
        yield world


@pytest.mark.thorough
async def test_no_move_is_lost_and_none_is_doubled(world: World) -> None:
    """Killed at random points of four games: each move typed before or after counts once.

    After each start every game stands where it would have stood, and in the end the newest of its
    boards alone looks alive.
    """
    chance = Random(SEED)
    if not world.program.running:
        await world.connect()
    asked = {await world.game(words): words for words in GAMES * 2}
    rooms = list(asked)
    for _ in range(KILLS):
        before = [await ready(world, room, words) for room, words in asked.items()]
        late = chance.randrange(len(rooms))
        games = list(zip(rooms, before, strict=True))
        soon = [type_move(world, room, game, chance) for room, game in games[late:]]
        await asyncio.sleep(chance.uniform(0, MOMENT))
        await world.program.kill()
        typed = [type_move(world, room, game, chance) for room, game in games[:late]] + soon
        await world.connect()
        for room, game, move in zip(rooms, before, typed, strict=True):
            await check_played(world, room, game, move)
    await world.until(lambda: all(room.alive in ([], room.boards[-1:]) for room in rooms))


async def ready(world: World, room: Room, words: str) -> Session:
    """The game of a room, in which alice is to move; a new one where the last has ended."""
    session = await world.session(room)
    if session.ending is not None:
        await world.say(room, words)
        session = await world.until_shown(room)
    return session


def type_move(world: World, room: Room, session: Session, chance: Random) -> int:
    """Let alice type a legal move."""
    move = chance.choice(session.position.legal)
    world.discord.say(room, chance.choice((f"{move}", f"!ttt {move}", f"<@{BOT}> {move}")))
    return move


async def check_played(world: World, room: Room, before: Session, move: int) -> None:
    """The move and the bot's answer follow what was played before, and a board shows them."""
    after = before.position.play(move)
    plies = after.ply + (after.outcome is None)
    await world.until_played(room, plies)
    session = await world.until_shown(room)
    assert session.position.moves[:plies] == (*after.moves, *session.position.moves[after.ply :])
    assert session.position.ply == plies


@pytest.mark.thorough
async def test_everything_typed_meanwhile_is_read(world: World) -> None:
    """A move counts behind any amount of talk, however it is asked for."""
    if not world.program.running:
        await world.connect()
    asked = {await world.game(): words for words in ("5", "!ttt 5", "!TTT play 5", f"<@{BOT}> 5")}
    await world.program.kill()
    for room, words in asked.items():
        for number in range(150):
            world.discord.say(room, f"message {number}", by="bob")
        world.discord.say(room, words)
    await world.connect()
    for room in asked:
        await world.until_played(room, 2)
        await world.until_shown(room)
        await world.until(lambda room=room: len(room.boards) == 1)  # type: ignore[misc]


@pytest.mark.thorough
async def test_acts_typed_just_before_the_end_count_once(world: World) -> None:
    """Killed at once after they are typed, and twice: whether they were stored or not before."""
    if not world.program.running:
        await world.connect()
    agreed, undone, given_up, left = [await pair(world, "x") for _ in range(4)]
    for room in (agreed, undone, given_up, left):
        await world.say(room, "5")
    await world.say(agreed, "!ttt draw")
    typed = (
        (agreed, f"<@{BOT}> yes", "bob"),
        (undone, "!ttt undo", "alice"),
        (given_up, "!TTT resign", "bob"),
        (left, "!ttt quit", "alice"),
    )
    for room, words, person in typed:
        world.discord.say(room, words, person)
    await world.program.kill()
    await world.connect()
    after = [await world.until_shown(room) for room, _, _ in typed]
    async with asyncio.timeout(PATIENCE):
        while not (after[1].offer and all(one.ending for one in (after[0], *after[2:]))):
            after = [await world.until_shown(room) for room, _, _ in typed]
    await world.program.kill()
    await world.connect()
    await goes_on(world, await world.game())
    assert [await world.session(room) for room, _, _ in typed] == after
    endings = [one.ending for one in after]
    assert endings == [Ending.AGREED, None, Ending.RESIGNED, Ending.STOPPED]


@pytest.mark.thorough
async def test_a_stored_press_is_shown_without_its_acknowledgement(world: World) -> None:
    """Killed while Discord is being told that presses were heard: each of them counts, once."""
    if not world.program.running:
        await world.connect()
    undone, agreed, swapped = [await pair(world, words) for words in ("x", "x", "x swap")]
    voted, played, again = [
        await world.game(words) for words in ("!ttt vote x 1h", "!ttt start x", "!ttt start x")
    ]
    accepted = await world.game("!ttt start <@3> x")
    await world.say(undone, "5")
    await world.say(agreed, "!ttt draw")
    await world.say(swapped, "5")
    await world.say(again, "!ttt resign")
    for room in (undone, agreed, swapped, again):
        await world.until_shown(room)
    ended = await world.session(again)
    presses = (
        (undone, "Undo", "alice"),
        (agreed, "Accept", "bob"),
        (swapped, "Swap", "bob"),
        (voted, "5", "bob"),
        (played, "5", "alice"),
        (again, "Rematch", "alice"),
        (accepted, "Accept", "bob"),
    )
    for room, label, _ in presses:
        await world.until(partial(world.discord.has_button, room, label))
    silence = world.discord.fail(CALLBACK, Break.SILENCE, len(presses))
    for room, label, person in presses:
        world.discord.press(room, label, by=person)
    await world.until(lambda: silence.met == len(presses))
    await world.program.kill()
    await world.connect()
    for room, _, _ in presses:
        await world.until_shown(room)
    assert (await world.session(undone)).offer is not None
    assert [words for words in undone.said if "asks to take" in words] == undone.said[-1:]
    assert (await world.session(agreed)).ending is Ending.AGREED
    assert (await world.session(swapped)).swapped
    poll = (await world.session(voted)).poll
    assert poll is not None
    assert len(poll.ballots) == 1
    assert len(await world.moves(played)) == 2
    assert (await world.session(again)).game > ended.game
    assert (await world.session(accepted)).ending is None


async def pair(world: World, terms: str) -> Room:
    """A room in which bob has accepted alice's challenge."""
    room = await world.game(f"!ttt start <@3> {terms}")
    before = len(room.log)
    world.discord.press(room, "Accept", by="bob")
    await world.next(room, before + 1)
    await world.until_shown(room)
    return room
