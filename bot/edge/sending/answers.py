"""Answers interactions: presses, slash commands and forms.

An interaction takes one first answer, within three seconds; all others are follow-ups. discord.py
retries both. If a first answer has arrived and only its receipt got lost, Discord refuses the next
try as already answered: that is no failure, and the next answer is a follow-up.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import suppress
from itertools import takewhile
from typing import Any, Final, Protocol, TypeVar

import discord
from discord import ui

from bot.edge.discord_internals.answers import mark_answered, words_in, words_of
from bot.edge.sending.messages import Under, as_send, channel_errors, send_as_taken, with_retries
from bot.edge.sending.refusals import (
    REFUSED,
    UNSENT,
    is_answered,
    is_expired,
    reason,
    seconds_closed,
)
from bot.match.session import MessageId
from bot.show.page import Page

log = logging.getLogger(__name__)

T = TypeVar("T")

Interaction = discord.Interaction[Any]
Parts = Callable[[], dict[str, Any]]
"""Makes the parts of a message anew for each try: a file is read only once."""


class Changeable(Protocol):
    """Something that was sent and can be changed or deleted, such as a message of Discord's."""

    async def edit(self, *, content: str | None = ...) -> Any:
        """Replace its words."""

    async def delete(self) -> None:
        """Take it away."""


_RETRIED_AFTER: Final = 1.0
"""The seconds that discord.py waits before it retries a follow-up."""
_PRIVATE: Final = {"ephemeral": True}
_on_their_way: Final[set[asyncio.Task[None]]] = set()
"""First answers. They are kept here because asyncio may lose a running task."""


def can_only_answer(press: Interaction) -> bool:
    """Whether the bot is not a member where an interaction comes from: it can only answer."""
    if press.guild_id is None:
        return press.context.private_channel is True
    return press.client.get_guild(press.guild_id) is None


def give_meanwhile(first: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
    """Begin to give a first answer that only says to wait."""
    task = asyncio.create_task(_given(first))
    _on_their_way.add(task)
    task.add_done_callback(_on_their_way.discard)
    return task


async def _given(response: Coroutine[Any, Any, None]) -> None:
    """Give a first answer. What was done counts without it, and is shown some other way."""
    try:
        await response
    except UNSENT as error:
        log.info("an interaction was not acknowledged: %s", reason(error))


async def acknowledge(press: Interaction, **kind: bool) -> None:
    """Acknowledge an interaction by deferring its response. Raises what `defer` raises."""
    if not press.response.is_done():
        await _first(press, lambda: press.response.defer(**kind))


async def open_form(press: Interaction, form: discord.ui.Modal) -> None:
    """Answer a press with a form, which has to be the first answer."""
    await _first(press, lambda: press.response.send_modal(form))


async def launch(press: Interaction) -> None:
    """Answer a press by opening the application's activity, which has to be the first answer."""
    await _first(press, press.response.launch_activity)


async def change_pressed(press: Interaction, **parts: Any) -> None:
    """Change the message that was pressed, even if the press cannot be answered (any more)."""
    if press.response.is_done():
        await with_retries(lambda: press.edit_original_response(**parts))
        return
    try:
        await _first(press, lambda: press.response.edit_message(**parts))
    except REFUSED:
        message = press.message
        if message is None or message.flags.ephemeral or can_only_answer(press):
            raise
        await with_retries(lambda: message.edit(**parts))


async def answer(press: Interaction, parts: Parts, *, private: bool = False) -> discord.Message:
    """Send a message in answer to an interaction: once, and to one person alone if `private`.

    Discord ignores nonces there. But the gateway reports each new message that everybody sees:
    one with this content that is newer than the first try is that try.
    """
    found = _nothing if private else _posted_since(press, _words(**parts()))

    def arrived() -> discord.Message | None:
        return next(found(), None)

    kind: dict[str, Any] = _PRIVATE if private else {}
    if not press.response.is_done():
        first = await _first(press, lambda: _respond(press, {**parts(), **kind}), arrived)
        if first is not None:
            return first
        original = await with_retries(press.original_response)
        if _is_answer(press, original):
            return original
    begun = asyncio.get_running_loop().time()
    follow = press.followup.send
    sent = await with_retries(lambda: follow(**parts(), **kind, wait=True), arrived)
    if asyncio.get_running_loop().time() - begun < _RETRIED_AFTER:
        return sent
    return await _without_double(sent, found())


async def answer_in_channel(press: Interaction, parts: Parts, nonce: str) -> discord.Message:
    """Answer an interaction for everybody. If Discord takes no answer, post in its channel."""
    try:
        return await answer(press, parts)
    except REFUSED as error:
        channel, closed = press.channel, seconds_closed(error) > 0
        if not (closed or is_expired(error)) or can_only_answer(press):
            raise
        if not isinstance(channel, discord.abc.Messageable):
            raise
    return await with_retries(lambda: channel.send(**parts(), nonce=nonce))


async def send_answer(
    press: discord.Interaction[Any], page: Page, buttons: Under | None, nonce: str
) -> MessageId:
    """Answer a press or a slash command with a page for everybody; raises ChannelClosed.

    If that is too late, the page is posted in the channel.
    """
    with channel_errors(press):
        sent = await send_as_taken(
            page,
            buttons,
            lambda page, view: answer_in_channel(press, lambda: as_send(page, view), nonce),
        )
        return MessageId(sent.id)


async def post_answer(
    press: Interaction, content: str, *, private: bool = False, **parts: Any
) -> discord.Message:
    """Answer an interaction with words: to one person alone if `private`.

    A public one is posted in the channel if it is too late for an answer.
    """
    message = {"content": content, **parts}
    if private:
        return await answer(press, lambda: message, private=True)
    return await answer_in_channel(press, lambda: message, secrets.token_hex(8))


async def _first(
    press: Interaction,
    send: Callable[[], Awaitable[T]],
    arrived: Callable[[], T | None] | None = None,
) -> T | None:
    """Give the first answer, with retries. None if Discord has had it, or another one, already."""
    try:
        sent = await with_retries(send, arrived)
    except discord.HTTPException as error:
        if not is_answered(error):
            raise
        sent = None
    mark_answered(press)
    return sent


async def _respond(press: Interaction, parts: dict[str, Any]) -> discord.Message | None:
    """Send a message as the first answer. None if the server does not return it."""
    sent = await press.response.send_message(**parts)
    return sent.resource if isinstance(sent.resource, discord.InteractionMessage) else None


def _is_answer(press: Interaction, first: discord.Message) -> bool:
    """Whether the first answer is a message: not "thinking", nor the message that was pressed."""
    pressed = press.message
    return not first.flags.loading and (pressed is None or pressed.id != first.id)


async def _without_double(
    sent: discord.Message, found: Iterator[discord.Message]
) -> discord.Message:
    """Return the first of the messages that several tries have posted, and delete this later one.

    discord.py itself retries a follow-up, also one that had arrived.
    """
    earlier = [message for message in found if message.id < sent.id]
    if not earlier:
        return sent
    with suppress(*UNSENT):
        await sent.delete()
    return earlier[-1]


def _words(content: str = "", view: ui.View | ui.LayoutView | None = None, **_: Any) -> str:
    """What a message with these parts will say."""
    return words_of({"content": content, "components": view.to_components() if view else []})


def _posted_since(press: Interaction, content: str) -> Callable[[], Iterator[discord.Message]]:
    """Return a function that finds messages of the bot with this content posted from now on."""
    own: deque[discord.Message] = press.client.own_messages
    newest = own[-1].id if own else 0

    def found() -> Iterator[discord.Message]:
        for posted in takewhile(lambda posted: posted.id > newest, reversed(own)):
            if (posted.channel.id, words_in(posted)) == (press.channel_id, content):
                yield posted

    return found


def _nothing() -> Iterator[discord.Message]:
    """The gateway does not report messages for one person alone."""
    return iter(())
