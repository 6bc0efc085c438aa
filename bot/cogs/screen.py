"""Where games are shown: a channel, the answer to a command, the answer to a press."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any, Final

import aiohttp
import discord
from discord.ext import commands

from bot import text
from bot.errors import ChannelClosed
from bot.page import Page, board_page, hint_page
from bot.session import MessageId, Session, Style
from bot.views import board_view, offer_view
from engine import Analysis

UNSENT: Final = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What a request raises that Discord refuses, or that gets lost on the way there or back."""
Channel = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
    | discord.DMChannel
)
"""Where games are played."""
_PAUSES: Final = (0.5, 1.0, 2.0)
"""Seconds before each further try. discord.py itself tries again on 500, 502, 504 and most
429, but not on 503, a connection reset, or a 429 that did not come through Discord's proxy."""

_YOUNG: Final = timedelta(minutes=50)
"""Discord limits how often a message older than an hour may be edited."""


class ChannelScreen:
    """A channel, a thread, or the context of a command."""

    def __init__(self, target: discord.abc.Messageable, prefix: str, typed: bool) -> None:
        self._target = target
        self._prefix = prefix
        self._typed = typed

    async def show(self, session: Session, note: str) -> MessageId:
        """Post the board with a note under it."""
        draw = partial(board_page, session, self._prefix, note, typed=self._typed)
        page = await _drawn(session, partial(draw, may_attach=_may_attach(self._target)))
        return await self.post(page, board_view(session))

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        return await self.post(Page(text.offer(session, self._prefix)), offer_view(session))

    def how_to_move(self, session: Session) -> str:
        """One line for a channel that has never seen a game."""
        typed = self._typed or session.guild is None
        return text.how_to_move(session, self._prefix, typed=typed)

    async def judge(self, session: Session, analysis: Analysis) -> None:
        """Post the verdict of every move."""
        may_attach = _may_attach(self._target)
        page = await _drawn(session, partial(hint_page, session, analysis, may_attach=may_attach))
        await self.post(page)

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Show typing; a channel that refuses it is no reason not to think."""
        async with AsyncExitStack() as stack:
            with suppress(*UNSENT):
                await stack.enter_async_context(self._target.typing())
            yield

    @property
    def may_attach(self) -> bool:
        """Whether the bot may send files there."""
        return _may_attach(self._target)

    async def replace(self, message: discord.Message, page: Page) -> None:
        """Let a page take the place of a message; raises ChannelClosed."""
        edit = message.edit
        try:
            await persist(lambda: edit(content=page.content, attachments=_files(page)))
        except (discord.Forbidden, discord.NotFound):
            await self.post(page)

    async def post(self, page: Page, view: discord.ui.View | None = None) -> MessageId:
        """Send a page; raises ChannelClosed."""
        view = view or discord.ui.View(timeout=None)
        # One nonce for all tries: Discord shows the message once even if an answer got lost.
        nonce = secrets.token_hex(8)
        send = self._target.send
        try:
            message = await persist(lambda: send(**_parts(page), nonce=nonce, view=view))
        except (discord.Forbidden, discord.NotFound) as error:
            raise ChannelClosed(error.text) from error
        return MessageId(message.id)


class BoardScreen(ChannelScreen):
    """The newest board in a channel: it changes in place while it is young."""

    def __init__(
        self,
        channel: Channel,
        board: MessageId | None,
        prefix: str,
        typed: bool,
    ) -> None:
        super().__init__(channel, prefix, typed)
        self._channel = channel
        self._board = board

    async def show(self, session: Session, note: str) -> MessageId:
        """Change the board, or post a new one where Discord would limit the change."""
        if self._board is None or _is_old(discord.utils.snowflake_time(self._board)):
            return await super().show(session, note)
        draw = partial(board_page, session, self._prefix, note, typed=self._typed)
        page = await _drawn(session, partial(draw, may_attach=_may_attach(self._channel)))
        edit, view = self._channel.get_partial_message(self._board).edit, board_view(session)
        try:
            await persist(lambda: edit(content=page.content, attachments=_files(page), view=view))
        except (discord.Forbidden, discord.NotFound):  # somebody has deleted it meanwhile
            return await self.post(page, view)
        return self._board


class PressScreen:
    """New messages in answer to a press that has been acknowledged."""

    def __init__(self, press: discord.Interaction[Any], prefix: str, typed: bool) -> None:
        self._press = press
        self._prefix = prefix
        self._typed = typed

    async def show(self, session: Session, note: str) -> MessageId:
        """Post the board with a note under it."""
        return await self._post(await self._page(session, note), board_view(session))

    async def ask(self, session: Session) -> MessageId:
        """Post the offer that stands, with buttons to answer it."""
        return await self._post(Page(text.offer(session, self._prefix)), offer_view(session))

    def how_to_move(self, session: Session) -> str:
        """One line for a channel that has never seen a game."""
        typed = self._typed or session.guild is None
        return text.how_to_move(session, self._prefix, typed=typed)

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Nothing to show: the press has been acknowledged."""
        yield

    async def _page(self, session: Session, note: str) -> Page:
        draw = partial(board_page, session, self._prefix, note, typed=self._typed)
        return await _drawn(session, partial(draw, may_attach=_may_attach(self._press)))

    async def _post(self, page: Page, view: discord.ui.View) -> MessageId:
        send = self._press.followup.send
        message = await persist(lambda: send(**_parts(page), view=view, wait=True))
        return MessageId(message.id)


class EditScreen(PressScreen):
    """The message that was pressed: the board changes in place while it is young."""

    async def show(self, session: Session, note: str) -> MessageId:
        """Change the board, or post a new one where Discord would limit the change."""
        pressed = self._press.message
        if pressed is None or _is_old(pressed.created_at):
            return await super().show(session, note)
        page, view = await self._page(session, note), board_view(session)
        edit = self._press.edit_original_response
        try:
            message = await persist(
                lambda: edit(content=page.content, attachments=_files(page), view=view)
            )
        except discord.NotFound:  # somebody has deleted it meanwhile
            return await self._post(page, view)
        return MessageId(message.id)


def _is_old(posted: datetime) -> bool:
    return discord.utils.utcnow() - posted > _YOUNG


async def _drawn(session: Session, draw: Callable[[], Page]) -> Page:
    """A page of a game, made apart from the event loop where there is a picture to draw."""
    return await asyncio.to_thread(draw) if session.style is Style.IMAGE else draw()


def _may_attach(target: discord.abc.Messageable | discord.Interaction[Any]) -> bool:
    """Whether the bot may send files where it is about to write; always in direct messages."""
    if isinstance(target, commands.Context) and target.interaction is not None:
        target = target.interaction  # the context says yes everywhere
    match target:
        case discord.Interaction():
            return target.guild_id is None or target.app_permissions.attach_files
        case commands.Context():
            return target.bot_permissions.attach_files
        case discord.abc.GuildChannel() | discord.Thread():
            return target.permissions_for(target.guild.me).attach_files
        case _:
            return True


def _parts(page: Page) -> dict[str, Any]:
    """A page as the arguments of a send, made anew for each try: a file is read only once."""
    return {"content": page.content, "files": _files(page)}


def _files(page: Page) -> list[discord.File]:
    if (drawing := page.drawing) is None:
        return []
    return [discord.File(BytesIO(drawing.data), drawing.name, description=drawing.alt)]


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
