"""Routes that Discord has closed for hours: which requests that holds back, and until when."""

from __future__ import annotations

from contextlib import suppress
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from discord.http import Route

from bot.edge.discord_internals.limits import ClosedRoutes

HOURS = 7_200.0
EDIT = Route("PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=1, message_id=2)
ANOTHER = Route("PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=1, message_id=3)
ELSEWHERE = Route(
    "PATCH", "/channels/{channel_id}/messages/{message_id}", channel_id=9, message_id=2
)
POST = Route("POST", "/channels/{channel_id}/messages", channel_id=1)
CALLBACK = Route("POST", "/interactions/{webhook_id}/{webhook_token}/callback")
ALL = (EDIT, ANOTHER, ELSEWHERE, POST, CALLBACK)


class Clock:
    """A clock that stands still until it is set."""

    now = 1_000.0

    def __call__(self) -> float:
        """What time it is."""
        return self.now


class Answer:
    """An answer of Discord's to a request."""

    def __init__(self, body: str, status: int = 429, **headers: str) -> None:
        self.status = status
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}
        self._body = body

    async def read(self) -> bytes:
        """Its body."""
        return self._body.encode()


async def closed(routes: ClosedRoutes, route: Route, answer: Answer) -> list[bool]:
    """Which routes are closed after a request, and whether that failed for it."""
    with suppress(discord.RateLimited), routes.entered(route):
        await end(routes, answer)
    return [is_closed(routes, other) for other in ALL]


async def end(routes: ClosedRoutes, answer: Answer) -> None:
    """A request ends with an answer."""
    trace: Any = SimpleNamespace(on_request_end=[])
    routes.listen(trace)
    await trace.on_request_end[0](None, SimpleNamespace(), SimpleNamespace(response=answer))


def is_closed(routes: ClosedRoutes, route: Route) -> bool:
    """Whether no request on a route is sent."""
    try:
        with routes.entered(route):
            return False
    except discord.RateLimited:
        return True


JSON = f'{{"retry_after": {HOURS}, "global": false}}'
OPEN = [False] * 5


@pytest.mark.parametrize(
    "answer, expected",
    [
        (Answer(JSON), [True, True, False, False, False]),
        (Answer('{"message": "slow"}', Retry_After="7200"), [True, True, False, False, False]),
        (Answer(JSON.replace("false", "true")), [True, True, True, True, False]),
        (Answer(JSON, X_RateLimit_Scope="global"), [True, True, True, True, False]),
        (Answer("<html>", Retry_After="7200"), [True] * 5),
        (Answer("<html>"), OPEN),
        (Answer("<html>", Retry_After="Wed, 21 Oct 2026 07:28:00 GMT"), OPEN),
        (Answer(JSON, status=403), OPEN),
        *((Answer(JSON.replace(str(HOURS), odd)), OPEN) for odd in ("30", "-1", "NaN", "1e999")),
        *((Answer(JSON.replace(str(HOURS), odd)), OPEN) for odd in ("null", "[]", '"soon"')),
    ],
)
async def test_a_limit_of_hours_closes_its_route_or_the_whole_bot(
    answer: Answer, expected: list[bool]
) -> None:
    """A route in its channel, all of the bot but its answers, or all from its address."""
    assert await closed(ClosedRoutes(Clock()), EDIT, answer) == expected


async def test_a_limit_that_is_waited_for_closes_nothing() -> None:
    """discord.py itself waits for it."""
    assert await closed(ClosedRoutes(Clock()), EDIT, Answer('{"retry_after": 30}')) == OPEN


async def test_a_global_limit_of_answers_leaves_other_requests() -> None:
    """They are counted apart."""
    answer = Answer(JSON.replace("false", "true"))
    assert await closed(ClosedRoutes(Clock()), CALLBACK, answer) == [*OPEN[1:], True]


@pytest.mark.parametrize("body", [JSON, "<html>"])
async def test_a_later_request_of_the_same_task_closes_no_route(body: str) -> None:
    """The same task may then fetch a file, or connect to the gateway, which have no route."""
    routes = ClosedRoutes(Clock())
    with routes.entered(POST):
        pass
    await end(routes, Answer(body, Retry_After="7200"))
    assert [is_closed(routes, route) for route in ALL] == OPEN


@pytest.mark.parametrize("asked, lasts", [(HOURS, HOURS), (1e12, 86_400.0)])
async def test_a_route_is_open_again_in_the_end(asked: float, lasts: float) -> None:
    """When Discord has said, or after a day."""
    routes = ClosedRoutes(clock := Clock())
    await closed(routes, EDIT, Answer(JSON.replace(str(HOURS), str(asked))))
    clock.now += lasts - 1
    with pytest.raises(discord.RateLimited) as refused, routes.entered(EDIT):
        pass
    assert refused.value.retry_after == 1
    clock.now += 1
    assert not is_closed(routes, EDIT)
