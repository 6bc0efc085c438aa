"""A channel, or the answer to a command, as a screen."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from bot.edge.screens.base import BaseScreen, ScreenOptions
from bot.edge.screens.messages import (
    as_edit,
    as_send,
    capabilities_at,
    embeds_of,
    is_old,
    send_page,
)
from bot.edge.sending import (
    UNSENT,
    channel_errors,
    is_deleted,
    is_expired,
    send_answer,
    with_retries,
)
from bot.match.notes import Hint, Note
from bot.match.session import MessageId, Session
from bot.show.page import Page, hint_page, past_page, verdicts_page
from bot.show.style import Capabilities

GameChannel = (
    discord.TextChannel
    | discord.VoiceChannel
    | discord.StageChannel
    | discord.Thread
    | discord.DMChannel
)
"""Where games are played."""


class ChannelScreen(BaseScreen):
    """A channel, a thread, or the context of a command."""

    def __init__(self, target: discord.abc.Messageable, options: ScreenOptions) -> None:
        super().__init__(options)
        self._target = target

    @property
    def capabilities(self) -> Capabilities:
        """What there is to show a board with, as the permissions are just now."""
        return capabilities_at(self._target, self._options.owned)

    @property
    def press(self) -> discord.Interaction[Any] | None:
        """The slash command that is answered, if it is one."""
        return self._target.interaction if isinstance(self._target, commands.Context) else None

    @property
    def channel(self) -> discord.abc.Messageable:
        """The channel itself, where everybody reads."""
        return self._target.channel if isinstance(self._target, commands.Context) else self._target

    @property
    def hurried(self) -> bool:
        """Whether it answers a slash command, which Discord gives three seconds."""
        return self.press is not None

    async def acknowledge(self) -> None:
        """Do nothing: who types sees the answer, and commands are acknowledged where they begin."""

    async def recommend(self, session: Session, hint: Hint) -> None:
        """Post the recommended move on the board, and why."""
        await self.post(await self._hinted(hint_page, session, hint))

    async def judge(self, session: Session, hint: Hint) -> None:
        """Post the verdicts of the moves."""
        await self.post(await self._hinted(verdicts_page, session, hint))

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Show typing; a channel that refuses it is no reason not to think."""
        async with AsyncExitStack() as stack:
            with suppress(*UNSENT):
                await stack.enter_async_context(self._target.typing())
            yield

    async def retire(
        self,
        message: discord.PartialMessage,
        session: Session,
        ply: int | None,
        notes: Iterable[Note],
    ) -> None:
        """Leave of a board that a newer one has replaced nothing that looks alive."""
        options = self._options
        page = past_page(
            self.capabilities.styled(session),
            ply,
            options.prefix,
            notes,
            owned=options.owned,
            typed=options.typed,
        )
        shown: dict[str, Any] = {"content": page.content, "embeds": embeds_of(page)}
        await message.edit(**shown, view=None)

    async def post(
        self, page: Page, buttons: discord.ui.View | None = None, nonce: str | None = None
    ) -> MessageId:
        """Send a page; raises ChannelClosed.

        Where it answers a command that waits no longer, the channel itself gets it.
        """
        # One nonce for all tries: Discord shows the message once even if an answer got lost.
        nonce, target = nonce or secrets.token_hex(8), self._target
        press = self.press
        if press is None:
            return await send_page(target, page, buttons, nonce)
        assert isinstance(target, commands.Context), "it answers a command"
        view, respond = buttons or discord.ui.View(), partial(target.send, nonce=nonce)
        with channel_errors():
            try:
                return await send_answer(  # for which nonces do not count
                    press,
                    page.content,
                    lambda: respond(**as_send(page), view=view),
                    lambda: press.followup.send(**as_send(page), view=view, wait=True),
                )
            except discord.HTTPException as error:
                if not is_expired(error):
                    raise
        return await send_page(target.channel, page, buttons, nonce)


class BoardScreen(ChannelScreen):
    """The newest board in a channel: it changes in place while it is young."""

    def __init__(
        self,
        channel: GameChannel,
        newest: Callable[[], Awaitable[MessageId | None]],
        options: ScreenOptions,
    ) -> None:
        super().__init__(channel, options)
        self._channel = channel
        self._newest = newest

    async def show(
        self, session: Session, notes: Iterable[Note] = (), *, again: bool = False
    ) -> MessageId:
        """Change the board, or post a new one where Discord would limit the change."""
        shown = await self._newest()  # asked in the channel's turn: another may have come
        if shown is None or is_old(discord.utils.snowflake_time(shown)):
            return await super().show(session, notes, again=again)
        page, view = await self._board(session, notes)
        edit = self._channel.get_partial_message(shown).edit
        try:
            with channel_errors():
                await with_retries(lambda: edit(**as_edit(page), view=view))
        except discord.HTTPException as error:
            if not is_deleted(error):
                raise
            return await self.post(page, view)
        return shown
