"""Deletes old games, and those of servers that removed the bot, as the host's settings say."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from bot.edge.cog import GameBot, GameCog
from bot.edge.tasks import BackgroundTasks
from bot.errors import StoreUnavailable
from bot.match.guilds import Shards
from bot.match.session import GuildId
from bot.store.deletion import Pruning

log = logging.getLogger(__name__)

_EVERY: Final = timedelta(hours=6)
"""How often the bot looks for what can be deleted."""
_BREATH: Final = 0.05
"""Seconds between two transactions, for those who play."""


class PruningCog(GameCog):
    """Prunes the store a few times a day, in the background.

    One process deletes old games. Each looks for the servers of its own shards. A server that is
    there again before its time is over keeps everything.
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
        super().__init__(bot)
        self._pruning = pruning
        self._shards = shards
        self._clock = clock
        self._keep_ended = keep_ended
        self._keep_left = keep_left
        self._due = clock()
        self._tasks = BackgroundTasks()

    async def cog_unload(self) -> None:
        """Cancel what is left. The next process does it."""
        await self._tasks.end()

    def look_after(self) -> None:
        """Begin to prune if it is time and all servers are known. Called a few times a minute."""
        now = self._clock()
        if now >= self._due and self.bot.is_ready():
            self._due = now + _EVERY
            self._tasks.start(self._prune())

    async def _prune(self) -> None:
        try:
            await self.prune()
        except StoreUnavailable as error:
            log.warning("old games are deleted later: %s", error)

    async def prune(self) -> None:
        """Delete what is older than the settings say."""
        now = self._clock()
        await self._pruning.note_guilds(self._present(), now, self._shards)
        for guild in await self._pruning.missed_guilds(now - self._keep_left, self._shards):
            if self.bot.get_guild(guild) is None:
                await _until_done(partial(self._pruning.delete_guild_games, guild))
                await self._pruning.delete_guild(guild)
                log.info("deleted what was kept of server %s, which the bot has left", guild)
        if self._keep_ended is not None and self._shards.first:
            before = now - self._keep_ended
            await _until_done(partial(self._pruning.delete_old_games, before))

    def _present(self) -> list[GuildId]:
        """The servers of this process, those too that Discord has an outage in."""
        found = (GuildId(guild.id) for guild in self.bot.guilds)
        return [guild for guild in found if self._shards.holds(guild)]


async def _until_done(delete: Callable[[], Awaitable[bool]]) -> None:
    """Delete a few games again and again, with a breath between, until no more are left."""
    more = True
    while more:
        more = await delete()
        await asyncio.sleep(_BREATH)
