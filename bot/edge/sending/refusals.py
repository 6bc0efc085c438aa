"""What has happened when Discord refuses a request.

Discord's JSON code decides, never the status alone: proxies also answer with 403 or 404.
"""

from __future__ import annotations

import re
from datetime import datetime
from http import HTTPStatus
from textwrap import shorten
from typing import Final

import aiohttp
import discord

from bot.edge.discord_internals.servers import client_of
from bot.edge.recent import DiscordClock
from bot.errors import ChannelClosed
from bot.monitoring.reach import unreached

_MISSING_PERMISSIONS: Final = 50013
_UNKNOWN_CHANNEL: Final = 10003
_CLOSED: Final = frozenset((_UNKNOWN_CHANNEL, 50001, _MISSING_PERMISSIONS))
"""A channel that is unknown, hidden from the bot, or closed to it."""
_EXPIRED: Final = frozenset((10062, 10015, 50027))
"""An interaction that was answered too late: after three seconds, or after fifteen minutes, when
its token has expired."""
_ANSWERED: Final = 40060
"""An interaction that has had its first answer."""
_UNKNOWN_MESSAGE: Final = 10008
_HAS_THREAD: Final = 160004
"""A message below which a thread was opened already: there are bots that do that to each."""
_LOCKED: Final = frozenset((30046, 50083))
"""A message that is older than an hour and was edited too often, or in a thread that is archived
until something is posted there."""
_LAYOUT: Final = re.compile("components_v2", re.IGNORECASE)
"""What an error says about a message that is one of components, and has to stay that."""
_OF_LAYOUTS: Final = re.compile(r"components|flags|empty message", re.IGNORECASE)
"""What an error says about a message of components: of them, of its flag, or that it is empty."""
_UNKNOWN_PERSON: Final = frozenset((10007, 10013))
"""A member whom the server does not have, or a user whom Discord does not have."""
_NO_DIRECT_MESSAGES: Final = 50007
_TAKES_NONE: Final = frozenset((_NO_DIRECT_MESSAGES, 50278))
"""A person who has closed their direct messages, or shares no server with the bot."""
_NOT_TAKEN: Final = frozenset(
    (
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
    )
)
_OF_FILES: Final = frozenset((0, 40005, _MISSING_PERMISSIONS, 50035, 50046, 50109))
"""What a server says about a file: nothing, too large, no permission, not valid, not read, no
JSON."""
_COMMANDS_FULL: Final = 30034
"""More new commands than an application may have in a day."""
_NAMED: Final = {
    "UNKNOWN_CHANNEL": 10003,
    "UNKNOWN_MEMBER": 10007,
    "UNKNOWN_MESSAGE": 10008,
    "UNKNOWN_USER": 10013,
    "MISSING_ACCESS": 50001,
    "CANNOT_SEND_MESSAGES_TO_USER": _NO_DIRECT_MESSAGES,
    "MISSING_PERMISSIONS": _MISSING_PERMISSIONS,
}
"""Discord's codes by the names that other servers of its protocol give instead of them.

Source: https://www.mintlify.com/fluxerapp/fluxer/topics/error-codes"""
_MAX_RETRY_AFTER: Final = 5.0
"""The longest `Retry-After` in seconds that is waited for."""


def is_closed(error: Exception) -> bool:
    """Whether a channel is gone, or closed to the bot."""
    return _code(error) in _CLOSED


def end_of_time_out(error: Exception, place: object) -> datetime | None:
    """Until when the bot lacks a permission, by a time-out in the server of a place; else None."""
    me = getattr(getattr(place, "guild", None), "me", None)
    if not isinstance(me, discord.Member) or _code(error) != _MISSING_PERMISSIONS:
        return None
    return me.timed_out_until if is_in_time_out(me) else None


def is_in_time_out(me: discord.Member) -> bool:
    """Whether a moderator has taken the right to write from the bot for a time.

    That time is Discord's, which the host's clock need not match.
    """
    until, clock = me.timed_out_until, client_of(me).clock
    assert isinstance(clock, DiscordClock), "only the bot asks"
    return until is not None and clock.now() < until


def is_expired(error: Exception) -> bool:
    """Whether it is too late to answer an interaction. The bot may still write to its channel."""
    return _code(error) in _EXPIRED


def is_answered(error: Exception) -> bool:
    """Whether an interaction has had its first answer: then an earlier try had arrived."""
    return _code(error) == _ANSWERED


def is_deleted(error: Exception) -> bool:
    """Whether the message to be changed is gone."""
    return _code(error) == _UNKNOWN_MESSAGE


def is_gone(error: Exception) -> bool:
    """Whether a message or its channel was deleted."""
    return _code(error) in {_UNKNOWN_MESSAGE, _UNKNOWN_CHANNEL}


def takes_no_thread(error: Exception) -> bool:
    """Whether no thread can be opened below a message: it is gone, or has one already."""
    return is_deleted(error) or _code(error) == _HAS_THREAD


def cannot_change(error: Exception) -> bool:
    """Whether a message cannot be changed, but another one may be posted."""
    locked = is_deleted(error) or _code(error) in _LOCKED or stays_layout(error)
    return locked or seconds_closed(error) > 0


def seconds_closed(error: Exception) -> float:
    """For how many seconds Discord takes nothing more where a request was made; 0 if it may."""
    return error.retry_after if isinstance(error, discord.RateLimited) else 0.0


def stays_layout(error: Exception) -> bool:
    """Whether a message of components was to be changed into an ordinary one."""
    refused = isinstance(error, discord.HTTPException) and error.status == HTTPStatus.BAD_REQUEST
    return refused and _LAYOUT.search(str(error)) is not None


def refuses_layout(error: discord.HTTPException) -> bool:
    """Whether a server does not take a message of components."""
    return error.status == HTTPStatus.BAD_REQUEST and _OF_LAYOUTS.search(error.text) is not None


def is_unknown_person(error: Exception) -> bool:
    """Whether there is no such member or user."""
    return _code(error) in _UNKNOWN_PERSON


def takes_no_messages(error: Exception) -> bool:
    """Whether a person accepts no direct messages from the bot, or is gone."""
    return is_unknown_person(error) or _code(error) in _TAKES_NONE


def refuses_files(error: Exception) -> bool:
    """Whether a message may be accepted without its files: they are too large, or not wanted there.

    A missing permission may be that for files, and a proxy may refuse anything but JSON.
    """
    if not isinstance(error, discord.HTTPException) or error.status not in _NOT_TAKEN:
        return False
    return _code(error) in _OF_FILES


def is_full_of_commands(error: Exception) -> bool:
    """Whether Discord accepts no new commands today."""
    return _code(error) == _COMMANDS_FULL


def is_refused(error: Exception) -> bool:
    """Whether a request was refused, by Discord or before it: repeated often, that bans the bot."""
    if isinstance(error, ChannelClosed):
        return True
    if not isinstance(error, discord.HTTPException):
        return False
    if is_full_of_commands(error):
        return True
    answered = HTTPStatus.BAD_REQUEST <= error.status < HTTPStatus.INTERNAL_SERVER_ERROR
    return answered and error.status != HTTPStatus.TOO_MANY_REQUESTS


def is_refused_for_good(error: Exception) -> bool:
    """Whether Discord has understood a request and said no, for longer than an hour.

    It says so with a code. A proxy that is in trouble has none.
    """
    return is_refused(error) and bool(getattr(error, "code", True))


def opens_no_thread(error: Exception) -> bool:
    """Whether Discord says that it opens no thread in a channel, now or for a while.

    A server may have too many of them, the channel may be of a kind that takes none, and so on.
    """
    put_off = isinstance(error, discord.RateLimited) or (
        isinstance(error, discord.HTTPException)
        and error.status == HTTPStatus.TOO_MANY_REQUESTS
        and not is_transient(error)
    )
    return put_off or is_refused_for_good(error)


def is_transient(error: Exception) -> bool:
    """Whether a retry may help at once: after a failure of Discord or of the connection.

    After a long `Retry-After` it does not; then the recovery shows what is missing later.
    """
    if isinstance(error, discord.RateLimited):
        return False
    if not isinstance(error, discord.HTTPException):
        return True
    if error.status == HTTPStatus.TOO_MANY_REQUESTS:
        return _retry_after(error) <= _MAX_RETRY_AFTER
    return error.status >= HTTPStatus.INTERNAL_SERVER_ERROR


def _code(error: Exception) -> int:
    """Discord's code; 0 if there is none, or something else in its place."""
    code: object = error.code if isinstance(error, discord.HTTPException) else 0
    if isinstance(code, str):  # as another server has named it
        return _NAMED.get(code, 0)
    return code if isinstance(code, int) else 0


def _retry_after(error: discord.HTTPException) -> float:
    """The seconds that Discord asks to wait; 0 if it does not say."""
    headers = getattr(error.response, "headers", {})
    try:
        return float(headers.get("Retry-After", 0))
    except ValueError:  # a date, which HTTP allows
        return _MAX_RETRY_AFTER


REFUSED: Final = (discord.HTTPException, discord.RateLimited)
"""The errors of a request that Discord refused, or has refused before for some time."""
UNSENT: Final = (*REFUSED, aiohttp.ClientError, OSError)
"""The errors of a request that Discord refused, or that got lost on the way there or back."""
_REASON_LENGTH: Final = 200
"""The most characters of an error in the log. Some errors contain the whole page of a proxy."""


def reason(error: Exception) -> str:
    """What went wrong, in one line."""
    words = unreached(error) or str(error) or type(error).__name__
    return shorten(words, _REASON_LENGTH, placeholder=" ...")
