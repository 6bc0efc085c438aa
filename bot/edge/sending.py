"""Sending, where Discord or the line fails for a moment: again, within bounds, but only once.

discord.py itself tries again on 500, 502, 504 and on most 429, but not on 503, a
connection reset, or a 429 that did not come through Discord's proxy.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from http import HTTPStatus
from textwrap import shorten
from typing import Final, TypeVar

import aiohttp
import discord

from bot.edge.discord_internals import GatewayReset
from bot.edge.places import Interaction
from bot.edge.recent import OwnMessages
from bot.errors import ChannelClosed
from bot.match.session import MessageId

Send = Callable[[], Awaitable[discord.abc.Snowflake]]
T = TypeVar("T")

UNSENT: Final = (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError)
"""What a request raises that Discord refuses, or that gets lost on the way there or back."""
_PAUSES: Final = (0.5, 1.0, 2.0)
"""Seconds before each further try."""
_LONG: Final = 5.0
"""Seconds that Discord may ask to wait: beyond that a board is shown later, by recovery."""
_BOUND: Final = 30.0
"""Seconds after which no further try begins: the channel's next move waits for this one."""
_ACKNOWLEDGED: Final = 40060
"""Discord's number for an interaction that has been answered already."""
_REASON: Final = 200
"""Letters of an error that are worth a place in the log: some bring the page of a proxy along."""
_NO_HELLO: Final = "the gateway hung up or fell silent before its hello"
_UNKNOWN_MESSAGE: Final = 10008
_CLOSED: Final = frozenset((10003, 50001, 50013))
"""Discord's numbers for a channel that is unknown, hidden from the bot, or closed to what it does.

Nothing else says so: proxies answer with a status of 403 or 404, too, and so does Discord itself
for a message, an interaction or an emoji that is unknown."""
_OVER: Final = frozenset((10062, 10015, 50027))
"""Those for an interaction that was answered too late: after three seconds, or after fifteen
minutes, when its token has run out."""


def reason(error: Exception) -> str:
    """What went wrong, in one line."""
    if isinstance(error, GatewayReset):  # its text is the number of the shard
        return _NO_HELLO
    return shorten(str(error) or type(error).__name__, _REASON, placeholder=" ...")


def is_closed(error: discord.HTTPException) -> bool:
    """Whether a channel is gone, or closed to the bot."""
    return error.code in _CLOSED


def is_over(error: discord.HTTPException) -> bool:
    """Whether an interaction can't be answered any more; its channel may be written to."""
    return error.code in _OVER


def is_deleted(error: discord.HTTPException) -> bool:
    """Whether a message that was to be changed is not there any more."""
    return error.code == _UNKNOWN_MESSAGE


@contextmanager
def channel_errors() -> Iterator[None]:
    """Raise ChannelClosed for what says so; every other refusal goes on as it is."""
    try:
        yield
    except discord.HTTPException as error:
        if not is_closed(error):
            raise
        raise ChannelClosed(error.text) from error


async def persist(
    send: Callable[[], Awaitable[T]], arrived: Callable[[], T | None] | None = None
) -> T:
    """Send, and try again a few times; what is sent must be the same for each try.

    `arrived` finds the message if a try succeeded of which only the answer got lost.
    """
    end = asyncio.get_running_loop().time() + _BOUND
    for pause in _PAUSES:
        try:
            return await send()
        except UNSENT as error:
            if not _passes(error) or asyncio.get_running_loop().time() > end:
                raise
        await asyncio.sleep(pause)
        if arrived is not None and (message := arrived()) is not None:
            return message
    return await send()


def _passes(error: Exception) -> bool:
    """Whether a failure is one of the moment."""
    if isinstance(error, discord.RateLimited):
        return False
    if not isinstance(error, discord.HTTPException):
        return True
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return _wait(error) <= _LONG
    return error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _wait(error: discord.HTTPException) -> float:
    """The seconds that Discord asks to wait, as far as it says."""
    headers = getattr(error.response, "headers", {})
    try:
        return float(headers.get("Retry-After", 0))
    except ValueError:  # a date, which HTTP allows
        return _LONG


async def answer(
    press: Interaction, content: str, send: Send, later: Send | None = None
) -> MessageId:
    """Send an answer to an interaction, as `persist` does.

    Nonces do not count there, but the gateway tells of each message that has appeared: one
    that says the same since the first try is the one whose receipt got lost. `later` sends
    what follows a first answer: it is used where that was "thinking", and its receipt lost.
    """
    own: OwnMessages = press.client.own_messages
    newest = next((posted.id for posted in own.newest_first()), 0)

    def arrived() -> discord.abc.Snowflake | None:
        for posted in own.newest_first():
            if posted.id <= newest:
                return None
            if (posted.channel, posted.content) == (press.channel_id, content):
                return discord.Object(posted.id)
        return None

    try:
        return _id(await persist(send, arrived))
    except discord.HTTPException as error:
        if error.code != _ACKNOWLEDGED:
            raise
        message: discord.Message = await press.original_response()
        if later is None or not message.flags.loading:
            return _id(message)
        return _id(await persist(later, arrived))


def _id(message: discord.abc.Snowflake) -> MessageId:
    return MessageId(message.id)


async def acknowledge(press: Interaction, **kind: bool) -> None:
    """Tell Discord that a press has been heard; a receipt that got lost counts.

    Raises as `defer` does, also where the press was delivered and answered before.
    """
    try:
        await press.response.defer(**kind)
    except UNSENT as error:
        if not _passes(error):
            raise
        await _acknowledge_again(press, **kind)


async def _acknowledge_again(press: Interaction, **kind: bool) -> None:
    try:
        await press.response.defer(**kind)
    except discord.HTTPException as error:
        if error.code != _ACKNOWLEDGED:
            raise
