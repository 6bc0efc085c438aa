"""Whether Discord is there, for those who run the bot."""

from __future__ import annotations

from discord.ext import commands

from bot.metrics import Metrics


class ShardMetricsCog(commands.Cog):
    """Counts connections to Discord, and their losses, of each shard."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """A connection was made."""
        self._metrics.gateway("connect", shard_id, online=True)

    @commands.Cog.listener()
    async def on_shard_resumed(self, shard_id: int) -> None:
        """A connection that was lost goes on without a gap."""
        self._metrics.gateway("resume", shard_id, online=True)

    @commands.Cog.listener()
    async def on_shard_disconnect(self, shard_id: int) -> None:
        """The connection was lost, or an attempt to make one failed."""
        self._metrics.gateway("disconnect", shard_id, online=False)
