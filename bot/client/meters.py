"""What the bot counts for those who run it: connections, commands, and how long people wait."""

from __future__ import annotations

from time import perf_counter
from typing import Any, Final

import discord
from discord import app_commands
from discord.ext import commands

from bot.monitoring.metrics import Metrics

_BEGAN: Final = "began"
"""The key in the extras of an interaction for the time at which it came."""
_MESSAGE: Final = "message"
_SLASH: Final = "slash"


def note_begin(interaction: discord.Interaction[Any]) -> None:
    """Note when a slash command came."""
    interaction.extras[_BEGAN] = perf_counter()


class MetersCog(commands.Cog):
    """Counts connections to Discord, and their losses, of each shard; commands; and their time."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def message_answered(self, began: float) -> None:
        """A message that was a move or a command has had its answer."""
        self._metrics.answered(_MESSAGE, perf_counter() - began)

    @commands.Cog.listener()
    async def on_command(self, ctx: commands.Context[Any]) -> None:
        """Somebody typed a command. A slash command is told too, and counted when it is done."""
        if ctx.command is not None and ctx.interaction is None:
            self._metrics.commanded(ctx.command.qualified_name, _MESSAGE)

    @commands.Cog.listener()
    async def on_app_command_completion(
        self,
        interaction: discord.Interaction[Any],
        command: app_commands.Command[Any, ..., Any] | app_commands.ContextMenu,
    ) -> None:
        """A slash command has had its answer."""
        self._metrics.commanded(command.qualified_name, _SLASH)
        if (began := interaction.extras.get(_BEGAN)) is not None:
            self._metrics.answered(_SLASH, perf_counter() - began)

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
