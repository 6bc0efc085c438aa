"""This machine's clock and Discord's."""

from time import time

import aiohttp
import discord
import pytest

from bot.edge.recent import AnswerDates
from tests.wire.loopback import Loopback
from tests.wire.payloads import TOKEN


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
    monkeypatch.setattr("bot.edge.recent.dates.time", lambda: time() + 90)
    assert clock.ahead() == pytest.approx(90, abs=1.5)
