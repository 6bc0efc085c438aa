"""Requests that discord.py does not make.

A page of messages, whatever stands in it; slash commands as Discord has them; and messages and
answers sent again without their buttons, for servers that accept none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from typing import Any, Final, NamedTuple

import discord
from discord.ext import commands
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

from bot.edge.discord_internals.answers import listed, message_id, reading
from bot.edge.recent import ButtonsTaken, without_buttons

_BATCH: Final = 100
"""The most messages that one request returns."""


class HistoryPage(NamedTuple):
    """Some messages of a channel, oldest first."""

    messages: list[discord.Message]
    newest: int | None
    """The id of the newest message of the page, even if that cannot be read."""
    is_last: bool
    """Whether there were no more messages in the channel."""


async def page_after(
    channel: discord.abc.Messageable, after: int, lost: Callable[[int, Exception], None]
) -> HistoryPage:
    """Return the next messages of a channel after an id, by one request.

    Like `Messageable.history`, but skips an unreadable message (such as a poll without its end):
    `lost` gets its id and the error.
    """
    target = await channel._get_channel()
    state = channel._state
    found = await state.http.logs_from(target.id, _BATCH, after=after)
    with reading("GET /channels/{channel_id}/messages"):
        ids = [message_id(content) for content in listed(found)]
    messages = []
    for id_, content in reversed(list(zip(ids, found, strict=True))):
        try:
            messages.append(state.create_message(channel=target, data=content))
        except Exception as error:
            lost(id_, error)
    return HistoryPage(messages, ids[0] if ids else None, len(ids) < _BATCH)


async def known_commands(bot: commands.Bot) -> list[dict[str, Any]]:
    """Return the commands that Discord has, as it writes them, with their translations."""
    assert bot.application_id is not None, "it has logged in"
    path = "/applications/{application_id}/commands"
    route = discord.http.Route("GET", path, application_id=bot.application_id)
    found = await bot.http.request(route, params={"with_localizations": "true"})
    with reading(f"GET {path}"):
        return [
            {**command, "name": str(command["name"]), "type": int(command["type"])}
            for command in listed(found)
        ]


async def command_payloads(
    bot: commands.Bot, group: str, order: Sequence[str]
) -> list[dict[str, Any]]:
    """Return the slash commands of a bot as they are uploaded.

    Those below `group` are in an order; what that leaves out comes last.
    """
    places = {name: place for place, name in enumerate(order)}
    translator = bot.tree.translator
    assert translator is not None, "the bot has set one"
    payloads = [
        await command.get_translated_payload(bot.tree, translator)
        for command in bot.tree.get_commands()
    ]
    for payload in payloads:
        if payload["name"] == group:
            payload["options"].sort(key=lambda option: places.get(option["name"], len(places)))
    return payloads


async def upload_commands(bot: commands.Bot, payloads: Sequence[Mapping[str, Any]]) -> None:
    """Upload commands, which take the place of all that Discord has."""
    assert bot.application_id is not None, "it has logged in"
    taken = [dict(payload) for payload in payloads]
    await bot.http.bulk_upsert_global_commands(bot.application_id, payload=taken)


_COMPONENTS: Final = "components"
_MESSAGE: Final = "payload_json"
"""The part of a form that is the message."""
_REFUSED: Final = re.compile(rf"\b{_COMPONENTS}\b(?P<part>\.)?")
"""What an error says about components: that none are allowed, or that a part is wrong."""
_LAYOUT: Final = discord.MessageFlags(components_v2=True).value
"""The flag of a message that is all components."""
_MODAL: Final = 9
"""The answer to a press that is a form: its fields are components, and it needs them."""

_ANSWERS: Final = "answers"
"""Stands for the channels of answers, whose requests do not name them."""

Parts = Iterable[dict[str, Any]]
Send = Callable[[Any, Any], Awaitable[Any]]
"""Sends a message, given as JSON or as the parts of a form."""


def guard_components(
    client: discord.Client,
    buttons: ButtonsTaken,
    layouts: ButtonsTaken,
    on_removed: Callable[[bool], None],
    *,
    foreign: bool = False,
) -> None:
    """Send a message, or an answer, again without its components if the server refuses them.

    Whether it accepts any is noted in `buttons`, which says when to leave them out from the start.
    `on_removed` is called for each message that is sent again, with whether the server now counts
    as one without components. A `foreign` server may also accept a message and silently drop its
    components. A message that is all components is nothing without them: only whether the server
    accepts those is noted, in `layouts`. Answers, which `guard_answers` guards first, are guarded
    for all clients of this process.
    """
    guard = _Guard(buttons, layouts, on_removed, foreign=foreign)
    request = client.http.request

    async def requested(
        route: discord.http.Route,
        *,
        files: Sequence[discord.File] | None = None,
        form: Parts | None = None,
        **options: Any,
    ) -> Any:
        async def send(body: Any, parts: Any) -> Any:
            body = {} if body is None else {"json": body}
            return await request(route, files=files, form=parts, **options, **body)

        place = route.channel_id
        return await guard.send(place, send, options.pop("json", None), form, files)

    client.http.request = requested  # type: ignore[method-assign] # there is no public way
    adapter = async_context.get()
    if type(adapter) is not AsyncWebhookAdapter:  # the one of all clients
        return
    answer = adapter.request

    async def answered(
        route: Any,
        session: Any,
        *,
        payload: dict[str, Any] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        files: Sequence[discord.File] | None = None,
        **options: Any,
    ) -> Any:
        async def send(body: Any, parts: Any) -> Any:
            more = {"payload": body, "multipart": parts, "files": files, **options}
            return await answer(route, session, **more)

        return await guard.send(_ANSWERS, send, payload, multipart, files)

    adapter.request = answered  # type: ignore[method-assign] # likewise


@dataclass(frozen=True, slots=True)
class _Guard:
    """Leaves out components that a server does not take."""

    buttons: ButtonsTaken
    layouts: ButtonsTaken
    on_removed: Callable[[bool], None]
    foreign: bool

    async def send(
        self,
        place: Hashable,
        send: Send,
        body: Any,
        form: Parts | None,
        files: Sequence[discord.File] | None,
    ) -> Any:
        """Send a message as it is, else without its components."""
        parts = None if form is None else list(form)
        messages = _messages(body, parts)
        if _is_layout(messages):
            return await self._send_layout(place, partial(send, body, parts))
        if self.buttons.may_try:
            try:
                found = await send(body, parts)
            except discord.HTTPException as error:
                words = _REFUSED.search(str(error.text))  # a server may tell anything there
                if error.status != HTTPStatus.BAD_REQUEST or words is None or _changes_kind(error):
                    raise
                # a part is wrong in this message, which says nothing about others
                self.on_removed(words["part"] is None and self.buttons.refused(place))
            else:
                self._note(place, messages, found)
                return found
            for file in files or ():
                file.reset()
        bare = None if parts is None else [_bare_part(part) for part in parts]
        return await send(_bare(body), bare)

    async def _send_layout(self, place: Hashable, send: Callable[[], Awaitable[Any]]) -> Any:
        """Send a message that is all components, and note whether it was accepted."""
        try:
            found = await send()
        except discord.HTTPException as error:
            if error.status == HTTPStatus.BAD_REQUEST and _REFUSED.search(str(error.text)):
                self.layouts.refused(place)
            raise
        self.layouts.accepted()
        return found

    def _note(self, place: Hashable, sent: Parts, found: Any) -> None:
        """Note whether components that were sent have been accepted."""
        if not any(message.get(_COMPONENTS) for message in sent) or not _is_message(found):
            return
        if found.get(_COMPONENTS) or not self.foreign:
            self.buttons.accepted()
        else:
            self.on_removed(self.buttons.refused(place))


def _bare(body: Any) -> Any:
    """A message, or an answer with a message in it, without its components."""
    if not isinstance(body, dict) or body.get("type") == _MODAL:
        return body
    kept = {name: field for name, field in body.items() if name != _COMPONENTS}
    if "content" in kept and (words := without_buttons.get()) is not None:
        kept["content"] = words
    return {**kept, "data": _bare(body["data"])} if "data" in kept else kept


def _bare_part(part: dict[str, Any]) -> dict[str, Any]:
    """A part of a form: in a message with files, one part is the message."""
    if part["name"] != _MESSAGE:
        return part
    return {**part, "value": json.dumps(_bare(json.loads(part["value"])))}


def _is_layout(sent: Parts) -> bool:
    """Whether a message, or an answer with a message in it, is all components."""
    messages = (message.get("data") or message for message in sent)
    return any((message.get("flags") or 0) & _LAYOUT for message in messages)


def _changes_kind(error: discord.HTTPException) -> bool:
    """Whether a message that is all components was to become another."""
    return "components_v2" in str(error.text).lower()


def _messages(body: Any, parts: Parts | None) -> list[dict[str, Any]]:
    """The message that is sent as JSON, or as a part of a form."""
    words = [part["value"] for part in parts or () if part["name"] == _MESSAGE]
    return [one for one in (body, *map(json.loads, words)) if isinstance(one, dict)]


def _is_message(found: Any) -> bool:
    """Whether a server has returned a message."""
    return isinstance(found, dict) and "channel_id" in found
