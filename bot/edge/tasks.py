"""Tasks in the background, several at a time, and the pauses between tries."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Iterator
from heapq import heappop, heappush
from itertools import count
from typing import Final, Generic, TypeVar

from discord.ext import commands

T = TypeVar("T")
K = TypeVar("K", bound=Hashable)
Order = tuple[int, ...]

log = logging.getLogger(__name__)

_CONCURRENT: Final = 4
"""How many things are done at the same time. Discord allows fifty requests a second in all."""


class BackgroundTasks(set["asyncio.Task[object]"]):
    """Tasks of one part of the bot, which end with it.

    They are kept here because asyncio itself may lose a running task.
    """

    def start(self, work: Coroutine[None, None, T]) -> asyncio.Task[T]:
        """Start a task."""
        task = asyncio.create_task(work)
        self.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[T]) -> None:
        """Log the defect that has ended a task at once: asyncio does so only much later."""
        self.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a defect in %s", task.get_coro(), exc_info=error)

    async def end(self, patience: float = 0.0) -> None:
        """Give the tasks so many seconds to end, then cancel them and wait until they have."""
        if self and patience:
            await asyncio.wait(self, timeout=patience)
        for task in self:
            task.cancel()
        await asyncio.gather(*self, return_exceptions=True)


class TaskCog(commands.Cog):
    """A cog with tasks, and with what ends its listening: both end with it.

    The next process does what is left, by what is in the store.
    """

    def __init__(self) -> None:
        self._tasks = BackgroundTasks()
        self._listening: list[Callable[[], None]] = []

    async def cog_unload(self) -> None:
        """Stop listening, and cancel what is left."""
        for unlisten in self._listening:
            unlisten()
        await self._tasks.end()


async def a_few_at_a_time(step: Callable[[T], Awaitable[object]], things: Iterable[T]) -> None:
    """Do a step for each thing, a few at a time."""
    left = iter(things)

    async def go_on() -> None:
        for thing in left:
            await step(thing)

    await asyncio.gather(*(go_on() for _ in range(_CONCURRENT)))


def pauses(first: float, longest: float) -> Iterator[float]:
    """Yield the seconds to wait before each retry, without an end: they double each time.

    >>> from itertools import islice
    >>> list(islice(pauses(1.0, 5.0), 5))
    [1.0, 2.0, 4.0, 5.0, 5.0]
    """
    pause = first
    while True:
        yield min(pause, longest)
        pause = min(2 * pause, longest)


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
        """A heap. Of two items with the same order the one added first comes first."""
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
        """Move an item, if it waits, to the place of its new order."""
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
