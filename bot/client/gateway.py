"""The connection to Discord: login, retries, the meaning of its errors, and a clean end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from functools import partial
from http import HTTPStatus
from typing import TYPE_CHECKING, Final

import aiohttp
import discord

from bot.client.connections import retry_pauses
from bot.edge.discord_internals.answers import reading
from bot.edge.discord_internals.connections import limit_request_time, reset_login
from bot.edge.discord_internals.downloads import limit_downloads
from bot.edge.sending.refusals import UNSENT, reason, seconds_closed
from bot.errors import GatewayClosed, SettingsError, StoreUnavailable
from bot.games.loading import LARGEST_FILE
from bot.monitoring.metrics import InFlight
from bot.store.shards import ShardRecords

if TYPE_CHECKING:
    from discord.types.gateway import SessionStartLimit


log = logging.getLogger(__name__)

_REQUEST_TIMEOUT: Final = 15.0
"""Seconds for one HTTP request. The default of aiohttp is five minutes."""
_FILE_TIMEOUT: Final = 10.0
"""Seconds for a file that somebody has sent: it is small."""
_IN_FLIGHT_TIMEOUT: Final = 3.0
"""Seconds that moves in flight get to end when the bot stops."""
_CANCEL_INTERVAL: Final = 0.5
"""Seconds before a task that has not ended is cancelled again."""
_CLOSE_TIMEOUT: Final = 1.0
"""Seconds for the gateway to confirm that the connection is closed."""
_IDENTIFY_PAUSE: Final = timedelta(seconds=5.5)
"""The time between two shards of a bucket: Discord's five seconds, plus what may pass between the
turn of a shard and the moment when Discord hears from it."""
_DAY: Final = 86_400.0
"""Its seconds."""
_SPARED: Final = 10
"""One in so many of a day's sessions is saved for the rest of the day."""
UNKNOWN_TOKEN: Final = "DISCORD_TOKEN: Discord does not know this token"
_AUTHENTICATION_FAILED: Final = 4004
"""The close code of the gateway for an unknown token."""
_NO_ANSWER: Final = (*UNSENT, discord.GatewayNotFound)
"""The errors after which it is not known how many sessions are left."""


class Identifies:
    """Lets the bot begin sessions of the gateway as often as Discord allows, over all processes.

    Discord allows a thousand a day, and takes the token away after that. Each of the last tenth
    waits for its share of the time that is left, so that a bot that crashes at every start has
    sessions all day. Shards of a bucket begin more than five seconds apart.
    """

    def __init__(self, client: discord.Client, shards: ShardRecords) -> None:
        self._client = client
        self._shards = shards
        self._buckets = 1

    async def wait(self) -> None:
        """Wait until a session may begin."""
        pause, left = await self._pause()
        if pause > 0:
            words = "Discord lets the bot connect %s more times today: the next time in %.0f s"
            log.warning(words, left, pause)
            await asyncio.sleep(pause)

    async def take_turn(self, shard: int, *, initial: bool) -> None:
        """Wait for the turn of a shard in its bucket.

        Raises OSError, after which discord.py tries again later, if a lost session may not be
        replaced yet.
        """
        if not initial and (pause := (await self._pause())[0]) > 0:
            raise ConnectionError(f"few sessions are left: the next one in {pause:.0f} s")
        now = datetime.now(UTC)
        try:
            turn = await self._shards.next_identify(shard % self._buckets, now, _IDENTIFY_PAUSE)
            await asyncio.sleep((turn - now).total_seconds())
        except StoreUnavailable:
            await asyncio.sleep(_IDENTIFY_PAUSE.total_seconds())

    async def _pause(self) -> tuple[float, int]:
        """Return the seconds to wait before the next session, and how many are left."""
        try:
            limit = (await self._client.http.get_bot_gateway())[2]
            with reading("GET /gateway/bot"):
                pause, left = pause_before_session(limit), int(limit["remaining"])
                self._buckets = max(1, int(limit["max_concurrency"]))
        except _NO_ANSWER as error:
            log.debug("how many sessions are left is not known: %r", error)
            return 0.0, 0
        return pause, left


def pause_before_session(limit: SessionStartLimit) -> float:
    """Return the seconds to wait before the next session: a day at most, when all are back."""
    left, seconds = limit["remaining"], min(limit["reset_after"] / 1_000, _DAY)
    if not (left >= 0 and limit["total"] > 0 and seconds >= 0):
        raise ValueError("a number that makes no sense")
    return 0.0 if left > limit["total"] / _SPARED else seconds / max(1, left)


async def stay_connected(client: discord.Client, in_flight: InFlight, token: str) -> None:
    """Run the client until cancelled; then let moves in flight end, and disconnect.

    Retries while Discord cannot be reached. Raises SettingsError if Discord does not know the
    token, GatewayClosed if the gateway refuses for good or something else closes the client, and
    PrivilegedIntentsRequired as discord.py does.
    """
    connection = asyncio.create_task(_connect(client, token))
    try:
        await asyncio.wait({connection})
    finally:
        # The connection ends before the client is closed, so that the gateway sees code 1000.
        await _end(connection)
        await _leave(client, in_flight)
    connection.result()


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task, again and again until it has ended.

    Before Python 3.12 `asyncio.wait_for`, which discord.py uses, can swallow a cancellation that
    comes at the same moment as the result.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=_CANCEL_INTERVAL)
    if not task.cancelled():
        task.exception()  # mark the exception as retrieved; `stay_connected` raises it


async def _connect(client: discord.Client, token: str) -> None:
    try:
        limit_request_time(client, _REQUEST_TIMEOUT)
        limit_downloads(client, LARGEST_FILE, _FILE_TIMEOUT)
        await _until_reached(partial(_log_in, client, token))
        await client.connect()
    except discord.LoginFailure:
        raise SettingsError(UNKNOWN_TOKEN) from None
    except discord.ConnectionClosed as error:
        if error.code == _AUTHENTICATION_FAILED:
            raise SettingsError(UNKNOWN_TOKEN) from None
        words = f"Discord has hung up for good, with code {error.code}"
        raise GatewayClosed(words) from error
    raise GatewayClosed("the connection to Discord is closed, and nobody told it to end")


async def _until_reached(step: Callable[[], Awaitable[None]]) -> None:
    """Run a step, and retry it until Discord can be reached."""
    for pause in retry_pauses():
        try:
            await step()
        except UNSENT as error:
            wait = max(pause, seconds_closed(error))
            words = "Discord cannot be reached, and is tried again in %g s: %s"
            log.warning(words, wait, reason(error))
            await asyncio.sleep(wait)
        else:
            return


async def _log_in(client: discord.Client, token: str) -> None:
    await reset_login(client)
    try:
        await client.login(token)
    except discord.HTTPException as error:
        if error.status == HTTPStatus.UNAUTHORIZED:
            raise discord.LoginFailure from error
        raise


async def _leave(client: discord.Client, in_flight: InFlight) -> None:
    try:
        await asyncio.wait_for(in_flight.rest(), _IN_FLIGHT_TIMEOUT)
    except TimeoutError:
        log.warning("what is under way is resumed at the next start")
    try:
        await asyncio.wait_for(client.close(), _CLOSE_TIMEOUT)
    except TimeoutError:
        with suppress(aiohttp.ClientError):
            await client.http.close()  # at least the HTTP session
