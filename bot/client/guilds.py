"""Servers and channels that are gone: what was chosen for them goes too, and their games end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import discord
from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.upkeep import BackgroundTasks, pauses
from bot.errors import StoreUnavailable
from bot.match.session import ChannelId, GuildId, ScopeId

log = logging.getLogger(__name__)

_FIRST_RETRY_DELAY: Final = 5.0
"""Seconds before what could not be read is read again. Each further delay is longer."""
_LONGEST_RETRY_DELAY: Final = 300.0
_LATER: Final = "what servers have chosen is looked at again later: %s"


class GuildsCog(commands.Cog):
    """Keeps what is remembered of servers in line with Discord."""

    def __init__(self, bot: GameBot) -> None:
        self.bot = bot
        self._tasks = BackgroundTasks()

    async def cog_unload(self) -> None:
        """Cancel what is left. It is done at the next connection."""
        await self._tasks.end()

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Read everything anew, and forget what has gone there while nobody listened."""
        self._tasks.start(self._look_at(shard_id))

    async def _look_at(self, shard_id: int) -> None:
        for pause in pauses(_FIRST_RETRY_DELAY, _LONGEST_RETRY_DELAY):
            try:
                await self._read(shard_id)
            except StoreUnavailable as error:
                log.warning(_LATER, error)
                await asyncio.sleep(pause)
            else:
                return

    async def _read(self, shard_id: int) -> None:
        """Read what the servers of a shard have chosen."""
        servers = self.bot.guild_settings
        await servers.load()
        guilds = [guild for guild in self.bot.guilds if guild.shard_id == shard_id]
        await servers.stay_in({GuildId(guild.id) for guild in guilds}, shard_id)
        for guild in guilds:
            await self._forget_channels(guild)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server that the bot was removed from has chosen nothing."""
        with _left_for_later():
            await self.bot.guild_settings.leave(GuildId(guild.id))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel that is gone is on no list."""
        with _left_for_later():
            await self.bot.guild_settings.lose(GuildId(channel.guild.id), [ChannelId(channel.id)])

    async def _forget_channels(self, guild: discord.Guild) -> None:
        """Take from what a server has chosen the channels that it has no more."""
        chosen = self.bot.guild_settings.chosen(ScopeId(guild.id))
        gone = [channel for channel in chosen.named if guild.get_channel(channel) is None]
        if gone and not guild.unavailable:
            await self.bot.guild_settings.lose(GuildId(guild.id), gone)


@contextmanager
def _left_for_later() -> Iterator[None]:
    """What the store does not take now is done later, at the latest at the next connection."""
    try:
        yield
    except StoreUnavailable as error:
        log.warning(_LATER, error)
