"""The clock of the machine is wrong: what people type counts all the same."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random

import discord
import pytest

from bot.client.bot import Kinarow
from bot.client.services import GamesConfig, Services
from bot.config import Settings
from bot.pool.thinker import Thinker
from bot.store import Store
from engine import Limit
from tests.bot.discord.world import World

HOUR, MINUTE = timedelta(hours=1), timedelta(minutes=1)
WRONG = [10 * MINUTE, -HOUR]


class HostClock:
    """The clock of the machine, which may be wrong."""

    ahead = timedelta()

    def __call__(self) -> datetime:
        """What it says."""
        return discord.utils.utcnow() + self.ahead


@pytest.fixture
def clock() -> HostClock:
    """A clock that is right until a test sets it."""
    return HostClock()


@pytest.fixture
def new_bot(
    store: Store, thinker: Thinker, think: Limit, clock: HostClock
) -> Callable[[], Kinarow]:
    """Makes a bot on a machine with this clock."""

    def make() -> Kinarow:
        services = Services.of(store, thinker, GamesConfig(think), clock, Random(7))
        bot = Kinarow(Settings.read({}), services)
        bot.traffic.most = bot.old_traffic.most = 1_000
        return bot

    return make


@pytest.mark.parametrize("ahead", WRONG)
async def test_a_wrong_clock_loses_no_message_typed_meanwhile(
    world: World, clock: HostClock, ahead: timedelta
) -> None:
    """Up to which message everything was heard is told by the message."""
    clock.ahead = ahead
    await world.restart()
    await world.pair()
    await world.say("5")
    await world.look_after()
    await world.go_down()
    await world.env.advance_time(60)
    world.post("bob: 1", "9")
    await world.come_up()
    assert await world.moves() == (5, 1, 9)


@pytest.mark.parametrize("ahead", WRONG)
async def test_a_game_without_a_board_yet(world: World, clock: HostClock, ahead: timedelta) -> None:
    """The bot dies before its first board is posted: the moves after its start are read back."""
    clock.ahead = ahead
    await world.restart()
    path = f"/channels/{world.channel.id}/messages"
    world.env.inject_error("POST", path, status=403, times=None)
    await world.say("!ttt start x")
    await world.go_down()
    world.env.backend.faults.clear()
    await world.env.advance_time(10)
    world.post("5")
    await world.come_up()
    assert len(await world.moves()) == 2


@pytest.mark.parametrize("then", [timedelta(), HOUR])
@pytest.mark.parametrize("ahead", [HOUR, -HOUR])
async def test_a_board_that_was_never_shown_is_shown(
    world: World, clock: HostClock, ahead: timedelta, then: timedelta
) -> None:
    """Whatever the clock said when the move was stored, and says now, is no reason to wait."""
    await world.pair()
    clock.ahead = then
    await world.say("5")
    path = f"/channels/{world.channel.id}/messages"
    for method in ("POST", "PATCH"):
        world.env.inject_error(method, f"{path}*", status=403, times=None)
    await world.say("bob: 1")
    clock.ahead = ahead
    world.env.backend.faults.clear()
    assert "**bob** played **1**" in "".join(await world.look_after())


@pytest.mark.parametrize("ahead", WRONG)
async def test_a_board_changes_in_place_while_it_is_young(
    world: World, clock: HostClock, ahead: timedelta
) -> None:
    """Its age is told by ids."""
    clock.ahead = ahead
    await world.restart()
    await world.pair()
    await world.say("5")
    before = len(world.shown())
    await world.say("bob: 1")
    assert len(world.shown()) == before
