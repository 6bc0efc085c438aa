"""The button and the slash command that show a person their games, and nobody else."""

from __future__ import annotations

from typing import Final

from discord import app_commands, ui

from bot.edge.buttons import PressedButton, view_of
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import Interaction, Place
from bot.edge.screens import PrivateScreen
from bot.edge.sending import acknowledge
from bot.features.mine.text import MINE, own_games
from bot.features.mine.values import OwnGame, most_urgent
from bot.games.games import Games
from bot.match.session import Session, UserId
from bot.show import text
from bot.show.page import Page

_ID: Final = "ttt:mine"


def invitation_view() -> ui.View:
    """The button that shows whoever presses it their games."""
    return view_of([ui.Button(label=text.said(MINE), custom_id=_ID)])


class MineButton(PressedButton, template=_ID):
    """Shows the games of the person who presses."""

    async def callback(self, interaction: Interaction) -> None:
        """Handle the press."""
        await MineCog.of(interaction).show(interaction)


class MineCog(GameCog):
    """Lists the games of people, each to that person alone."""

    def __init__(self, bot: GameBot, games: Games) -> None:
        super().__init__(bot)
        self._games = games

    @app_commands.command(name="mine")
    async def slash(self, interaction: Interaction) -> None:
        """Your games everywhere, with whose turn it is."""
        await self.show(interaction)

    @replies_to_errors
    async def show(self, press: Interaction) -> None:
        """Show a person their games."""
        await acknowledge(press, ephemeral=True, thinking=True)
        screen = PrivateScreen(press, self.screen_options(press))
        with text.privately():
            await screen.whisper(Page(await self.listed(press, UserId(press.user.id))))

    async def listed(self, place: Place, user: UserId) -> str:
        """The games of a person in words."""
        live = await self._games.live_of(user)
        shown = [OwnGame(session, await self._link(session)) for session in most_urgent(live, user)]
        return own_games(shown, len(live) - len(shown), user, self.prefix(place))

    async def _link(self, session: Session) -> str:
        board = await self._games.board_message(session.game)
        return self.link_to(session.guild, session.channel, board)
