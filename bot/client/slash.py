"""Telling Discord the slash commands, behind a bot that plays already."""

from __future__ import annotations

import asyncio
import logging
from http import HTTPStatus
from typing import Final

import discord
from discord.ext import commands

from bot.client.backoff import pauses
from bot.edge.discord_internals import sync_beside_entry_point
from bot.edge.sending import UNSENT, reason

log = logging.getLogger(__name__)

_FIRST_TRY_AGAIN: Final = 60.0
"""Seconds after which a sync that failed is tried again, longer each time."""
_LAST_TRY_AGAIN: Final = 3600.0
"""Seconds at most, and at once where Discord refuses: it takes 200 new commands a day."""
_ENTRY_POINT_LEFT_OUT: Final = 50240
"""Discord's number for a sync that would take away the command which opens an activity."""


class SlashCog(commands.Cog):
    """Tells Discord the slash commands of its bot; until then those hold that it knows."""

    def __init__(self, bot: commands.Bot) -> None:
        self._bot = bot
        self._telling: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin to tell: neither the login nor the games wait for it."""
        self._telling = asyncio.create_task(self._tell())

    async def cog_unload(self) -> None:
        """Leave it to the next start."""
        if self._telling is not None:
            self._telling.cancel()

    async def _tell(self) -> None:
        waits = pauses(_FIRST_TRY_AGAIN, _LAST_TRY_AGAIN)
        while True:
            try:
                await self._sync()
            except UNSENT as error:
                pause = _LAST_TRY_AGAIN if _is_refusal(error) else next(waits)
                words = "Discord did not take the slash commands, and is told again in %g min: %s"
                log.warning(words, pause / 60, reason(error))
                await asyncio.sleep(pause)
            else:
                return

    async def _sync(self) -> None:
        try:
            await self._bot.tree.sync()
        except discord.HTTPException as error:
            if error.code != _ENTRY_POINT_LEFT_OUT:
                raise
            await sync_beside_entry_point(self._bot)


def _is_refusal(error: Exception) -> bool:
    """Whether Discord has understood and said no, which a minute does not change."""
    if not isinstance(error, discord.HTTPException):
        return False
    answered = HTTPStatus.BAD_REQUEST <= error.status < HTTPStatus.INTERNAL_SERVER_ERROR
    return answered and error.status != HTTPStatus.TOO_MANY_REQUESTS
