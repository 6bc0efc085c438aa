"""A channel is closed once it was found so twice, with some time between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.games import closures as rooms
from bot.games.closures import CONFIRM_AFTER, Closures
from bot.match.session import ChannelId

HERE, THERE = ChannelId(7), ChannelId(8)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)


class Clock:
    """A clock that stands still until it is set."""

    now = NOON

    def __call__(self) -> datetime:
        """What time it is."""
        return self.now


def test_once_is_not_enough() -> None:
    """Nor is twice in a moment."""
    closures = Closures(Clock())
    assert not closures.note(HERE)
    assert not closures.note(HERE)


def test_twice_with_time_between_is() -> None:
    """For that channel alone."""
    closures = Closures(clock := Clock())
    closures.note(HERE)
    clock.now += CONFIRM_AFTER - timedelta(seconds=1)
    assert not closures.note(HERE)
    clock.now += timedelta(seconds=1)
    assert closures.note(HERE)
    assert not closures.note(THERE)


def test_a_channel_that_was_open_in_between_begins_anew() -> None:
    """What was met before does not count then."""
    closures = Closures(clock := Clock())
    closures.note(HERE)
    closures.forget(HERE)
    clock.now += CONFIRM_AFTER
    assert not closures.note(HERE)


def test_the_channels_met_last_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as there is room for, and no fewer."""
    monkeypatch.setattr(rooms, "_SIZE", 2)
    closures = Closures(clock := Clock())
    for channel in (HERE, THERE):
        closures.note(channel)
    clock.now += CONFIRM_AFTER
    assert closures.note(HERE)
    assert closures.note(THERE)
    assert not closures.note(ChannelId(9))
    assert closures.note(THERE)
    assert not closures.note(HERE)
