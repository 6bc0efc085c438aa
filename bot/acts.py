"""How much is under way, so that an end can wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager


class Acts:
    """Counts blocks that have begun and not ended."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    @contextmanager
    def under_way(self) -> Iterator[None]:
        """One act lasts as long as the block."""
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            self._count -= 1
            if not self._count:
                self._none.set()

    async def rest(self) -> None:
        """Wait until every act that is under way has ended."""
        await self._none.wait()
