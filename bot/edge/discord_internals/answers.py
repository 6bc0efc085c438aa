"""Answers that discord.py mistakes: such as are none of Discord's, and such as got lost."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Final

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_UNREADABLE: Final = (TypeError, ValueError, LookupError, AttributeError)
"""What discord.py raises where an answer has not the form that it expects."""
_ENDED: Final = "Session is closed"
"""What aiohttp says with a RuntimeError to who asks for something when the program ends."""
_OF_MESSAGES: Final = re.compile(r"/messages(/\{message_id\})?$|^/webhooks/|/callback$")
"""The paths of the requests that post or change a message."""
_PARTS: Final[Mapping[str, tuple[str, ...]]] = {
    "/channels/{channel_id}": ("id", "type"),
    "/guilds/{guild_id}/members/{member_id}": ("user", "roles"),
    "/users/@me/channels": ("id", "type"),
}
"""What an answer must have, by the path of the request."""
_READ: Final = {
    "application_info": "GET /oauth2/applications/@me",
    "fetch_application_emojis": "GET /applications/{application_id}/emojis",
    "create_application_emoji": "POST /applications/{application_id}/emojis",
    "fetch_channel": "GET /channels/{channel_id}",
    "fetch_user": "GET /users/{user_id}",
}
"""The methods of a client that read an answer, and what they ask for."""


@contextmanager
def reading(request: str) -> Iterator[None]:
    """Raise a `ClientError` where the block cannot read the answer to a request."""
    try:
        yield
    except _UNREADABLE as error:
        raise _unreadable(request) from error


def listed(found: Any) -> list[dict[str, Any]]:
    """Return an answer that is a list of objects. Raises TypeError for any other."""
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise TypeError("no list of objects")
    return found


def _unreadable(request: str) -> aiohttp.ClientPayloadError:
    return aiohttp.ClientPayloadError(f"the answer to {request} cannot be read")


def guard_answers(client: discord.Client) -> None:
    """Raise a `ClientError` for an answer that cannot be read, as for one that got lost.

    discord.py believes that every answer has the form of Discord's. Of others, such as the page of
    a proxy, it raises a TypeError or the like, or takes them for a message. What is asked for in
    the last moment of the program gets no answer, either.
    """
    http = client.http
    http.static_login = _checked_login(client, http.static_login)  # type: ignore[method-assign, assignment] # no public way
    http.get_bot_gateway = _read(http.get_bot_gateway, "GET /gateway/bot")  # type: ignore[method-assign] # likewise
    for name, words in _READ.items():
        setattr(client, name, _read(getattr(client, name), words))
    client.http.request = _readable(client.http.request)  # type: ignore[method-assign] # no public way
    adapter = async_context.get()
    if type(adapter) is AsyncWebhookAdapter:  # the one of all clients, however many there are
        request = partial(AsyncWebhookAdapter.request, adapter)
        adapter.request = _readable(request)  # type: ignore[method-assign] # likewise


def _readable(request: Callable[..., Awaitable[Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    async def readable(route: discord.http.Route, *args: Any, **options: Any) -> Any:
        words = f"{route.method} {route.path}"
        try:
            found = await request(route, *args, **options)
        except _UNREADABLE as error:
            raise _unreadable(words) from error
        except RuntimeError as error:
            if str(error) != _ENDED:
                raise
            raise aiohttp.ClientConnectionError(_ENDED) from error
        writes = route.method in {"POST", "PATCH"} and _OF_MESSAGES.search(route.path)
        parts = _PARTS.get(route.path, ())
        if (isinstance(found, str) and found) or (
            (writes or parts)
            and not (found and isinstance(found, dict) and found.keys() >= {*parts})
        ):
            raise _unreadable(words)
        return found

    return readable


def _read(
    ask: Callable[..., Awaitable[Any]], request: str
) -> Callable[..., Coroutine[Any, Any, Any]]:
    async def read(*args: Any, **options: Any) -> Any:
        with reading(request):
            return await ask(*args, **options)

    return read


def _checked_login(
    client: discord.Client, log_in: Callable[[str], Awaitable[Any]]
) -> Callable[[str], Coroutine[Any, Any, Any]]:
    async def checked(token: str) -> Any:
        user = await log_in(token)
        with reading("GET /users/@me"):
            discord.ClientUser(state=client._connection, data=user)
        return user

    return checked


def mark_answered(press: discord.Interaction[Any]) -> None:
    """Let discord.py know that an interaction has had its first answer: what comes is a follow-up.

    It does not know if the receipt of the first answer got lost.
    """
    if not press.response.is_done():
        press.response._response_type = discord.InteractionResponseType.deferred_message_update
