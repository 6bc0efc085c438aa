"""Where games are shown: a channel, the answer to a command, the answer to a press."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from http import HTTPStatus
from typing import Any, Final

import aiohttp
import discord

from bot import text
from bot.errors import ChannelClosed
from bot.page import board_page
from bot.session import MessageId, Session
from bot.views import offer_view

UNSENT: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request raises that Discord refuses, or that gets lost on the way there or back."""
_PAUSES: Final = (0.5, 1.0, 2.0)
"""Seconds before each further try. discord.py itself tries again on 500, 502, 504 and most
429, but not on 503, a connection reset, or a 429 that did not come through Discord's proxy."""


class ChannelScreen:
    """A channel, a thread, or the context of a command."""

    def __init__(self, target: discord.abc.Messageable, prefix: str) -> None:
        self._target = target
        self._prefix = prefix

    async def show(self, session: Session, note: str) -> MessageId:
        """Post the board with a note under it."""
        return await self._post(board_page(session, self._prefix, note))

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        return await self._post(text.offer(session, self._prefix), offer_view(session))

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Show typing; a channel that refuses it is no reason not to think."""
        async with AsyncExitStack() as stack:
            with suppress(*UNSENT):
                await stack.enter_async_context(self._target.typing())
            yield

    async def _post(self, content: str, view: discord.ui.View | None = None) -> MessageId:
        # One nonce for all tries: Discord shows the message once even if an answer got lost.
        nonce = secrets.token_hex(8)
        buttons = view or discord.ui.View(timeout=None)
        try:
            message = await persist(lambda: self._target.send(content, nonce=nonce, view=buttons))
        except (discord.Forbidden, discord.NotFound) as error:
            raise ChannelClosed(error.text) from error
        return MessageId(message.id)


class PressScreen:
    """The answer to a press that has been acknowledged."""

    def __init__(self, interaction: discord.Interaction[Any], prefix: str) -> None:
        self._answer = interaction.followup
        self._prefix = prefix

    async def show(self, session: Session, note: str) -> MessageId:
        """Post the board with a note under it."""
        page = board_page(session, self._prefix, note)
        message = await persist(lambda: self._answer.send(page, wait=True))
        return MessageId(message.id)

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        offer, view = text.offer(session, self._prefix), offer_view(session)
        message = await persist(lambda: self._answer.send(offer, view=view, wait=True))
        return MessageId(message.id)

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Nothing to show: the press has been acknowledged."""
        yield


async def persist(send: Callable[[], Awaitable[discord.Message]]) -> discord.Message:
    """Send, and try again a few times where Discord or the line fails for a moment."""
    for pause in _PAUSES:
        try:
            return await send()
        except discord.HTTPException as error:
            if error.status != HTTPStatus.TOO_MANY_REQUESTS and error.status < 500:
                raise
        except (aiohttp.ClientError, OSError):
            pass
        await asyncio.sleep(pause)
    return await send()
