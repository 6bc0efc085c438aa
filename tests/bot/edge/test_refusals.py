"""Discord bans who has too many requests refused: they are counted."""

from __future__ import annotations

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.edge.recent import Refusals


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
def test_what_counts(status: int, counts: bool) -> None:
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
