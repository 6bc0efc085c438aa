"""Finds the emoji that the application owns, for boards; later, where that fails at the start."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

import discord
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.sending import UNSENT, reason
from bot.edge.upkeep import BackgroundTasks, pauses
from bot.show.emoji import owned_emoji

log = logging.getLogger(__name__)

_FIRST_RETRY_DELAY: Final = 5.0
"""Seconds before the first retry. Each further delay is longer."""
_LONGEST_RETRY_DELAY: Final = 3600.0
"""The longest delay in seconds: some servers of Discord's protocol know no such emoji."""


async def listed(client: discord.Client) -> list[tuple[str, int]]:
    """The names and ids of the application's emoji, whosever they are."""
    return [(str(found.name), found.id) for found in await client.fetch_application_emojis()]


class OwnEmojiCog(commands.Cog):
    """Tells the bot which emoji it owns. Until then boards use Unicode emoji."""

    def __init__(self, bot: GameBot) -> None:
        self._bot = bot
        self._tasks = BackgroundTasks()

    async def cog_load(self) -> None:
        """Find the emoji before the first board is drawn. The login waits for one try."""
        if not await self._find():
            self._tasks.start(self._find_later())

    async def cog_unload(self) -> None:
        """Cancel what is left."""
        await self._tasks.end()

    async def _find_later(self) -> None:
        for pause in pauses(_FIRST_RETRY_DELAY, _LONGEST_RETRY_DELAY):
            await asyncio.sleep(pause)
            if await self._find():
                return

    async def _find(self) -> bool:
        """Find the emoji. Returns whether they could be listed."""
        try:
            self._bot.owned = owned_emoji(await listed(self._bot))
        except UNSENT as error:
            log.warning("boards are drawn without emoji of their own for now: %s", reason(error))
            return False
        return True
