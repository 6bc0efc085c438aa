"""Whether all is well: what the bot needs is looked at, and what is wrong is named."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from bot.errors import StoreUnavailable
from bot.monitoring.metrics import Metrics
from bot.pool.thinker import Thinker
from bot.store import Store

log = logging.getLogger(__name__)

_MOST_AHEAD: Final = 5.0
"""Seconds that this machine's clock may be ahead of Discord's, or behind."""


class Health:
    """Looks at Discord, the database, the cluster and the clock, and logs a line for a change."""

    def __init__(
        self,
        store: Store,
        thinker: Thinker,
        metrics: Metrics,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._store = store
        self._thinker = thinker
        self._metrics = metrics
        self._clock = clock
        self._one_at_a_time = asyncio.Lock()
        self._told: frozenset[str] = frozenset()
        """The parts that were not well when a line was logged last."""

    async def look(self) -> Mapping[str, str]:
        """Return what is wrong, by its part: `database`, `discord`, `engine` or `clock`."""
        async with self._one_at_a_time:
            found = {
                "database": await self._database(),
                "discord": self._discord(),
                "engine": self._thinker.trouble,
                "clock": self._clock_trouble(),
            }
        wrong = {part: words for part, words in found.items() if words is not None}
        self._tell(wrong)
        return wrong

    def _tell(self, wrong: Mapping[str, str]) -> None:
        if wrong.keys() == self._told:
            return
        self._told = frozenset(wrong)
        if wrong:
            log.warning("not well: %s", "; ".join(wrong.values()))
        else:
            log.info("all is well again")

    async def _database(self) -> str | None:
        try:
            await self._store.probe(self._clock())
        except StoreUnavailable as error:
            return f"the database {error}"
        return None

    def _discord(self) -> str | None:
        if not (offline := self._metrics.offline):
            return None
        return f"no connection to Discord for shard {', '.join(map(str, offline))}"

    def _clock_trouble(self) -> str | None:
        ahead = self._metrics.clock_ahead()
        if abs(ahead) <= _MOST_AHEAD:
            return None
        how = "ahead of" if ahead > 0 else "behind"
        return f"the clock of this machine is {abs(ahead):.0f} s {how} Discord's"
