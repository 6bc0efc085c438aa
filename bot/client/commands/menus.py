"""The commands in the menu of a person, and in that of a message: a right click, or a long tap."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.client.presses import BoardCog
from bot.edge.board_buttons import BoardAction
from bot.edge.cog import GameBot, GameCog
from bot.edge.places import Interaction
from bot.show import text


class MenusCog(GameCog):
    """Hints on boards."""

    def __init__(self, bot: GameBot, boards: BoardCog) -> None:
        super().__init__(bot)
        self._boards = boards
        self._menus = [
            app_commands.ContextMenu(name=app_commands.locale_str(name), callback=callback)
            for name, callback in ((text.HINT, self.hint),)
        ]

    async def cog_load(self) -> None:
        """Add the commands to the menus."""
        for menu in self._menus:
            self.bot.tree.add_command(menu)

    async def cog_unload(self) -> None:
        """Take the commands out of the menus."""
        for menu in self._menus:
            self.bot.tree.remove_command(menu.name, type=menu.type)

    async def hint(self, press: Interaction, message: discord.Message) -> None:
        """Recommend a move on a board."""
        await self._boards.act_on(press, message, BoardAction.HINT)
