"""The line to Discord: how it begins, what its failures mean, and how it ends in order."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Final

import aiohttp
import discord

from bot.client.backoff import pauses
from bot.edge import discord_internals
from bot.edge.discord_internals import GatewayReset
from bot.edge.sending import UNSENT, reason
from bot.errors import SettingsError
from bot.store.in_flight import InFlight

log = logging.getLogger(__name__)

_ANSWER: Final = 15.0
"""Seconds for one answer of Discord's; aiohttp by itself waits for five minutes."""
LONGEST_PAUSE: Final = 60.0
"""Seconds for which discord.py is to hold a message back where Discord asks for it."""
_LAST_MOVES: Final = 3.0
"""Seconds for moves in hand at the end."""
_INSISTENCE: Final = 0.5
"""Seconds for a connection to end before it is told so again."""
_GOODBYE: Final = 1.0
"""Seconds for the gateway to answer it."""
_FIRST_TRY_AGAIN: Final = 1.0
"""Seconds after which Discord is tried again that could not be reached, longer each time."""
_LAST_TRY_AGAIN: Final = 60.0
"""Seconds at most: one who identifies a thousand times a day is shut out by Discord."""
UNKNOWN_TOKEN: Final = "DISCORD_TOKEN: Discord does not know this token"
_AUTHENTICATION_FAILED: Final = 4004
"""How the gateway says the same."""
_UNREACHED: Final = (*UNSENT, discord.GatewayNotFound, GatewayReset)
"""What keeps a first connection from being made that a later try may make."""


class _ClosedError(Exception):
    """discord.py has closed a client that nobody told to end: it never connects again."""


async def stay_connected(client: discord.Client, in_flight: InFlight, token: str) -> None:
    """Play until cancelled, then end the moves in hand and leave.

    Where Discord cannot be reached it is tried again. Raises SettingsError where Discord does
    not know the token, ConnectionError where it hangs up for good or discord.py gives up,
    PrivilegedIntentsRequired as discord.py does.
    """
    line = asyncio.create_task(_connect(client, token))
    try:
        await asyncio.wait({line})
    finally:
        # The connection ends before the client is closed, so that the gateway sees code 1000.
        await _end(line)
        await _leave(client, in_flight)
    line.result()


async def _end(task: asyncio.Task[None]) -> None:
    """Cancel a task until it has ended.

    Before Python 3.12 `asyncio.wait_for`, with which discord.py waits for a gateway, passes over
    a cancellation that comes in the same moment as the answer.
    """
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=_INSISTENCE)
    if not task.cancelled():
        task.exception()  # whoever wants to know asks for it


async def _connect(client: discord.Client, token: str) -> None:
    try:
        await until_reached(partial(_log_in, client, token))
        discord_internals.limit_request_time(client, _ANSWER)
        await until_reached(partial(_listen, client))
    except discord.LoginFailure:
        raise SettingsError(UNKNOWN_TOKEN) from None
    except discord.ConnectionClosed as error:
        if error.code == _AUTHENTICATION_FAILED:
            raise SettingsError(UNKNOWN_TOKEN) from None
        raise ConnectionError(f"it has hung up for good, with code {error.code}") from error
    except _ClosedError as error:
        raise ConnectionError(f"discord.py has closed the connection: {error}") from error


async def until_reached(step: Callable[[], Awaitable[None]]) -> None:
    """Take a step towards a first connection, again and again until Discord can be reached."""
    for pause in pauses(_FIRST_TRY_AGAIN, _LAST_TRY_AGAIN):
        try:
            await step()
        except _UNREACHED as error:
            words = "Discord cannot be reached, and is tried again in %g s: %s"
            log.warning(words, pause, reason(error))
            await asyncio.sleep(pause)
        else:
            return


async def _log_in(client: discord.Client, token: str) -> None:
    await discord_internals.reset_login(client)
    try:
        await client.login(token)
    except discord.HTTPException as error:
        if error.status == HTTPStatus.UNAUTHORIZED:
            raise discord.LoginFailure from error
        raise


async def _listen(client: discord.Client) -> None:
    """Play for as long as discord.py does.

    Raises what kept a first connection from being made, and _ClosedError at the end of all others.
    """
    try:
        await discord_internals.connect(client)
    except _UNREACHED as error:
        if client.is_closed():
            raise _ClosedError(reason(error)) from error
        raise
    raise _ClosedError("nobody told it to end")


async def _leave(client: discord.Client, in_flight: InFlight) -> None:
    try:
        await asyncio.wait_for(in_flight.rest(), _LAST_MOVES)
    except TimeoutError:
        log.warning("what is under way is taken up at the next start")
    try:
        await asyncio.wait_for(client.close(), _GOODBYE)
    except TimeoutError:
        with suppress(aiohttp.ClientError):
            await discord_internals.close_requests(client)
