"""What Discord has said lately: what has been met, the time, what it refused, and its buttons."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from time import time

import aiohttp
import discord
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.edge.recent import AnswerDates, ButtonsTaken, DiscordClock, RecentIds, Refusals
from tests.wire.loopback import Loopback
from tests.wire.payloads import TOKEN


def test_only_the_first_time_is_new() -> None:
    """Met again it is not, however often."""
    recent = RecentIds(10)
    assert [recent.meet(id_) for id_ in (1, 2, 1, 1, 2)] == [True, True, False, False, False]


def test_no_more_ids_are_remembered_than_asked_for() -> None:
    """No more is kept than was asked for."""
    recent = RecentIds(2)
    assert all(recent.meet(id_) for id_ in (1, 2, 3, 1))


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


@pytest.mark.parametrize(
    "date, ahead",
    [(1000.0, 0.0), (1002.0, 0.0), (1004.0, 0.0), (900.0, 99.5), (1064.0, -60.0)],
)
def test_a_slow_answer_is_no_wrong_clock(date: float, ahead: float) -> None:
    """The date may be of any moment between the question and the answer, and has whole seconds."""
    clock = AnswerDates()
    clock.heard(date, asked=1000.5, answered=1004.0)
    assert clock.ahead() == pytest.approx(ahead, abs=0.01)


async def test_the_dates_of_answers_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """A login is enough; a clock that is set later is noticed without another answer."""
    clock, server = AnswerDates(), Loopback()
    await server.start()
    monkeypatch.setattr(discord.http.Route, "BASE", server.url)
    trace = aiohttp.TraceConfig()
    clock.listen(trace)
    async with discord.Client(intents=discord.Intents.none(), http_trace=trace) as client:
        await client.login(TOKEN)
    await server.stop()
    assert abs(clock.ahead()) < 1.5
    now = time()
    monkeypatch.setattr("bot.edge.recent.time.time", lambda: now + 90)
    assert clock.ahead() == pytest.approx(90, abs=1.5)


class Minutes:
    """A clock that stands still until it is set."""

    now = 100

    def __call__(self) -> int:
        """The minute that it is."""
        return self.now


@pytest.mark.parametrize(
    "status, counts",
    [(200, False), (401, True), (403, True), (404, True), (429, True), (500, False)],
)
def test_refusals_count_the_statuses_of_invalid_requests(status: int, counts: bool) -> None:
    """What Discord may take for an invalid request."""
    refusals = Refusals(Minutes())
    refusals.note(status)
    assert refusals.count == counts


def test_old_refusals_count_no_more() -> None:
    """Discord counts those of ten minutes."""
    refusals = Refusals(minutes := Minutes(), most=3)
    for _ in range(3):
        refusals.note(403)
        minutes.now += 4
    assert (refusals.count, refusals.are_many) == (2, False)
    refusals.note(403)
    assert refusals.are_many


async def test_requests_are_counted_where_they_are_made() -> None:
    """Whoever makes them."""

    async def refuse(_request: web.Request) -> web.Response:
        return web.Response(status=403)

    app = web.Application()
    app.router.add_get("/", refuse)
    refusals = Refusals()
    trace = aiohttp.TraceConfig()
    refusals.listen(trace)
    async with TestServer(app) as server, aiohttp.ClientSession(trace_configs=[trace]) as session:
        for _ in range(2):
            async with session.get(server.make_url("/")):
                pass
    assert refusals.count == 2


class Clock:
    """A clock that stands still until it is set."""

    now = 0.0

    def __call__(self) -> float:
        """The seconds."""
        return self.now


@pytest.fixture
def clock() -> Clock:
    """A clock."""
    return Clock()


@pytest.fixture
def buttons(clock: Clock) -> ButtonsTaken:
    """A server that has taken buttons before."""
    buttons = ButtonsTaken(clock)
    buttons.accepted()
    return buttons


def test_few_refusals_say_nothing_of_a_server(buttons: ButtonsTaken) -> None:
    """Nor do many in one channel, nor many with a message between that has its buttons."""
    assert not any(buttons.refused(channel) for channel in (1, 2))
    buttons.accepted()
    assert not any(buttons.refused(1) for _ in range(20))
    assert (buttons.taken, buttons.may_try) == (True, True)


def test_several_in_a_row_from_several_channels_do(buttons: ButtonsTaken, clock: Clock) -> None:
    """Buttons are left out then, tried again after growing pauses, and back after one success."""
    assert [buttons.refused(channel) for channel in (1, 1, 2)] == [False, False, True]
    assert (buttons.taken, buttons.may_try) == (False, False)
    clock.now += 600
    assert (buttons.taken, buttons.may_try) == (False, True)
    assert buttons.refused(1)
    clock.now += 600
    assert (buttons.taken, buttons.may_try) == (False, False)
    clock.now += 600
    assert (buttons.taken, buttons.may_try) == (False, True)
    buttons.accepted()
    assert (buttons.taken, buttons.may_try) == (True, True)
    assert not buttons.refused(1)


def test_a_server_that_never_took_any_is_known_by_one_channel(clock: Clock) -> None:
    """There may be no other."""
    buttons = ButtonsTaken(clock)
    assert [buttons.refused(1) for _ in range(3)] == [False, False, True]
