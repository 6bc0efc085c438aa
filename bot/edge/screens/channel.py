"""A channel, or the answer to a command, as a screen."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import discord
from discord.ext import commands

from bot.edge.places import channel_at
from bot.edge.screens.base import BaseScreen, ScreenOptions
from bot.edge.screens.messages import capabilities_at, send_answer, send_page
from bot.edge.sending import UNSENT, acknowledge, channel_errors
from bot.match.notes import Hint
from bot.match.session import ChannelId, MessageId, Session
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


async def channel_with(bot: commands.Bot, channel: ChannelId) -> GameChannel:
    """Return a channel by its id. Raises ChannelClosed if it is gone or hidden from the bot."""
    with channel_errors():
        found = bot.get_channel(channel) or await bot.fetch_channel(channel)
    assert isinstance(found, GameChannel), "games are played where people write"
    return found


class ChannelScreen(BaseScreen):
    """A channel, a thread, or the context of a command.

    With `private` the first answer to a slash command is for one person alone.
    """

    def __init__(
        self, target: discord.abc.Messageable, options: ScreenOptions, *, private: bool = False
    ) -> None:
        super().__init__(options)
        self._target = target
        self._private = private

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

    def acknowledge(self) -> None:
        """Do nothing: who types or uses a slash command sees the answer."""

    def hold(self) -> None:
        """Tell Discord that the answer to a slash command takes a while."""
        if self.press is not None:
            self._begin_response(self._defer(self.press))

    async def _defer(self, press: discord.Interaction[Any]) -> None:
        await acknowledge(press, ephemeral=self._private)

    async def recommend(self, session: Session, hint: Hint) -> None:
        """Post the recommended move on the board, and why."""
        await self.post(await self._hinted(hint_page, session, hint))

    async def judge(self, session: Session, hint: Hint) -> None:
        """Post the verdicts of the moves."""
        await self.post(await self._hinted(verdicts_page, session, hint))

    @asynccontextmanager
    async def thinking(self) -> AsyncIterator[None]:
        """Show typing meanwhile. Nothing waits for that, and a refusal changes nothing."""
        if self.hurried:
            self.hold()
            yield
            return
        typing = asyncio.create_task(self._type())
        try:
            yield
        finally:
            typing.cancel()

    async def _type(self) -> None:
        with suppress(*UNSENT):
            async with self.channel.typing():
                await asyncio.Event().wait()

    async def post(
        self, page: Page, buttons: discord.ui.View | None = None, nonce: str | None = None
    ) -> MessageId:
        """Send a page; raises ChannelClosed.

        Where it answers a command that waits no longer, the channel itself gets it.
        """
        # One nonce for all tries: Discord shows the message once even if an answer got lost.
        nonce = nonce or secrets.token_hex(8)
        if self.press is None:
            return await send_page(self.channel, page, buttons, nonce)
        await self._responded()
        return await send_answer(self.press, page, buttons, nonce)
