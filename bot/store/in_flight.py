"""A count of what is in flight, so that the end of the program can wait for it."""

from __future__ import annotations

import asyncio


class InFlight:
    """Counts the `with in_flight:` blocks that have begun and not ended."""

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
        """Wait until every block that has begun has ended."""
        await self._none.wait()
