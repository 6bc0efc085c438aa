"""Tasks in the background, which end with the cog that has started them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine

log = logging.getLogger(__name__)


class BackgroundTasks:
    """The tasks of one cog. They are kept here because asyncio itself may lose a running task."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        """Start a task."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return task

    def _done(self, task: asyncio.Task[None]) -> None:
        """Log the defect that has ended a task, at once: asyncio does when nobody knows it more."""
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("a defect in %s", task.get_coro(), exc_info=error)

    async def end(self, patience: float = 0.0) -> None:
        """Give the tasks so many seconds to end, then cancel them and wait until they have."""
        if self._tasks and patience:
            await asyncio.wait(self._tasks, timeout=patience)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
