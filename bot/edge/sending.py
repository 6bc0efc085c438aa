"""Sends requests to Discord, with retries that never post a message twice.

discord.py itself retries after the statuses 500, 502 and 504, and after most of 429. It does not
retry after a 503, a connection reset, or a 429 that did not come through Discord's proxy.
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
"""The errors of a request that Discord refused, or that got lost on the way there or back."""
_RETRY_DELAYS: Final = (0.5, 1.0, 2.0)
"""Seconds before each retry."""
_MAX_RETRY_AFTER: Final = 5.0
"""The longest `Retry-After` in seconds that is waited for. After a longer one the send fails, and
the recovery shows the board later."""
_RETRY_TIMEOUT: Final = 30.0
"""Seconds after which no retry begins, because the next move of the channel waits for this one."""
_ACKNOWLEDGED: Final = 40060
"""Discord's error code for an interaction that has been answered already."""
_REASON_LENGTH: Final = 200
"""The most characters of an error in the log. Some errors contain the whole page of a proxy."""
_NO_HELLO: Final = "the gateway hung up or fell silent before its hello"
_UNKNOWN_MESSAGE: Final = 10008
_MANY_OLD_EDITS: Final = 30046
_CANNOT_CHANGE: Final = frozenset((_UNKNOWN_MESSAGE, _MANY_OLD_EDITS, 50083))
"""Discord's error codes for a message that cannot be edited: it is gone, or older than an hour and
edited too often, or in a thread that is archived until something is posted there."""
_MISSING_PERMISSIONS: Final = 50013
_CLOSED: Final = frozenset((10003, 50001, _MISSING_PERMISSIONS))
"""Discord's error codes for a channel that is unknown, hidden from the bot, or closed to it.

The status alone does not tell: proxies also answer with 403 or 404, and so does Discord for an
unknown message, interaction or emoji."""
_EXPIRED: Final = frozenset((10062, 10015, 50027))
"""Discord's error codes for an interaction that was answered too late: after three seconds, or
after fifteen minutes, when its token has expired."""


def reason(error: Exception) -> str:
    """What went wrong, in one line."""
    if isinstance(error, GatewayReset):  # its own text is only the number of the shard
        return _NO_HELLO
    return shorten(str(error) or type(error).__name__, _REASON_LENGTH, placeholder=" ...")


def is_closed(error: discord.HTTPException) -> bool:
    """Whether an error means that a channel is gone, or closed to the bot."""
    return error.code in _CLOSED


def is_refused(error: Exception) -> bool:
    """Whether Discord has refused a request, which counts as an invalid one."""
    if isinstance(error, ChannelClosed):
        return True
    refused = range(HTTPStatus.BAD_REQUEST, HTTPStatus.TOO_MANY_REQUESTS)
    return isinstance(error, discord.HTTPException) and error.status in refused


def is_expired(error: discord.HTTPException) -> bool:
    """Whether an error means that it is too late to answer an interaction.

    The bot may still write to its channel.
    """
    return error.code in _EXPIRED


def is_deleted(error: discord.HTTPException) -> bool:
    """Whether an error means that the message to be edited is gone."""
    return error.code == _UNKNOWN_MESSAGE


def cannot_change(error: discord.HTTPException) -> bool:
    """Whether an error means that a message cannot be edited, but another one may be posted."""
    return error.code in _CANNOT_CHANGE


@contextmanager
def channel_errors(place: object = None) -> Iterator[None]:
    """Turn an HTTPException of a closed channel into ChannelClosed. Others pass as they are.

    A permission that the bot lacks in `place` for the time of a time-out closes nothing.
    """
    try:
        yield
    except discord.HTTPException as error:
        if not is_closed(error) or (error.code == _MISSING_PERMISSIONS and _is_timed_out(place)):
            raise
        raise ChannelClosed(error.text) from error


def _is_timed_out(place: object) -> bool:
    """Whether a moderator has put the bot in time-out in the server of a place."""
    me = getattr(getattr(place, "guild", None), "me", None)
    return isinstance(me, discord.Member) and me.is_timed_out()


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
            if not _is_transient(error) or asyncio.get_running_loop().time() > end:
                raise
        await asyncio.sleep(delay)
        if arrived is not None and (message := arrived()) is not None:
            return message
    return await send()


def _is_transient(error: Exception) -> bool:
    """Whether a retry may help."""
    if isinstance(error, discord.RateLimited):
        return False
    if not isinstance(error, discord.HTTPException):
        return True
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return _retry_after(error) <= _MAX_RETRY_AFTER
    return error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _retry_after(error: discord.HTTPException) -> float:
    """The seconds that Discord asks to wait; 0 if it does not say."""
    headers = getattr(error.response, "headers", {})
    try:
        return float(headers.get("Retry-After", 0))
    except ValueError:  # a date, which HTTP allows
        return _MAX_RETRY_AFTER


async def send_answer(
    press: Interaction, content: str, send: Send, later: Send | None = None
) -> MessageId:
    """Send an answer to an interaction, with retries.

    Discord ignores nonces there. But the gateway reports each new message: one with this content
    that is newer than the first try is that try, of which only the response got lost.

    If the interaction was already answered with "thinking" and the response to that got lost,
    the answer is sent by `later`, which sends a followup.
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
        return _id(await with_retries(send, arrived))
    except discord.HTTPException as error:
        if error.code != _ACKNOWLEDGED:
            raise
        message: discord.Message = await press.original_response()
        if later is None or not message.flags.loading:
            return _id(message)
        return _id(await with_retries(later, arrived))


def _id(message: discord.abc.Snowflake) -> MessageId:
    return MessageId(message.id)


async def acknowledge(press: Interaction, **kind: bool) -> None:
    """Acknowledge an interaction by deferring its response, with one retry.

    Raises what `defer` raises. If the retry finds the interaction answered already, the first
    try succeeded and only its response got lost.
    """
    try:
        await press.response.defer(**kind)
    except UNSENT as error:
        if not _is_transient(error):
            raise
        await _acknowledge_again(press, **kind)


async def _acknowledge_again(press: Interaction, **kind: bool) -> None:
    try:
        await press.response.defer(**kind)
    except discord.HTTPException as error:
        if error.code != _ACKNOWLEDGED:
            raise
