"""Whatever happens to the acknowledgement of an act, the act counts, once, and is shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

import pytest
import pytest_asyncio

from bot.match.session import Ending, OfferKind
from tests.soon import PATIENCE
from tests.wire.faults import CALLBACK, FOLLOWUP, MESSAGES, TYPING, Break, Refusal
from tests.wire.payloads import user
from tests.wire.rooms import PEOPLE, Room
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]

VOTERS: Final = 300
ARRIVED: Final = Refusal(500, late=True)
"""A failure after which discord.py asks again, and hears that the interaction was answered."""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def world(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[World]:
    """A bot that soon looks again at what could not be shown."""
    async with open_world(tmp_path_factory.mktemp("wire"), ROUND="0.5") as world:
        await world.connect()
        yield world


async def pair(world: World) -> Room:
    """A room in which bob has accepted alice's challenge; she plays X."""
    room = world.discord.room()
    await world.say(room, "!ttt start <@3> x")
    world.discord.press(room, "Accept", by="bob")
    await world.next(room, 2)
    await world.until_shown(room)
    return room


async def test_a_press_whose_acknowledgement_arrived_counts(world: World) -> None:
    """Discord says that it was answered, which is no error."""
    room = await world.game()
    fault = world.discord.fail(CALLBACK, ARRIVED)
    world.discord.press(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert fault.met == 1
    assert len(room.boards) == 1
    assert len(room.log) == 2


@pytest.mark.parametrize("label", ["Hint", "Resign"])
async def test_a_private_answer_stays_private(world: World, label: str) -> None:
    """After a failure of its first try it is still for the one who pressed, and comes once."""
    room = await world.game()
    fault = world.discord.fail(CALLBACK, ARRIVED)
    press = world.discord.press(room, label)
    await world.until(lambda: len(press.private) == 1)
    await world.say(room, "!ttt games")
    assert fault.met == 1
    assert len(press.private) == 1
    assert len(room.log) == 2


async def test_the_receipt_of_a_ballot_stays_private(world: World) -> None:
    """The same for a vote by slash command, whose board shows it to everybody without a name."""
    room = await world.game("!ttt vote x 1h")
    world.discord.fail(CALLBACK, ARRIVED)
    press = world.discord.command(room, "vote", words="2")
    await world.until(lambda: len(press.private) == 1)
    await world.until_shown(room)
    assert len(room.boards) == 1


async def test_an_apology_stays_private(world: World) -> None:
    """The same for a word to somebody who may not press."""
    room = await world.game()
    world.discord.fail(CALLBACK, ARRIVED)
    press = world.discord.press(room, "5", by="bob")
    await world.until(lambda: len(press.private) == 1)
    assert len(room.log) == 1


async def test_a_board_is_not_doubled(world: World) -> None:
    """A slash command whose board arrived, though Discord said that it failed, has one board."""
    room = await world.game()
    fault = world.discord.fail(CALLBACK, ARRIVED)
    world.discord.command(room, "board")
    await world.next(room, 1)
    await world.until(lambda: len(room.boards) == 1)
    await world.say(room, "!ttt games")
    assert fault.met == 1
    assert len(room.log) == 3


async def test_a_board_that_was_pressed_for_is_not_doubled(world: World) -> None:
    """Discord.py itself posts a follow-up again that had arrived: one of the two stays."""
    room = await world.game()
    fault = world.discord.fail(FOLLOWUP, ARRIVED)
    world.discord.press(room, "Board")
    await world.next(room, 2)
    await world.until(lambda: len(room.boards) == 1)
    assert fault.met == 1
    assert len(room.log) == 3


async def test_a_challenge_that_was_asked_for_by_a_press_is_posted_once(world: World) -> None:
    """A rematch is the first answer to its press."""
    room = await pair(world)
    await world.say(room, "!ttt resign")
    await world.until_shown(room)
    before = len(room.log)
    fault = world.discord.fail(CALLBACK, ARRIVED)
    world.discord.press(room, "Rematch")
    await world.next(room, before)
    await world.until(lambda: fault.met == 1)
    await asyncio.sleep(1.5)  # after a second discord.py tries again
    assert len(room.log) == before + 1
    world.discord.press(room, "Accept", by="bob")
    await world.next(room, before + 2)


async def test_an_act_that_cannot_be_acknowledged_counts(world: World) -> None:
    """Its board is shown in the channel."""
    room = await world.game()
    world.discord.fail(CALLBACK, Refusal(404, 10062), 9)
    world.discord.fail(FOLLOWUP, Refusal(404, 10015), 9)
    world.discord.fail(r"PATCH /webhooks/.+", Refusal(404, 10015), 9)
    world.discord.press(room, "5")
    await world.until_played(room, 2)
    await world.until_shown(room)
    assert (await world.session(room)).ending is None


@pytest.mark.parametrize(
    "refusal",
    [Refusal(404, 10062), Refusal(403, page=True), Refusal(409), Refusal(413, page=True)],
    ids=str,
)
async def test_an_accepted_challenge_that_cannot_be_acknowledged_begins(
    world: World, refusal: Refusal
) -> None:
    """The board is there, and the challenge has no buttons any more."""
    room = world.discord.room()
    challenge = await world.say(room, "!ttt start <@3> x")
    world.discord.fail(CALLBACK, refusal, 9)
    world.discord.press(room, "Accept", by="bob")
    await world.next(room, 2)
    await world.until_shown(room)
    world.discord.faults.clear()
    await world.until(lambda: challenge["components"] == [])


@pytest.mark.parametrize("effect", [Refusal(503), Break.RESET, Break.LOST], ids=str)
async def test_an_offer_that_could_not_be_posted_is_posted_later(
    world: World, effect: Refusal | Break
) -> None:
    """It is there once, with its buttons, whether or not an earlier try had arrived."""
    room = await pair(world)
    before = len(room.boards)
    fault = world.discord.fail(MESSAGES, effect, 5)
    world.discord.say(room, "!ttt draw")
    await world.until(lambda: fault.met >= 4)
    world.discord.faults.clear()
    await world.until(lambda: any("offers a draw" in words for words in room.said))
    await world.until_shown(room)
    session = await world.session(room)
    assert session.offer is not None
    assert session.offer.kind is OfferKind.DRAW
    assert len([words for words in room.said[before:] if "offers a draw" in words]) == 1
    world.discord.press(room, "Accept", by="bob")
    await world.until_ended(room, Ending.AGREED)


async def test_no_ballot_of_a_crowd_is_lost(world: World) -> None:
    """Three hundred people vote in the same moment, and Discord takes no typing from the bot."""
    for number in range(VOTERS):
        PEOPLE.setdefault(f"voter{number}", user(1_000 + number, f"voter{number}"))
    room = await world.game("!ttt vote connect4 x 1h")
    world.discord.fail(TYPING, Refusal(429, retry_after=60.0, via=True), 1_000)
    for number in range(VOTERS):
        world.discord.say(room, str(number % 7 + 1), by=f"voter{number}")
    voted = 0
    async with asyncio.timeout(PATIENCE):
        while voted < VOTERS:
            await asyncio.sleep(0.1)
            poll = (await world.session(room)).poll
            voted = len(poll.ballots) if poll is not None else 0
    assert room.typing == 0
    await world.until_shown(room)


@pytest.mark.parametrize(
    "refusal", [Refusal(404, page=True, late=True), Refusal(403, 40333, late=True)], ids=str
)
async def test_a_board_that_was_posted_though_refused_is_retired(
    world: World, refusal: Refusal
) -> None:
    """The next board takes its place; it does not stand there with buttons for ever."""
    room = await world.game()
    world.discord.fail(CALLBACK, refusal)
    world.discord.command(room, "do", words="play 5")
    await world.until_played(room, 2)
    world.discord.talk(room)
    free = (await world.session(room)).position.legal[0]
    await world.say(room, str(free))
    await world.until_played(room, 4)
    await world.until(lambda: len([board for board in room.boards if board["components"]]) == 1)
