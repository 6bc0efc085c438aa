"""Whether Discord is there, for those who run the bot."""

from __future__ import annotations

from discord.ext import commands

from bot.metrics import Metrics


class LineCog(commands.Cog):
    """Counts connections to Discord, and their losses."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """A connection was made."""
        self._metrics.gateway("connect", online=True)

    @commands.Cog.listener()
    async def on_resumed(self) -> None:
        """A connection that was lost goes on without a gap."""
        self._metrics.gateway("resume", online=True)

    @commands.Cog.listener()
    async def on_disconnect(self) -> None:
        """The connection was lost, or an attempt to make one failed."""
        self._metrics.gateway("disconnect", online=False)
