"""What is held while channels are read back: no more than there is room for, and in which order."""

from __future__ import annotations

from datetime import timedelta
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from bot.client import hearing
from bot.client.hearing import AskedIn, Unread, UnreadChannels, earlier
from bot.match.session import ChannelId, GuildId
from tests.bot.builders import NOON

LATER = NOON + timedelta(minutes=5)


async def read(_unread: Unread) -> bool:
    """Reads nothing."""
    return False


def unread_in(channel: int, **known: Any) -> Unread:
    """A channel in which a challenge waits."""
    return Unread(AskedIn(ChannelId(channel), GuildId(50), NOON, LATER), 100, **known)


def said(channel: int) -> Any:
    """A message in a channel."""
    return SimpleNamespace(channel=SimpleNamespace(id=channel))


def test_channels_that_are_gone_or_read_hold_nothing_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was typed in channels that are gone or read takes no room from others."""
    monkeypatch.setattr(hearing, "_MOST_HELD_IN_ALL", 3)
    channels = UnreadChannels(lambda _guild: 0, read)
    for channel in range(10, 20):
        gone = unread_in(channel)
        channels.add(gone)
        assert all(channels.holds(said(channel)) for _ in range(2))
        if channel % 2:
            channels.forget(ChannelId(channel))
            assert gone.held == []
        else:
            assert len(channels.drop(gone)) == 2
            channels.forget(ChannelId(channel))
        assert (channels.left[0], channels.knows(ChannelId(channel))) == (0, True)
    last = unread_in(20)
    channels.add(last)
    assert all(channels.holds(said(20)) for _ in range(3))
    assert len(last.held) == 3


def test_too_much_is_read_back_instead(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of one message more than may be held in a channel, or in all, that channel holds none."""
    monkeypatch.setattr(hearing, "_MOST_HELD", 2)
    monkeypatch.setattr(hearing, "_MOST_HELD_IN_ALL", 3)
    channels = UnreadChannels(lambda _guild: 0, read)
    one, other = unread_in(1), unread_in(2)
    channels.add(one)
    channels.add(other)
    assert [(channels.holds(said(1)), len(one.held)) for _ in range(3)] == [
        (True, 1),
        (True, 2),
        (True, 0),
    ]
    held = [(channels.holds(said(number)), len(one.held), len(other.held)) for number in (1, 1, 2)]
    assert held == [(True, 1, 0), (True, 2, 0), (True, 2, 1)]
    assert (channels.holds(said(2)), len(one.held), len(other.held)) == (True, 2, 0)
    assert not channels.holds(said(3))


def test_a_channel_in_which_somebody_acts_is_read_first() -> None:
    """Then where the bot is to move, then fewer pages, then where somebody wrote last."""
    order = [
        unread_in(1, busy=True, owed=True, pages=9),
        unread_in(2, busy=True, pages=9),
        unread_in(3, owed=True, pages=5),
        unread_in(4, pages=1),
        unread_in(5, pages=2),
    ]
    order[3].newest = 150
    order[-1].after = 200
    order.insert(4, unread_in(6, pages=2, newest=300))  # written to while the bot was away
    order.append(unread_in(7, pages=2))
    mixed = Random(1).sample(order, len(order))
    assert sorted(mixed, key=lambda one: one.order) == order


def test_an_id_from_a_while_ago_is_none_below_zero() -> None:
    """A shard that has heard nothing begins with the first message that there is."""
    assert earlier(0, timedelta(minutes=2)) == 0
    assert earlier((500 << 22) + 7, timedelta(milliseconds=200)) == (300 << 22) + 7
