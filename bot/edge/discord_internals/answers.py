"""Answers that discord.py mistakes: such as are none of Discord's, and such as got lost."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Coroutine, Iterator
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


def guard_answers(client: discord.Client) -> None:
    """Raise a `ClientError` for an answer that cannot be read, as for one that got lost.

    discord.py believes that every answer has the form of Discord's. Of others, such as the page of
    a proxy, it raises a TypeError or the like, or takes them for a message. What is asked for in
    the last moment of the program gets no answer, either.
    """
    client.http.request = _readable(client.http.request)  # type: ignore[method-assign] # no public way
    adapter = async_context.get()
    if type(adapter) is AsyncWebhookAdapter:  # the one of all clients, however many there are
        request = partial(AsyncWebhookAdapter.request, adapter)
        adapter.request = _readable(request)  # type: ignore[method-assign] # likewise


@contextmanager
def readable(what: str) -> Iterator[None]:
    """Raise a `ClientError` where an answer is JSON, and has not the form that is expected."""
    try:
        yield
    except _UNREADABLE as error:
        raise aiohttp.ClientPayloadError(f"{what} cannot be read") from error


def _readable(request: Callable[..., Awaitable[Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    async def readable(route: discord.http.Route, *args: Any, **options: Any) -> Any:
        words = f"the answer to {route.method} {route.path} cannot be read"
        try:
            found = await request(route, *args, **options)
        except _UNREADABLE as error:
            raise aiohttp.ClientPayloadError(words) from error
        except RuntimeError as error:
            if str(error) != _ENDED:
                raise
            raise aiohttp.ClientConnectionError(_ENDED) from error
        writes = route.method in {"POST", "PATCH"} and _OF_MESSAGES.search(route.path)
        if (isinstance(found, str) and found) or (
            writes and not (found and isinstance(found, dict))
        ):
            raise aiohttp.ClientPayloadError(words)
        return found

    return readable


def mark_answered(press: discord.Interaction[Any]) -> None:
    """Let discord.py know that an interaction has had its first answer: what comes is a follow-up.

    It does not know if the receipt of the first answer got lost.
    """
    if not press.response.is_done():
        press.response._response_type = discord.InteractionResponseType.deferred_message_update
