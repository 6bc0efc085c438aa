"""Sends requests to Discord, with retries that never post a message twice.

discord.py itself retries after the statuses 500, 502 and 504, and after most of 429; a request
about an interaction after every status from 500 on. It does not retry other requests after a 503,
nor any after a connection reset or a 429 that did not come through Discord's proxy.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from textwrap import shorten
from typing import Final, TypeVar

import aiohttp
import discord

from bot.edge.sending.refusals import end_of_time_out, is_closed, is_transient
from bot.errors import ChannelClosed

T = TypeVar("T")

UNSENT: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""The errors of a request that Discord refused, or that got lost on the way there or back."""
_RETRY_DELAYS: Final = (0.5, 1.0, 2.0)
"""Seconds before each retry."""
_RETRY_TIMEOUT: Final = 30.0
"""Seconds after which no retry begins, because the next move of the channel waits for this one."""
_REASON_LENGTH: Final = 200
"""The most characters of an error in the log. Some errors contain the whole page of a proxy."""


def reason(error: Exception) -> str:
    """What went wrong, in one line."""
    return shorten(str(error) or type(error).__name__, _REASON_LENGTH, placeholder=" ...")


@contextmanager
def channel_errors(place: object = None) -> Iterator[None]:
    """Turn an HTTPException of a closed channel into ChannelClosed. Others pass as they are.

    A permission that the bot lacks in `place` only during a time-out closes nothing.
    """
    try:
        yield
    except discord.HTTPException as error:
        if not is_closed(error) or end_of_time_out(error, place) is not None:
            raise
        raise ChannelClosed(str(error.text)) from error


async def with_retries(
    send: Callable[[], Awaitable[T]], arrived: Callable[[], T | None] | None = None
) -> T:
    """Send a request, and retry it a few times if Discord or the connection fails.

    Each try must send the same. `arrived` returns the message if an earlier try succeeded and
    only its response got lost. Raises the last error if no try succeeds.
    """
    end = asyncio.get_running_loop().time() + _RETRY_TIMEOUT
    for delay in _RETRY_DELAYS:
        try:
            return await send()
        except UNSENT as error:
            if not is_transient(error) or asyncio.get_running_loop().time() > end:
                raise
        await asyncio.sleep(delay)
        if arrived is not None and (message := arrived()) is not None:
            return message
    return await send()
