"""Changes that can wait for each other, and then share a transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bot.store.database import Database, transaction
from bot.store.often import Change, Facts


class Together:
    """One kind of change: what comes while some are being stored goes next, all at once.

    In `order`, so that two who change the same rows never wait for each other in a circle.
    """

    def __init__(self, engine: Database, change: Change, order: Callable[[Facts], Any]) -> None:
        self._engine = engine
        self._change = change
        self._order = order
        self._turn = asyncio.Lock()
        self._waiting: list[Facts] = []
        self._next: asyncio.Task[None] | None = None

    async def make(self, facts: Facts) -> None:
        """Store a change; it is kept when this returns."""
        self._waiting.append(facts)
        if self._next is None:
            self._next = asyncio.create_task(self._make_all())
            self._next.add_done_callback(_heard)
        await asyncio.shield(self._next)

    async def _make_all(self) -> None:
        async with self._turn:
            changes, self._waiting, self._next = self._waiting, [], None
            async with transaction(self._engine) as connection:
                await self._change.make(connection, *sorted(changes, key=self._order))


def _heard(task: asyncio.Task[None]) -> None:
    """An error is told to all who wait; that they may have gone is none."""
    if not task.cancelled():
        task.exception()
