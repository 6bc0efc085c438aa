"""A channel, or the answer to a command, as a screen."""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from typing import Any

import discord
from discord.ext import commands

from bot.edge.places import channel_at
from bot.edge.screens.base import BaseScreen, ScreenOptions
from bot.edge.screens.messages import as_send, capabilities_at, send_page
from bot.edge.sending import UNSENT, channel_errors, is_expired, send_answer
from bot.match.notes import Hint
from bot.match.session import MessageId, Session
from bot.show.page import Page, hint_page, verdicts_page
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
    def channel(self) -> Any:
        """The channel in which the game is shown."""
        return channel_at(self._target)

    @property
    def hurried(self) -> bool:
        """Whether it answers a slash command: within three seconds, and with a new message."""
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
        with channel_errors(self.channel):
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
