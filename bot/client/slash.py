"""Uploads the slash commands to Discord, in the background of a bot that plays already."""

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

_FIRST_RETRY_DELAY: Final = 60.0
"""Seconds before the first retry of a failed upload. Each further delay is longer."""
_LONGEST_RETRY_DELAY: Final = 3600.0
"""The longest delay in seconds, used at once if Discord refuses: it takes 200 commands a day."""
_ENTRY_POINT_LEFT_OUT: Final = 50240
"""Discord's error code for an upload that would remove the command that opens an activity."""


class SlashCog(commands.Cog):
    """Uploads the slash commands of its bot. Until then Discord keeps those it has."""

    def __init__(self, bot: commands.Bot) -> None:
        self._bot = bot
        self._upload: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Start the upload: neither the login nor the games wait for it."""
        self._upload = asyncio.create_task(self._sync_with_retries())

    async def cog_unload(self) -> None:
        """Stop the upload. The next start does it."""
        if self._upload is not None:
            self._upload.cancel()

    async def _sync_with_retries(self) -> None:
        delays = pauses(_FIRST_RETRY_DELAY, _LONGEST_RETRY_DELAY)
        while True:
            try:
                await self._sync()
            except UNSENT as error:
                delay = _LONGEST_RETRY_DELAY if _is_refusal(error) else next(delays)
                words = "Discord did not take the slash commands, and is told again in %g min: %s"
                log.warning(words, delay / 60, reason(error))
                await asyncio.sleep(delay)
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
