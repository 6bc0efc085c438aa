"""Channels that the bot could not see for a while: what was typed there meanwhile is read back."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any, Final

import discord
from discord.ext import commands

from bot.client.recovery import RecoveryCog
from bot.edge.bot import GameBot
from bot.edge.sending.messages import is_adrift
from bot.edge.tasks import TaskCog
from bot.match.session import ChannelId, GuildId
from bot.pool.bounds import BoundedDict

_MOST: Final = 10_000
"""How many hidden channels are remembered."""
_MARGIN: Final = timedelta(seconds=30)
"""What was typed so long before a channel was hidden is read again: it may not have arrived."""
_Reported = discord.abc.GuildChannel | discord.Thread | discord.Role | discord.Member


class HiddenCog(TaskCog):
    """Notes which channels the bot cannot see or read, and reads them back once it can again.

    A permission may be denied in the channel or its category, or come with a role; a private thread
    may be left; a whole server may be unavailable.
    """

    def __init__(self, bot: GameBot, recovery: RecoveryCog) -> None:
        super().__init__()
        self._bot = bot
        self._recovery = recovery
        self._since: BoundedDict[ChannelId, int] = BoundedDict(_MOST)
        """An id as of the time at which each was hidden."""
        self._away: dict[int, int] = {}
        """The same of each server that is unavailable."""

    @commands.Cog.listener("on_guild_channel_create")
    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_guild_role_delete")
    @commands.Cog.listener("on_member_update")
    @commands.Cog.listener("on_thread_join")
    @commands.Cog.listener("on_thread_update")
    async def on_news(self, *event: _Reported) -> None:
        """Look at what may be hidden now, or seen again. The last thing told is as it is now."""
        now = event[-1]
        if isinstance(now, discord.Role):
            self._look(now.guild, _channels(now.guild))
        elif not isinstance(now, discord.Member):
            self._look(now.guild, [now, *getattr(now, "threads", ())])
        elif now == now.guild.me:
            self._look(now.guild, _channels(now.guild))

    @commands.Cog.listener()
    async def on_thread_remove(self, thread: discord.Thread) -> None:
        """Note that the bot is out of a thread."""
        self._since.setdefault(ChannelId(thread.id), self._now())

    @commands.Cog.listener()
    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        """Note that nothing is heard of a server."""
        self._away.setdefault(guild.id, self._now())

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Read what was typed in a server while nothing was heard of it."""
        if (since := self._away.pop(guild.id, None)) is not None:
            seen = {ChannelId(one.id): since for one in _channels(guild) if not _is_hidden(one)}
            await self._recovery.read_since(GuildId(guild.id), seen)

    def _look(self, guild: discord.Guild, channels: Iterable[Any]) -> None:
        seen = dict[ChannelId, int]()
        for channel in channels:
            id_ = ChannelId(channel.id)
            if _is_hidden(channel):
                self._since.setdefault(id_, self._now())
            elif (since := self._since.pop(id_, None)) is not None:
                seen[id_] = since
        if seen:
            self._tasks.start(self._recovery.read_since(GuildId(guild.id), seen))

    def _now(self) -> int:
        return discord.utils.time_snowflake(self._bot.clock.now() - _MARGIN)


def _channels(guild: discord.Guild) -> list[Any]:
    return [*guild.channels, *guild.threads]


def _is_hidden(channel: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Whether the bot cannot hear, or cannot read, what is typed in a channel."""
    me: discord.Member | None = channel.guild.me
    if me is None or is_adrift(channel):
        return False
    allowed = channel.permissions_for(me)
    return not (allowed.view_channel and allowed.read_message_history)
