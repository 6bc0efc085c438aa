"""When each person ended their links: passes to pages that were made before that are void."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import sqlalchemy as sa

from bot.store.database import TableStore, insert_missing, transaction
from bot.store.tables import ended_passes

_KEPT: Final = 8 * 86_400.0
"""Seconds for which it is kept: older passes open nothing by themselves."""


class EndedPasses(TableStore):
    """One row for each whose passes were ended, by a code that tells nobody who it is."""

    async def end(self, whose: str, now: float) -> None:
        """Store that the passes made until now are worth nothing."""
        these = ended_passes.c
        async with transaction(self.database) as connection:
            await connection.execute(sa.delete(ended_passes).where(these.ended_at < now - _KEPT))
            await insert_missing(connection, ended_passes, {"whose": whose, "ended_at": now})
            changed = sa.update(ended_passes).where(these.whose == whose, these.ended_at < now)
            await connection.execute(changed.values(ended_at=now))

    async def ended_at(self, whose: Iterable[str]) -> float:
        """Return when the passes of some codes were ended last; 0 if never."""
        query = sa.select(sa.func.max(ended_passes.c.ended_at))
        return float(await self._value(query.where(ended_passes.c.whose.in_(list(whose)))) or 0.0)

    async def since(self, moment: float) -> Sequence[tuple[str, float]]:
        """Return whose passes were ended since then, and when."""
        query = sa.select(ended_passes).where(ended_passes.c.ended_at >= moment)
        return [(row.whose, row.ended_at) for row in await self._rows(query)]
