"""Pauses that grow, for each thing by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from bot.client.backoff import Backoff

FIRST, LONGEST = timedelta(seconds=30), timedelta(seconds=100)


class Clock:
    """A clock that stands still until it is set."""

    now = datetime(2026, 6, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        """What time it is."""
        return self.now


def pause(backoff: Backoff, clock: Clock) -> int:
    """The seconds until a thing that has failed is due again."""
    backoff.failed("it")
    seconds = 0
    while not backoff.is_due("it"):
        seconds += 1
        clock.now += timedelta(seconds=1)
    return seconds


def test_each_pause_is_twice_as_long() -> None:
    """Up to the longest."""
    backoff = Backoff(clock := Clock(), FIRST, LONGEST)
    assert [pause(backoff, clock) for _ in range(4)] == [30, 60, 100, 100]


def test_success_begins_anew() -> None:
    """As if nothing had ever failed."""
    backoff = Backoff(clock := Clock(), FIRST, LONGEST)
    pause(backoff, clock)
    backoff.succeeded("it")
    assert backoff.is_due("it")
    assert pause(backoff, clock) == 30


def test_others_do_not_wait() -> None:
    """And with `clear` nothing waits."""
    backoff = Backoff(Clock(), FIRST, LONGEST)
    backoff.failed("it")
    assert (backoff.is_due("it"), backoff.is_due("another")) == (False, True)
    backoff.clear()
    assert backoff.is_due("it")
