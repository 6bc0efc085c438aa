"""Servers and channels that disappear or come back, and the regular deletion of old rows.

The settings of a channel that is gone are dropped. Its game ends, and so does whatever else waits
for people there, such as a challenge. The game goes on if the channel comes back, or opens to the
bot again. Old games, and what is stored about servers that the bot has left, are deleted later.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final

import discord
from discord.ext import commands

from bot.client.recovery import RecoveryCog
from bot.edge.bot import GameBot
from bot.edge.channels import may_not_play
from bot.edge.sending.refusals import UNSENT, is_gone
from bot.edge.tasks import TaskCog, pauses
from bot.edge.upkeep import Placed, Upkeep
from bot.errors import KinarowError, StoreUnavailable
from bot.games.backlog import Backlog
from bot.games.turns import Turns
from bot.match.guilds import Shards
from bot.match.session import ChannelId, GuildId, ScopeId, Session
from bot.store import LiveGame
from bot.store.deletion import Pruning

log = logging.getLogger(__name__)

_FIRST_RETRY_DELAY: Final = 5.0
"""Seconds before another try to read. Each further delay is longer."""
_LONGEST_RETRY_DELAY: Final = 300.0
_InGuild = discord.abc.GuildChannel | discord.Thread | discord.Role | discord.Member
_LATER: Final = "what servers have chosen is looked at again later: %s"
_AT_ONCE: Final = 5.0
"""Seconds for which news of a server counts for a game that is stored as ended after it."""
_NEWS: Final = 100
"""How many servers' news are remembered for that."""
_EVERY: Final = timedelta(hours=6)
"""How often the bot looks for what can be deleted."""
_BREATH: Final = 0.05
"""Seconds between two transactions, so that others can play."""


class GuildsCog(TaskCog):
    """Keeps what is remembered about servers, and their games, in line with Discord."""

    def __init__(
        self,
        bot: GameBot,
        backlog: Backlog,
        recovery: RecoveryCog,
        placed: Collection[Placed] = (),
    ) -> None:
        super().__init__()
        self.bot = bot
        self._backlog = backlog
        self._recovery = recovery
        self._placed = placed

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
        """Read what the servers of a shard have chosen, without the channels that are gone."""
        servers = self.bot.guild_settings
        await servers.load()
        guilds = [guild for guild in self.bot.guilds if guild.shard_id == shard_id]
        await servers.stay_in({GuildId(guild.id) for guild in guilds}, shard_id)
        for guild in guilds:
            chosen = servers.chosen(ScopeId(guild.id))
            gone = [channel for channel in chosen.named if guild.get_channel(channel) is None]
            if gone and not guild.unavailable:
                await servers.lose(GuildId(guild.id), gone)
        await self._end_unknown({GuildId(guild.id): guild for guild in guilds})

    async def _end_unknown(self, guilds: Mapping[GuildId, discord.Guild]) -> None:
        """End what waits in channels that were deleted while nobody listened."""
        for one in self._placed:
            gone = [
                channel
                for server, channel in await one.waits_in()
                if (guild := guilds.get(server)) is not None
                and not guild.unavailable
                and guild.get_channel_or_thread(channel) is None
                and await self._is_gone(channel)  # a thread may be archived
            ]
            await one.end_in(gone)

    async def _is_gone(self, channel: ChannelId) -> bool:
        """Whether Discord knows a channel no more."""
        try:
            await self.bot.fetch_channel(channel)
        except UNSENT as error:
            return is_gone(error)
        return False

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """A server that the bot was removed from has chosen nothing, and its games end."""
        with _left_for_later():
            await self.bot.guild_settings.leave(GuildId(guild.id))
            for one in self._placed:
                places = await one.waits_in()
                await one.end_in([channel for server, channel in places if server == guild.id])
        for live in await self._backlog.store.live_in(GuildId(guild.id)):
            await self._recovery.close(live.channel)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel that is gone is on no list, and its game and what else waits there end."""
        with _left_for_later():
            await self.bot.guild_settings.lose(GuildId(channel.guild.id), [ChannelId(channel.id)])
        await self._end_in(ChannelId(channel.id))

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """The game of a deleted thread ends, and what else waits there."""
        await self._end_in(ChannelId(payload.thread_id))

    async def _end_in(self, channel: ChannelId) -> None:
        with _left_for_later():
            for one in self._placed:
                await one.end_in([channel])
        await self._recovery.close(channel)


@contextmanager
def _left_for_later() -> Iterator[None]:
    """If the store fails now it is done later, at the latest at the next connection."""
    try:
        yield
    except StoreUnavailable as error:
        log.warning(_LATER, error)


class ReopeningCog(TaskCog):
    """Listens for channels, servers and permissions, and looks at the games that ended there."""

    def __init__(self, bot: GameBot, turns: Turns, backlog: Backlog, recovery: RecoveryCog) -> None:
        super().__init__()
        self.bot = bot
        self._turns = turns
        self._backlog = backlog
        self._recovery = recovery
        self._servers: set[GuildId] = set()
        """The servers in which there is such a game."""
        self._news: deque[tuple[int, float]] = deque(maxlen=_NEWS)
        """Servers without one that had news, and when."""

    async def cog_load(self) -> None:
        """Listen for games that end."""
        self._listening.append(self._turns.ended.add(self._note))

    def _note(self, session: Session) -> None:
        """Note where a game has ended; look at it if the channel came back at that moment."""
        server = session.guild
        if not session.may_reopen or server is None:
            return
        self._servers.add(server)
        now = asyncio.get_running_loop().time()
        news = [
            when for server_of, when in self._news if server_of == server and now - when < _AT_ONCE
        ]
        if news:
            others = (one for one in self._news if one[0] != server)
            self._news = deque(others, _NEWS)  # each is looked at once
            self._tasks.start(self._look_at(guild=server))

    @commands.Cog.listener()
    async def on_shard_ready(self, shard_id: int) -> None:
        """Look at the games of earlier processes, and at channels that came back meanwhile."""
        await self._look_at(shard=shard_id)

    @commands.Cog.listener("on_guild_join")
    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener("on_guild_channel_create")
    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_guild_role_delete")
    @commands.Cog.listener("on_member_update")
    @commands.Cog.listener("on_thread_join")
    @commands.Cog.listener("on_thread_update")
    async def on_news(self, *event: discord.Guild | _InGuild) -> None:
        """Look at the games of a server that is back, or where something may be open again.

        That is a channel or a thread that appears, or whose permissions, lock or roles have
        changed; of members the bot alone. The last thing that is told is as it is now.
        """
        now = event[-1]
        guild = now if isinstance(now, discord.Guild) else now.guild
        if not isinstance(now, discord.Member) or now == guild.me:
            await self._look_into(guild)

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
                if shard in {None, self._backlog.shards.of(game.guild)}:
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
        if await self._backlog.turns.reopen(ChannelId(channel.id), game.game):
            self._recovery.resume(game)


class Pruner(commands.Cog):
    """Prunes the store a few times a day, in the background.

    One process deletes old games. Each looks for the servers of its own shards. A server that
    returns before its time is over keeps everything.
    """

    def __init__(
        self,
        bot: GameBot,
        pruning: Pruning,
        shards: Shards,
        clock: Callable[[], datetime],
        *,
        keep_ended: timedelta | None,
        keep_left: timedelta,
    ) -> None:
        self._bot = bot
        self._pruning = pruning
        self._shards = shards
        self._clock = clock
        self._keep_ended = keep_ended
        self._keep_left = keep_left
        self._due = clock()
        self._upkeep: Upkeep[datetime] = Upkeep(bot, "the pruning of", lambda _now: self.prune())

    async def cog_unload(self) -> None:
        """Cancel what is left. The next process does it."""
        await self._upkeep.end()

    async def look_after(self) -> None:
        """Begin to prune if it is time and all servers are known. Called a few times a minute."""
        now = self._clock()
        if now >= self._due and self._bot.is_ready():
            self._due = now + _EVERY
            self._upkeep.begin(now)

    async def prune(self) -> None:
        """Delete what is older than the settings say."""
        now = self._clock()
        await self._pruning.note_guilds(self._present(), now, self._shards)
        for guild in await self._pruning.missed_guilds(now - self._keep_left, self._shards):
            if self._bot.get_guild(guild) is None:
                await _until_done(partial(self._pruning.delete_guild_games, guild))
                await self._pruning.delete_guild(guild)
                log.info("deleted what was kept of server %s, which the bot has left", guild)
        if self._keep_ended is not None and self._shards.first:
            before = now - self._keep_ended
            await _until_done(partial(self._pruning.delete_old_games, before))

    def _present(self) -> list[GuildId]:
        """The servers of this process, including those with an outage at Discord."""
        found = (GuildId(guild.id) for guild in self._bot.guilds)
        return [guild for guild in found if self._shards.holds(guild)]


async def _until_done(delete: Callable[[], Awaitable[bool]]) -> None:
    """Delete a few games at a time, with pauses, until none are left."""
    more = True
    while more:
        more = await delete()
        await asyncio.sleep(_BREATH)
