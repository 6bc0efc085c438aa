"""The commands in the menu of a person, and in that of a message: a right click, or a long tap."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.presses import BoardCog
from bot.edge.board_buttons import BoardAction
from bot.edge.cog import GameBot, GameCog, replies_to_errors
from bot.edge.places import TARGET, Interaction
from bot.features.start.buttons import StartCog
from bot.match.session import UserId
from bot.show import text


class MenusCog(GameCog):
    """Challenges of people, and hints on boards."""

    def __init__(self, bot: GameBot, starting: StartCog, boards: BoardCog) -> None:
        super().__init__(bot)
        self._starting = starting
        self._boards = boards
        self._menus = [
            app_commands.ContextMenu(name=app_commands.locale_str(name), callback=callback)
            for name, callback in (
                (text.CHALLENGE, self.challenge),
                (text.HINT, self.hint),
            )
        ]

    async def cog_load(self) -> None:
        """Add the commands to the menus."""
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Take the commands out of the menus."""
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    async def challenge(self, press: Interaction, person: discord.User) -> None:
        """Challenge a person to the usual game; with Kinarow it begins at once."""
        press.extras[TARGET] = person
        await self._challenge(press, UserId(person.id))

    async def hint(self, press: Interaction, message: discord.Message) -> None:
        """Recommend a move on a board."""
        await self._boards.act_on(press, message, BoardAction.HINT)

    @replies_to_errors
    async def _challenge(self, press: Interaction, user: UserId) -> None:
        await self.check_channel(press)
        await self._starting.by_menu(press, user)
