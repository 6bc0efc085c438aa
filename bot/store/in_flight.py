"""How much is under way, so that an end can wait for it."""

from __future__ import annotations

import asyncio


class InFlight:
    """Counts blocks that have begun and not ended: one act lasts as long as `with in_flight:`."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    def __enter__(self) -> None:
        self._count += 1
        self._none.clear()

    def __exit__(self, *error: object) -> None:
        self._count -= 1
        if not self._count:
            self._none.set()

    async def rest(self) -> None:
        """Wait until every act that is under way has ended."""
        await self._none.wait()
