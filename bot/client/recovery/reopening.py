"""Goes on with games whose channel was gone or closed to the bot, once it is there again."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from contextlib import suppress
from typing import Final

import discord
from discord.ext import commands

from bot.client.recovery.cog import RecoveryCog
from bot.edge.bot import GameBot
from bot.edge.channels import may_not_play
from bot.edge.upkeep import BackgroundTasks
from bot.errors import KinarowError, StoreUnavailable
from bot.games.backlog import Backlog
from bot.games.turns import Turns
from bot.match.session import ChannelId, GuildId, Session
from bot.store import LiveGame

log = logging.getLogger(__name__)

_AT_ONCE: Final = 5.0
"""Seconds for which news of a server count for a game that is stored as ended after them."""
_NEWS: Final = 100
"""How many servers' news are remembered for that."""


class ReopeningCog(commands.Cog):
    """Listens for channels, servers and permissions, and looks at the games that ended there."""

    def __init__(self, bot: GameBot, turns: Turns, backlog: Backlog, recovery: RecoveryCog) -> None:
        self.bot = bot
        self._turns = turns
        self._backlog = backlog
        self._recovery = recovery
        self._servers: set[GuildId] = set()
        """The servers in which there is such a game."""
        self._news: deque[tuple[int, float]] = deque(maxlen=_NEWS)
        """Servers without one that there were news of, and when."""
        self._tasks = BackgroundTasks()

    async def cog_load(self) -> None:
        """Listen for games that end."""
        self._unlisten = self._turns.when_ended(self._note)

    async def cog_unload(self) -> None:
        """Stop listening. The next process reads the store."""
        self._unlisten()
        await self._tasks.end()

    def _note(self, session: Session) -> None:
        """Note where a game has ended; look at it if the channel came back in that moment."""
        server = session.guild
        if not session.may_reopen or server is None:
            return
        self._servers.add(server)
        now = asyncio.get_running_loop().time()
        news = [when for told, when in self._news if told == server and now - when < _AT_ONCE]
        if news:
            others = (one for one in self._news if one[0] != server)
            self._news = deque(others, _NEWS)  # each is looked at once
            self._tasks.start(self._look_at(guild=server))

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Look at the games of earlier processes, and at channels that came back meanwhile."""
        await self._look_at(shard=shard_id)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Look at the games of a server that has invited the bot again."""
        await self._look_into(guild)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Look at the games of a server that is there again."""
        await self._look_into(guild)

    @commands.Cog.listener()
    async def on_guild_channel_create(self, channel: discord.abc.GuildChannel) -> None:
        """Look at the game of a channel that is there, or seen, again."""
        await self._look_into(channel.guild)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Look at the game of a channel whose permissions may have changed."""
        await self._look_into(after.guild)

    @commands.Cog.listener()
    async def on_thread_join(self, thread: discord.Thread) -> None:
        """Look at the game of a thread that is there, or seen, again."""
        await self._look_into(thread.guild)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Look at the games of a server in which a role may do something else."""
        await self._look_into(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Look at the games of a server in which the bot may do something else."""
        if after == after.guild.me:
            await self._look_into(after.guild)

    @commands.Cog.listener()
    async def on_guild_role_delete(self, role: discord.Role) -> None:
        """Look at the games of a server in which a role forbids nothing any more."""
        await self._look_into(role.guild)

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """Look at the game of a thread that may not be locked any more."""
        await self._look_into(after.guild)

    async def _look_into(self, guild: discord.Guild) -> None:
        with suppress(StoreUnavailable):  # the next try, in a second, finds it
            await self._recovery.retry_in(guild)
        if guild.id in self._servers:
            await self._look_at(guild=GuildId(guild.id))
        else:
            self._news.append((guild.id, asyncio.get_running_loop().time()))

    async def _look_at(self, *, shard: int | None = None, guild: GuildId | None = None) -> None:
        """Go on with the games of a shard or a server whose channels are open."""
        try:
            for game in await self._backlog.closed_games():
                if game.guild is None or (guild or game.guild) != game.guild:
                    continue
                if shard in {None, self._backlog.shard(game.guild)}:
                    self._servers.add(game.guild)
                    await self._reopen(game, game.guild)
        except KinarowError as error:
            log.warning("games in closed channels are looked at again later: %s", error)

    async def _reopen(self, game: LiveGame, server: GuildId) -> None:
        """Go on with a game if its channel is known and open, and tell the channel."""
        guild = self.bot.get_guild(server)
        channel = None if guild is None else guild.get_channel_or_thread(game.channel)
        if channel is None or may_not_play(channel):
            return
        if await self._backlog.reopen(ChannelId(channel.id), game.game):
            self._recovery.resume(game)
