"""Deletes what is old, and what was kept of servers that the bot has left."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from discord.ext import commands

from bot.edge.bot import GameBot
from bot.edge.upkeep import Upkeep
from bot.match.guilds import Shards
from bot.match.session import GuildId
from bot.store.deletion import Pruning

log = logging.getLogger(__name__)

_EVERY: Final = timedelta(hours=6)
"""How often the bot looks for what can be deleted."""
_BREATH: Final = 0.05
"""Seconds between two transactions, so that others can play."""


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
