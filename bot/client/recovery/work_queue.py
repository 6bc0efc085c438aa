"""Does work for many games, of which a few are under way at a time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, TypeVar

from bot.edge.upkeep import BackgroundTasks

T = TypeVar("T", bound=Hashable)
Order = tuple[int, ...]

_INTERVAL: Final = 1 / 30
"""Seconds for a request. Discord allows fifty a second, and people who play need some."""


class RequestPace:
    """Lets one request through after the other, with a pause between them."""

    def __init__(self, interval: float = _INTERVAL) -> None:
        self._interval = interval
        self._next = 0.0

    async def turn(self, requests: int = 1) -> None:
        """Wait for a turn, which is as long as these requests need."""
        now = asyncio.get_running_loop().time()
        due = max(self._next, now)
        self._next = due + requests * self._interval
        if due > now:
            await asyncio.sleep(due - now)


class WorkQueue(Generic[T]):
    """Runs a step for each item, those with the lowest `order` first, several at a time.

    An item that waits or is under way is not added again. A step returns whether the item waits for
    another one, and must not raise.
    """

    def __init__(
        self,
        step: Callable[[T], Awaitable[bool]],
        at_once: int,
        order: Callable[[T], Order],
    ) -> None:
        self._step = step
        self._at_once = at_once
        self._order = order
        self._waiting: list[tuple[Order, int, T]] = []
        """A heap. Of two items in the same order the one that was added first comes first."""
        self._numbers = count()
        self._entries: dict[T, int] = {}
        """The number of the entry of each item that waits. Its other entries are out of date."""
        self._held: set[T] = set()
        """The items that wait or are under way."""
        self._workers = 0
        self._tasks = BackgroundTasks()

    def add(self, item: T) -> None:
        """Add an item, unless it waits or is under way."""
        if item in self._held:
            return
        self._held.add(item)
        self._push(item)
        if self._workers < self._at_once:
            self._workers += 1
            self._tasks.start(self._work())

    def reorder(self, item: T) -> None:
        """Let an item, if it waits, come where its order has moved to."""
        if item in self._entries:
            self._push(item)

    def _push(self, item: T) -> None:
        number = self._entries[item] = next(self._numbers)
        heappush(self._waiting, (self._order(item), number, item))

    async def end(self) -> None:
        """Cancel what is left."""
        await self._tasks.end()

    async def _work(self) -> None:
        try:
            while self._waiting:
                _, number, item = heappop(self._waiting)
                if self._entries.get(item) != number:
                    continue
                del self._entries[item]
                if await self._step(item):
                    self._push(item)
                else:
                    self._held.discard(item)
        finally:
            self._workers -= 1
