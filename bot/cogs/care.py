"""What is stored about people: told, and erased."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import discord

from bot import text
from bot.cogs.answer import GameCog, answered, channel_with
from bot.cogs.screen import ChannelScreen
from bot.cogs.sending import UNSENT, acknowledge
from bot.errors import ChannelClosed, ConflictError, Problem, UserError
from bot.session import Session, UserId

Interaction = discord.Interaction[Any]


class CareCog(GameCog):
    """Erases what is known about a person who wants that."""

    @answered
    async def forget(self, press: Interaction, user: UserId) -> None:
        """Stop the person's live games, then erase them from the records."""
        if press.user.id != user:
            raise UserError(Problem.NOT_YOUR_DATA)
        await acknowledge(press)
        for session in await self.games.live_of(user):
            await self._stop(session, user)
        try:
            await self.games.forget(user)
        except ConflictError as error:
            raise UserError(Problem.STILL_PLAYING) from error
        with text.privately():
            await press.edit_original_response(content=text.forgotten(), view=None)

    async def _stop(self, session: Session, user: UserId) -> None:
        """Stop a game and show that where it was played, if that is still possible."""
        with suppress(ChannelClosed, UserError, *UNSENT):
            channel = await channel_with(self.bot, session.channel)
            screen = ChannelScreen(channel, self.manner(channel))
            with self.bot.languages.in_channel(session.channel, channel):
                await self.games.stop(screen, session.channel, user, may_manage=False)
            return
        await self.games.free(session.channel, session.game)
