"""The time at Discord, told by ids on a machine whose own clock may be wrong."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import discord
import pytest

from bot.edge.recent import DiscordClock

NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


class World:
    """What time it is at Discord, and how far ahead of that the host's clock is."""

    def __init__(self, ahead: timedelta = timedelta()) -> None:
        self.now = NOON
        self.ahead = ahead
        self.clock = DiscordClock(lambda: self.now + self.ahead)

    def hear(self, late: timedelta = timedelta()) -> None:
        """A message arrives that was posted a while ago."""
        self.clock.hear(discord.utils.time_snowflake(self.now - late))


@pytest.mark.parametrize("ahead", [10 * MINUTE, -HOUR])
def test_a_message_puts_the_clock_right(ahead: timedelta) -> None:
    """From the first one on, and while nothing more is heard."""
    world = World(ahead)
    assert world.clock.now() == NOON + ahead
    world.hear()
    world.now += 2 * HOUR
    assert abs(world.clock.now() - world.now) < timedelta(seconds=1)


def test_a_clock_that_is_right_stays_as_it_is() -> None:
    """A message is always some moments old, and much older after a broken connection."""
    world = World()
    for late in (timedelta(seconds=1), 3 * MINUTE, timedelta(seconds=2)):
        world.hear(late)
        if late < MINUTE:
            assert world.clock.now() == NOON


def test_a_clock_that_is_set_is_believed_again() -> None:
    """Ten minutes wrong, then set by its keeper: the next message tells."""
    world = World(10 * MINUTE)
    world.hear()
    world.ahead = timedelta()
    world.hear()
    assert world.clock.now() == NOON


def test_a_clock_that_goes_wrong_is_put_right_after_a_while() -> None:
    """What ids told before counts no more then."""
    world = World()
    world.hear()
    world.ahead = HOUR
    for _ in range(3):
        world.now += 6 * MINUTE
        world.hear()
    assert abs(world.clock.now() - world.now) < timedelta(seconds=1)


def test_an_id_that_tells_no_time_is_passed_over() -> None:
    """A number that no clock has made."""
    world = World()
    world.clock.hear(42)
    assert world.clock.now() == NOON
