"""What the bot counts for those who run it: connections, commands, and how long people wait."""

from __future__ import annotations

from contextlib import suppress
from email.utils import parsedate_to_datetime
from time import monotonic, perf_counter, time
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands

from bot.metrics import Metrics

_BEGAN: Final = "began"
"""The key in the extras of an interaction for the time at which it came."""
_MESSAGE: Final = "message"
_SLASH: Final = "slash"


def note_begin(interaction: discord.Interaction[Any]) -> None:
    """Note when a slash command came."""
    interaction.extras[_BEGAN] = perf_counter()


class DiscordClock:
    """How far this machine's clock is from Discord's, by the dates of Discord's answers."""

    def __init__(self) -> None:
        self._ahead = 0.0
        self._steady = time() - monotonic()
        """What this machine's clock was ahead of one that nobody sets, at the last answer."""

    def ahead(self) -> float:
        """Seconds that this machine's clock is ahead; below zero if it is behind."""
        return self._ahead + (time() - monotonic() - self._steady)

    def heard(self, date: float, asked: float, answered: float) -> None:
        """Note the date of an answer, which has whole seconds, and the time here around it."""
        self._steady = time() - monotonic()
        self._ahead = max(0.0, asked - (date + 1.0)) - max(0.0, date - answered)

    def trace(self) -> aiohttp.TraceConfig:
        """Return what listens to the answers of a client."""
        trace = aiohttp.TraceConfig()
        trace.on_request_start.append(self._asked)
        trace.on_request_end.append(self._answered)
        return trace

    async def _asked(self, _session: object, context: SimpleNamespace, _params: object) -> None:
        context.asked = time()

    async def _answered(
        self, _session: object, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
    ) -> None:
        with suppress(ValueError, TypeError):  # a proxy may say anything, or nothing
            date = parsedate_to_datetime(params.response.headers.get("Date", "")).timestamp()
            self.heard(date, context.asked, time())


class MetersCog(commands.Cog):
    """Counts connections to Discord, and their losses, of each shard; commands; and their time."""

    def __init__(self, metrics: Metrics) -> None:
        self._metrics = metrics

    def message_answered(self, began: float) -> None:
        """A message that was a move or a command has had its answer."""
        self._metrics.answered(_MESSAGE, perf_counter() - began)

    @commands.Cog.listener()
    async def on_command(self, ctx: commands.Context[Any]) -> None:
        """Somebody typed a command. Slash commands come here as well, and are counted below."""
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
