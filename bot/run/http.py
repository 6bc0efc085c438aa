"""Health and metrics for those who run the bot: `GET /health` and `GET /metrics`."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from time import perf_counter

from aiohttp import web

from bot.config import Address
from bot.errors import SettingsError, StoreUnavailable
from bot.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.run.version import build_name
from bot.store import Store


@asynccontextmanager
async def serve_http(
    address: Address, store: Store, thinker: Thinker, metrics: Metrics
) -> AsyncIterator[None]:
    """Serve at an address during a `with` block. Raises SettingsError if it is in use."""
    endpoints = Endpoints(store, thinker, metrics)
    app = web.Application()
    app.router.add_get("/health", endpoints.health)
    app.router.add_get("/metrics", endpoints.metrics)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, address.host, address.port).start()
    except OSError as error:
        await runner.cleanup()
        raise SettingsError(f"HTTP={str(address)!r}: {error.strerror or error}") from error
    try:
        yield
    finally:
        await runner.cleanup()


class Endpoints:
    """The handlers of the two endpoints."""

    def __init__(self, store: Store, thinker: Thinker, metrics: Metrics) -> None:
        self._store = store
        self._thinker = thinker
        self._metrics = metrics

    async def health(self, _request: web.Request) -> web.Response:
        """Return 200 if all shards and the database are available, otherwise 503; with details."""
        kept = await self._count() is not None
        answer = {
            "discord": self._metrics.online,
            "shards_offline": self._metrics.offline,
            "database": kept,
            "engine": self._thinker.location,
        }
        well = self._metrics.online and kept
        status = HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE
        return web.json_response(answer, status=status)

    async def metrics(self, _request: web.Request) -> web.Response:
        """Return all metrics in the text format of Prometheus."""
        queue = self._thinker.queue
        page = self._metrics.page(
            games=await self._count(),
            waiting=queue.waiting,
            thinking=queue.busy,
            slots=self._thinker.slots,
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
