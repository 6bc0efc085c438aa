"""Runs the bot on Discord from start to end."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Final

import discord

from bot.client.bot import Kinarow, ShardedKinarow, open_store
from bot.client.gateway import stay_connected
from bot.client.services import Services, open_services
from bot.config import Settings
from bot.edge.discord_internals.connections import silence_voice_warnings
from bot.edge.discord_internals.servers import use_addresses
from bot.errors import KinarowError
from bot.match.guilds import WHOLE
from bot.monitoring.logs import START, check_machine, shortage
from bot.run.health import Health, serve_http
from bot.web.server import links_ended, serve_boards

log = logging.getLogger(__name__)

_ROUND: Final = 20.0
"""Seconds between two rounds of looking for unfinished work."""
_TRY: Final = 1.0
"""Seconds between two checks whether the pause after a failure is over."""
_NEW_OBJECTS: Final = 10_000
"""Objects after which garbage is collected. Python's 700 cost a sixth of a move in a rush."""
_REFUSED: Final = "Discord has refused %s requests in ten minutes: what nobody asked for waits"
_INTENT_OFF: Final = (
    "The Message Content Intent is off in the Discord developer portal: "
    "people play by slash commands, buttons and mentions"
)


async def serve(settings: Settings) -> None:
    """Play on Discord until SIGINT or SIGTERM.

    Raises SettingsError if Discord does not know the token, GatewayClosed if the connection is
    closed for good, ShardTaken if another process already plays on these shards, and MemoryError or
    RuntimeError if the machine has no more memory or threads.
    """
    token = settings.require_token()
    program = asyncio.create_task(_play(settings, token))
    exhausted: list[BaseException] = []

    def fail(loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        if error is None or shortage(error) is None:
            loop.default_exception_handler(context)
            return
        exhausted.append(error)
        _stop(program)

    asyncio.get_running_loop().set_exception_handler(fail)
    for name in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):  # Windows: Ctrl-C ends the program by itself
            asyncio.get_running_loop().add_signal_handler(name, _stop, program)
    try:
        await program
    except asyncio.CancelledError:
        if not program.cancelled():
            raise
    if exhausted:
        raise exhausted[0]


def _stop(program: asyncio.Task[None]) -> None:
    """Cancel the program once. A second signal must not interrupt its clean end."""
    if not program.cancelling():
        program.cancel()


async def _play(settings: Settings, token: str) -> None:
    """Play until cancelled, as the only process on its shards.

    If Discord refuses the Message Content Intent, play without it.
    """
    silence_voice_warnings()
    use_addresses(settings.api_url, settings.gateway_url)
    log.info("getting ready")
    check_machine(START)
    async with (
        open_store(settings) as store,
        store.shards.claim(settings.shards) as check,
        open_services(settings, store) as services,
        _health(settings, services) as health,
    ):
        log.info("ready to play in %s", settings.shards)
        gc.freeze()  # what is there now stays: servers and games are not yet
        gc.set_threshold(_NEW_OBJECTS)
        bot = Kinarow if settings.shards == WHOLE else ShardedKinarow
        try:
            await _connected(bot(settings, services), token, check, health)
        except discord.PrivilegedIntentsRequired:
            log.warning(_INTENT_OFF)
            await _connected(bot(settings, services, typed=False), token, check, health)


@asynccontextmanager
async def _pages(bot: Kinarow, token: str) -> AsyncIterator[None]:
    """Serve the pages of boards if the settings have an address for them."""
    settings = bot.settings
    bot.end_links = links_ended(bot, token)
    if settings.web is None:
        yield
        return
    secret = None if settings.client_secret is None else settings.client_secret.value
    where = settings.web, settings.web_url
    async with serve_boards(bot, *where, token, secret, proxies=settings.web_proxies):
        yield


async def _connected(
    bot: Kinarow, token: str, check: Callable[[], Awaitable[None]], health: Health
) -> None:
    """Stay connected, and run rounds and retries until cancelled. If one ends, end all."""
    async with _pages(bot, token):
        tasks = {
            asyncio.create_task(stay_connected(bot, bot.in_flight, token)),
            asyncio.create_task(_do_rounds(bot, check, health)),
            asyncio.create_task(_retry(bot)),
        }
        try:
            ended, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks)
        for task in ended:
            task.result()


async def _retry(bot: Kinarow) -> None:
    while True:
        await asyncio.sleep(_TRY)
        with suppress(KinarowError):  # the rounds tell
            await bot.recovery.retry_due()


async def _do_rounds(bot: Kinarow, check: Callable[[], Awaitable[None]], health: Health) -> None:
    while True:
        await asyncio.sleep(_ROUND)
        check_machine()
        await check()
        await health.look()
        try:
            await bot.recovery.look_after()
            if bot.refusals.are_many:
                log.warning(_REFUSED, bot.refusals.count)
                continue
            await bot.look_after()
            await bot.pruning.look_after()
        except KinarowError as error:
            log.warning("what waits is looked after later: %s", error)


@asynccontextmanager
async def _health(settings: Settings, services: Services) -> AsyncIterator[Health]:
    """Check whether all is well, and serve that with metrics if the settings have an address."""
    store, thinker, metrics = services.store, services.thinker, services.metrics
    health = Health(store, thinker, metrics)
    if settings.http is None:
        yield health
        return
    async with serve_http(settings.http, store, thinker, metrics, health):
        probe = asyncio.create_task(metrics.watch_loop())
        try:
            yield health
        finally:
            probe.cancel()
