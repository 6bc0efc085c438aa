"""Answers that discord.py misreads: those that are not Discord's, and those that got lost."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.edge.discord_internals.limits import ClosedRoutes
from bot.match.messages import LARGEST

Payload = Mapping[str, Any]
ReportedMessages = Callable[[], Iterator[discord.Message]]
"""The messages of the bot that the gateway has recently reported, newest first."""

_UNREADABLE: Final = (TypeError, ValueError, LookupError, AttributeError, RecursionError)
"""What discord.py raises where an answer has another form, or is nested too deep."""
_UNREACHED: Final = (aiohttp.ClientError, OSError)
"""What is raised where no answer came. A certificate that is not trusted is a ValueError too."""
_ENDED: Final = "Session is closed"
"""What aiohttp's RuntimeError says to a request made while the program ends."""
_OF_MESSAGES: Final = re.compile(r"/messages(/\{message_id\})?$|^/webhooks/")
"""The paths of the requests that post a message, or that change one."""
_CHANGED: Final = re.compile(r"/messages/(?P<number>\d+|@original)$")
"""The end of the address of a request that changes a message."""
_CALLBACK: Final = "/callback"
"""The end of the path of a first answer to an interaction."""
_WITH_MESSAGE: Final = 4
"""The first answer that is a message."""
_PRIVATE: Final = 1 << 6
"""The flag of a message for one person alone, which the gateway does not report."""
_IGNORED: Final = re.compile(r"^(?:PUT|DELETE) |/typing$")
"""The requests whose answer nobody reads."""
_TRIES: Final = 20
"""How often to look for a message that the gateway may report after the answer."""
_PAUSE: Final = 0.1
"""Seconds between two of these tries."""
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
_LONGEST: Final = 60.0
"""Seconds for an answer to an interaction, several waits for rate limits included."""
_status: ContextVar[int] = ContextVar("status", default=0)
"""The status of the last answer to the current request; 0 if none has come."""


@contextmanager
def reading(request: str) -> Iterator[None]:
    """Raise a `ClientError` where the block cannot read the answer to a request."""
    try:
        yield
    except _UNREACHED:
        raise
    except _UNREADABLE as error:
        raise _unreadable(request) from error


def listed(found: Any) -> list[dict[str, Any]]:
    """Return an answer that is a list of objects. Raises TypeError for any other."""
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise TypeError("no list of objects")
    return found


def message_id(found: Any) -> int:
    """Return the id of a message in an answer. Raises ValueError for one that cannot be stored."""
    id_ = int(found["id"])
    if not 0 < id_ <= LARGEST:
        raise ValueError("no message has this id")
    return id_


def _unreadable(request: str) -> aiohttp.ClientPayloadError:
    return aiohttp.ClientPayloadError(f"the answer to {request} cannot be read")


async def note_status(
    _session: object, _context: SimpleNamespace, ended: aiohttp.TraceRequestEndParams
) -> None:
    """Let `guard_answers` know the status of an answer, at the end of a request."""
    _status.set(ended.response.status)


def guard_answers(
    client: discord.Client,
    own: ReportedMessages = lambda: iter(()),
    closed: ClosedRoutes | None = None,
) -> None:
    """Keep an unreadable answer from undoing what was done, or from being taken for a message.

    discord.py believes that every answer has Discord's form. For others, such as the page of a
    proxy, it raises a TypeError or the like, or takes them for a message. After a success status a
    message is posted or changed, whatever the answer looks like: then one is made up from what was
    sent, with the id that the gateway reports. Otherwise it is a `ClientError`, as for an answer
    that got lost; so is a request in the last moment of the program. An answer to an interaction
    that takes too long is a TimeoutError, and nothing is sent on a route that is `closed`.
    """
    guard, http = _Guard(client, own, closed or ClosedRoutes()), client.http
    http.static_login = _checked_login(client, http.static_login)  # type: ignore[method-assign, assignment] # no public way
    http.get_bot_gateway = _read(http.get_bot_gateway, "GET /gateway/bot")  # type: ignore[method-assign] # likewise
    for name, words in _READ.items():
        setattr(client, name, _read(getattr(client, name), words))
    client.http.request = guard.guarded(client.http.request)  # type: ignore[method-assign] # no public way
    adapter = async_context.get()
    if type(adapter) is AsyncWebhookAdapter:  # the one of all clients, however many there are
        request = partial(AsyncWebhookAdapter.request, adapter)
        adapter.request = guard.guarded(_in_time(request))  # type: ignore[method-assign] # likewise


def _in_time(request: Callable[..., Awaitable[Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    """The same request, which is given up when it takes too long."""

    async def in_time(*args: Any, **options: Any) -> Any:
        async with asyncio.timeout(_LONGEST):
            return await request(*args, **options)

    return in_time


@dataclass(frozen=True, slots=True)
class _Guard:
    """Reads what a client is answered."""

    client: discord.Client
    own: ReportedMessages
    closed: ClosedRoutes

    def guarded(
        self, request: Callable[..., Awaitable[Any]]
    ) -> Callable[..., Coroutine[Any, Any, Any]]:
        """The same request, whose answers can be read."""

        async def readable(route: discord.http.Route, *args: Any, **options: Any) -> Any:
            _status.set(0)
            newest = next((message.id for message in self.own()), 0)
            words = f"{route.method} {route.path}"
            try:
                with self.closed.entered(route):
                    found = await request(route, *args, **options)
                if self._is_readable(route, found):
                    return found
            except (aiohttp.ClientConnectorError, aiohttp.InvalidURL):  # some are a ValueError too
                raise
            except (*_UNREADABLE, aiohttp.ClientPayloadError) as error:
                if not HTTPStatus.OK <= _status.get() < HTTPStatus.MULTIPLE_CHOICES:
                    raise _unreadable(words) from error
            except RuntimeError as error:
                if str(error) != _ENDED:
                    raise
                raise aiohttp.ClientConnectionError(_ENDED) from error
            return await self._made_up(route, _sent(options), newest, words)

        return readable

    @staticmethod
    def _is_readable(route: discord.http.Route, found: Any) -> bool:
        """Whether discord.py can read an answer."""
        try:
            if _is_callback(route):
                int(found["interaction"]["id"])
                resource = found.get("resource") or {}
                return "message" not in resource or _is_message(resource["message"])
            if _writes_message(route):
                return _is_message(found)
            if parts := _PARTS.get(route.path):
                return isinstance(found, dict) and found.keys() >= {*parts}
        except _UNREADABLE:
            return False
        return not (isinstance(found, str) and found)

    async def _made_up(
        self, route: discord.http.Route, sent: Payload, newest: int, words: str
    ) -> Any:
        """Stands in for an unreadable answer to a request that succeeded."""
        if _is_callback(route):
            made: dict[str, Any] = {"interaction": {"id": "0", "type": 3}}
            if sent.get("type") == _WITH_MESSAGE:
                message = self._message(sent["data"], await self._number(sent["data"], newest))
                made["resource"] = {"type": _WITH_MESSAGE, "message": message}
            return made
        if _writes_message(route):
            if (changed := _CHANGED.search(route.url)) is None:
                return self._message(sent, await self._number(sent, newest))
            number = changed["number"]
            return self._message(sent, int(number) if number.isdecimal() else _unused_id())
        if _IGNORED.search(f"{route.method} {route.path}"):
            return None
        raise _unreadable(words)

    def _message(self, sent: Payload, number: int) -> dict[str, Any]:
        """A message as it was sent."""
        user = self.client.user
        assert user is not None, "the bot has logged in"
        author = {"id": user.id, "username": user.name, "discriminator": user.discriminator}
        kept = {name: sent[name] for name in ("components", "flags", "nonce") if sent.get(name)}
        return {
            **kept,
            "id": number,
            "channel_id": 0,  # only follow-ups are read, and nobody asks where they are
            "type": 0,
            "author": {**author, "avatar": None, "bot": True},
            "content": sent.get("content") or "",
        }

    async def _number(self, sent: Payload, newest: int) -> int:
        """The id of a new message, as the gateway reports it; else one that no message has."""
        if not (sent.get("flags") or 0) & _PRIVATE:
            for _ in range(_TRIES):
                for message in self.own():
                    if message.id > newest and _is_same(message, sent):
                        return message.id
                await asyncio.sleep(_PAUSE)
        return _unused_id()


def _is_message(found: Any) -> bool:
    """Whether an answer has what no message lacks. Raises one of `_UNREADABLE` if it has not."""
    message_id(found)
    return isinstance(found["content"], str) and "type" in found and "id" in found["author"]


def _unused_id() -> int:
    """A current id that no message has: changing it fails, and another message is posted."""
    return discord.utils.time_snowflake(discord.utils.utcnow())


def _is_same(message: discord.Message, sent: Payload) -> bool:
    """Whether a message is the one that was sent: by its nonce, if it has one."""
    if nonce := sent.get("nonce"):
        return str(message.nonce) == str(nonce)
    return words_in(message) == words_of(sent)


def words_in(message: discord.Message | discord.MessageSnapshot) -> str:
    """What a message says, or one that it forwards: its content, or the texts in its components."""
    components = [part.to_dict() for part in message.components]
    return words_of({"content": message.content, "components": components})


def words_of(sent: Payload) -> str:
    """What a message says as it is sent: its content, or the texts in its components."""
    return sent.get("content") or "\n".join(_texts(sent.get("components") or ()))


def _texts(components: Iterable[Payload]) -> Iterator[str]:
    for part in components:
        if part.get("type") == discord.ComponentType.text_display.value:
            yield part["content"]
        yield from _texts(part.get("components") or ())


def _is_callback(route: discord.http.Route) -> bool:
    return route.path.endswith(_CALLBACK)


def _writes_message(route: discord.http.Route) -> bool:
    return route.method in {"POST", "PATCH"} and _OF_MESSAGES.search(route.path) is not None


def _sent(options: Mapping[str, Any]) -> Payload:
    """What was sent as JSON, or as the first part of a form."""
    body = options.get("json") or options.get("payload")
    parts = options.get("form") or options.get("multipart") or ()
    words = next((part["value"] for part in parts if part["name"] == "payload_json"), "{}")
    found = body or json.loads(words)
    return found if isinstance(found, dict) else {}


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
    """Let discord.py know that an interaction has had its first answer: the next is a follow-up.

    It does not know if the receipt of the first answer got lost.
    """
    if not press.response.is_done():
        press.response._response_type = discord.InteractionResponseType.deferred_message_update
