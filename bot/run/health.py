"""Whether all is well, and the figures: `GET /health` and `GET /metrics` for those who run the bot.

It checks what the bot needs, and names what is wrong, in the log too.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from http import HTTPStatus
from time import perf_counter
from typing import Final

from aiohttp import web

from bot.config import Address
from bot.errors import SettingsError, StoreUnavailable
from bot.monitoring.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.run.version import build_name
from bot.store import Store
from bot.web.connections import Connections

log = logging.getLogger(__name__)

_MOST_AHEAD: Final = 5.0
"""Seconds that this machine's clock may be ahead of Discord's, or behind."""

_MOST_CONNECTIONS: Final = 32


class Health:
    """Looks at Discord, the database, the cluster and the clock, and logs a line for a change."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        metrics: Metrics,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._thinker = thinker
        self._metrics = metrics
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._reported: frozenset[str] = frozenset()
        """The parts that were not well when the last line was logged."""

    async def look(self) -> Mapping[str, str]:
        """Return what is wrong, by its part: `database`, `discord`, `engine` or `clock`."""
        async with self._one_at_a_time:
            found = {
                "database": await self._database(),
                "discord": self._discord(),
                "engine": self._thinker.jobs.trouble,
                "clock": self._clock_trouble(),
            }
        wrong = {part: words for part, words in found.items() if words is not None}
        self._tell(wrong)
        return wrong

    def _tell(self, wrong: Mapping[str, str]) -> None:
        if wrong.keys() == self._reported:
            return
        self._reported = frozenset(wrong)
        if wrong:
            log.warning("not well: %s", "; ".join(wrong.values()))
        else:
            log.info("all is well again")

    async def _database(self) -> str | None:
        try:
            await self._store.probe(self._clock())
        except StoreUnavailable as error:
            return f"the database {error}"
        return None

    def _discord(self) -> str | None:
        if not (offline := self._metrics.offline):
            return None
        return f"no connection to Discord for shard {', '.join(map(str, offline))}"

    def _clock_trouble(self) -> str | None:
        ahead = self._metrics.clock_ahead()
        if abs(ahead) <= _MOST_AHEAD:
            return None
        how = "ahead of" if ahead > 0 else "behind"
        return f"the clock of this machine is {abs(ahead):.0f} s {how} Discord's"


@asynccontextmanager
async def serve_http(
    address: Address, store: Store, thinker: Thinker, metrics: Metrics, health: Health
) -> AsyncIterator[None]:
    """Serve at an address during a `with` block. Raises SettingsError if it is in use."""
    endpoints = Endpoints(store, thinker, metrics, health)
    connections = Connections(_MOST_CONNECTIONS)
    app = web.Application(middlewares=[connections.answering])
    app.router.add_get("/health", endpoints.health)
    app.router.add_get("/metrics", endpoints.metrics)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        server = await connections.listen(runner, address)
    except OSError as error:
        await runner.cleanup()
        raise SettingsError(f"HTTP={str(address)!r}: {error.strerror or error}") from error
    try:
        yield
    finally:
        server.close()
        await runner.cleanup()


class Endpoints:
    """The handlers of the two endpoints."""

    def __init__(self, store: Store, thinker: Thinker, metrics: Metrics, health: Health) -> None:
        self._store = store
        self._thinker = thinker
        self._metrics = metrics
        self._health = health

    async def health(self, _request: web.Request) -> web.Response:
        """Return 200 if all is well, otherwise 503; with details."""
        wrong = await self._health.look()
        answer = {
            "discord": "discord" not in wrong,
            "shards_offline": self._metrics.offline,
            "database": "database" not in wrong,
            "engine": self._thinker.jobs.location,
            "problems": wrong,
        }
        status = HTTPStatus.SERVICE_UNAVAILABLE if wrong else HTTPStatus.OK
        return web.json_response(answer, status=status)

    async def metrics(self, _request: web.Request) -> web.Response:
        """Return all metrics in the text format of Prometheus."""
        queue = self._thinker.jobs.queue
        page = self._metrics.page(
            games=await self._count(),
            waiting=queue.waiting,
            thinking=queue.busy,
            slots=self._thinker.jobs.slots,
            memory=await asyncio.to_thread(self._thinker.memory),
            build=await asyncio.to_thread(build_name),
        )
        return web.Response(
            body=page, headers={"Content-Type": "text/plain; version=0.0.4; charset=utf-8"}
        )

    async def _count(self) -> int | None:
        """Count the live games. Return None if the database gives no answer."""
        before = perf_counter()
        try:
            return await self._store.count_live()
        except StoreUnavailable:
            return None
        finally:
            self._metrics.stored(perf_counter() - before)
