"""The line to Discord: how it begins, what its failures mean, and how it ends in order."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

import aiohttp
import discord

from bot.errors import SettingsError
from bot.games import Games

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
UNKNOWN_TOKEN: Final = "DISCORD_TOKEN: Discord does not know this token"
_AUTHENTICATION_FAILED: Final = 4004
"""How the gateway says the same."""


async def stay_connected(client: discord.Client, games: Games, token: str) -> None:
    """Play until cancelled, then end the moves in hand and leave.

    Raises SettingsError where Discord does not know the token, ConnectionError where it
    cannot be reached or hangs up for good, PrivilegedIntentsRequired as discord.py does.
    """
    line = asyncio.create_task(_connect(client, token))
    try:
        await asyncio.wait({line})
    finally:
        # The connection ends before the client is closed, so that the gateway sees code 1000.
        await _end(line)
        await _leave(client, games)
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
        await client.login(token)
        _bound_answers(client)
        await client.connect()
    except discord.LoginFailure:
        raise SettingsError(UNKNOWN_TOKEN) from None
    except discord.PrivilegedIntentsRequired:
        raise
    except discord.ConnectionClosed as error:
        if error.code == _AUTHENTICATION_FAILED:
            raise SettingsError(UNKNOWN_TOKEN) from None
        raise ConnectionError(f"it has hung up for good, with code {error.code}") from error
    except (discord.HTTPException, discord.GatewayNotFound, aiohttp.ClientError) as error:
        raise ConnectionError(error) from error
    except AttributeError as error:
        if client.ws is not None:
            raise
        # discord.py looks for the session to resume, but there was no first connection yet
        raise ConnectionError("its gateway does not answer") from error


def _bound_answers(client: discord.Client) -> None:
    """Let no request wait longer: discord.py has no setting for it."""
    session: aiohttp.ClientSession = client.http._HTTPClient__session  # type: ignore[attr-defined] # private
    session._timeout = aiohttp.ClientTimeout(total=_ANSWER)


async def _leave(client: discord.Client, games: Games) -> None:
    try:
        await asyncio.wait_for(games.rest(), _LAST_MOVES)
    except TimeoutError:
        log.warning("what is under way is taken up at the next start")
    try:
        await asyncio.wait_for(client.close(), _GOODBYE)
    except TimeoutError:
        with suppress(aiohttp.ClientError):
            await client.http.close()
