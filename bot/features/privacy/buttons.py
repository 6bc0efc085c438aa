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
        """End a person's live games, then erase them from the records. Raises UserError.

        The games are shown afterwards, so that no new board has the name.
        """
        ended = [await self._end(session, user) for session in await self._games.live_of(user)]
        try:
            await self._games.forget(user)
        except ConflictError as error:
            raise UserError(Problem.STILL_PLAYING) from error
        for session in ended:
            if session is not None:
                await self._show(session)

    async def _end(self, session: Session, user: UserId) -> Session | None:
        """End a game, and return it if it can be shown."""
        if not session.outside or self.late_screen(session.channel) is not None:
            with suppress(UserError):
                return await self._games.leave(session.channel, user)
        await self._games.abandon(session.channel, session.game)
        return None

    async def _show(self, session: Session) -> None:
        """Show the end of a game where it was played, if that is possible; it may be later."""
        with suppress(ChannelClosed, UserError, *UNSENT):
            if session.outside:
                if (late := self.late_screen(session.channel)) is not None:
                    await self._games.show_end(late, session)
                return
            channel = await channel_with(self.bot, session.channel)
            screen = ChannelScreen(channel, self.screen_options(channel))
            with self.bot.languages.in_channel(session.channel, channel):
                await self._games.show_end(screen, session)
