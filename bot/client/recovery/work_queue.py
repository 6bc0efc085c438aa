"""Does work for many games, of which a few are under way at a time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable
from typing import Final, Generic, TypeVar

from bot.edge.tasks import BackgroundTasks

T = TypeVar("T", bound=Hashable)

_INTERVAL: Final = 1 / 30
"""Seconds for a request. Discord allows fifty a second, and people who play need some."""


class Pace:
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
    """Runs a step for each item, in the order in which they were added, several at a time.

    An item that waits or is under way is not added again. A step returns whether the item goes to
    the end of the queue for another one, and must not raise.
    """

    def __init__(self, step: Callable[[T], Awaitable[bool]], at_once: int) -> None:
        self._step = step
        self._at_once = at_once
        self._waiting: deque[T] = deque()
        self._held: set[T] = set()
        """The items that wait or are under way."""
        self._workers = 0
        self._tasks = BackgroundTasks()

    def add(self, item: T) -> None:
        """Add an item at the end."""
        if item in self._held:
            return
        self._held.add(item)
        self._waiting.append(item)
        if self._workers < self._at_once:
            self._workers += 1
            self._tasks.start(self._work())

    async def end(self) -> None:
        """Cancel what is left."""
        await self._tasks.end()

    async def _work(self) -> None:
        try:
            while self._waiting:
                item = self._waiting.popleft()
                if await self._step(item):
                    self._waiting.append(item)
                else:
                    self._held.discard(item)
        finally:
            self._workers -= 1
