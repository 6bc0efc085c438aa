"""A machine whose clock is wrong, by ten minutes or an hour, plays like any other."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import cast

import pytest
import pytest_asyncio

from tests.wire.faults import MESSAGES
from tests.wire.payloads import Clock
from tests.wire.refusals import MISSING_PERMISSIONS
from tests.wire.world import World, open_world

pytestmark = [pytest.mark.asyncio(loop_scope="module"), pytest.mark.thorough]


@pytest_asyncio.fixture(
    scope="module", loop_scope="module", params=[-600.0, 3600.0], ids=["ahead", "behind"]
)
async def world(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[World]:
    """A bot whose clock is ten minutes ahead of Discord's, or an hour behind."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Clock, "ahead", cast("float", request.param))
        async with open_world(tmp_path_factory.mktemp("wire"), ROUND="0.5") as world:
            await world.connect()
            yield world


async def test_a_slip_of_the_pen_is_mended(world: World) -> None:
    """What somebody changes right after they wrote it is played, as the board is the same."""
    room = await world.game()
    typed = world.discord.say(room, "five")
    world.discord.mend(room, typed, "5")
    await world.until_played(room, 2)
    session = await world.until_shown(room)
    assert session.position.moves[0] == 5


async def test_an_older_word_is_no_answer_to_a_newer_board(world: World) -> None:
    """What was written before the board changed stays what it is."""
    room = await world.game()
    typed = world.discord.say(room, "nine")
    await world.say(room, "5")
    await world.until_shown(room)
    free = (await world.session(room)).position.legal[0]
    world.discord.mend(room, typed, str(free))
    await world.say(room, "!ttt help")
    assert len(await world.moves(room)) == 2


async def test_a_time_out_closes_no_channel(world: World) -> None:
    """While a moderator keeps the bot from writing the game waits; then it goes on."""
    room = await world.game()
    await world.talk(room)
    world.discord.time_out(room, 60.0)
    fault = world.discord.fail(MESSAGES, MISSING_PERMISSIONS, 8)
    world.discord.say(room, "5")
    await world.until_played(room, 2)
    await world.until(lambda: fault.met >= 2)
    world.discord.faults.clear()
    world.discord.time_out(room, -1.0)
    await world.until_shown(room)
    assert fault.met < 8
    assert (await world.session(room)).ending is None
