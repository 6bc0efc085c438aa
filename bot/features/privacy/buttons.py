"""The button that erases a person's data."""

from __future__ import annotations

from contextlib import suppress

import discord
from discord import ui

from bot.edge.buttons import Button, PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import Interaction
from bot.edge.screens import ChannelScreen, channel_with
from bot.edge.sending import UNSENT, acknowledge, change_pressed
from bot.errors import ChannelClosed, ConflictError, Problem, UserError
from bot.features.privacy.text import FORGET, forgotten
from bot.games.games import Games
from bot.match.session import Session, UserId
from bot.show import text


def forget_view(user: UserId) -> ui.View:
    """The button to confirm the erasure. Only that person may press it."""
    label, custom_id = text.said(FORGET), f"ttt:forget:{user}"
    button: Button = ui.Button(style=discord.ButtonStyle.danger, label=label, custom_id=custom_id)
    return view_of([button])


class ForgetButton(PressedButton, template=r"ttt:forget:(?P<user>[0-9]+)"):
    """Erases the data of one person."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await PrivacyCog.of(interaction).forget(interaction, UserId(self.number("user")))


class PrivacyCog(GameCog):
    """Erases the data of a person who asks for that."""

    def __init__(self, bot: GameBot, games: Games) -> None:
        super().__init__(bot)
        self._games = games

    @replies_to_errors
    async def forget(self, press: Interaction, user: UserId) -> None:
        """Erase the data of the person who pressed."""
        if press.user.id != user:
            raise UserError(Problem.NOT_YOUR_DATA)
        await acknowledge(press)
        await self.erase(user)
        with text.privately():
            await change_pressed(press, content=forgotten(), view=None)

    async def erase(self, user: UserId) -> None:
        """End a person's live games, then erase them from the records. Raises UserError."""
        for session in await self._games.live_of(user):
            await self._stop(session, user)
        try:
            await self._games.forget(user)
        except ConflictError as error:
            raise UserError(Problem.STILL_PLAYING) from error

    async def _stop(self, session: Session, user: UserId) -> None:
        """End a game and show that where it was played, if that is still possible."""
        with suppress(ChannelClosed, UserError, *UNSENT):
            if session.outside:
                late = self.late_screen(session.channel)
                if late is None:
                    raise ChannelClosed
                await self._games.leave(late, session.channel, user)
                return
            channel = await channel_with(self.bot, session.channel)
            screen = ChannelScreen(channel, self.screen_options(channel))
            with self.bot.languages.in_channel(session.channel, channel):
                await self._games.leave(screen, session.channel, user)
            return
        await self._games.abandon(session.channel, session.game)
