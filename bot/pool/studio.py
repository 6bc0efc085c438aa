"""Draws pictures in a few processes of their own, so that drawing never holds up the event loop.

    event loop ──▶ queue: whose turn? ──▶ a thread ──▶ a worker: a pool of one process

Not in threads: Pillow and the code around it hold the interpreter's lock for most of the time. The
processes start when the first picture is wanted. A process and its caches of drawn tiles take some
60 MB; one that has grown beyond its bound is replaced.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from queue import SimpleQueue
from typing import Final, TypeVar

from bot.monitoring.logs import with_log_context
from bot.pool.queue import Asker, FairQueue
from bot.pool.worker import NO_KERNELS, Worker, WorkerLost

T = TypeVar("T")

log = logging.getLogger(__name__)

PROCESSES: Final = 2
"""How many pictures are drawn at a time. One person gets one of them."""
MOST_MEMORY: Final = 75_000_000
"""How many bytes a process may have after a picture."""
_LONGEST: Final = 60.0
"""Seconds for which a picture may be computed. The longest replay takes one."""


class Studio:
    """Processes that draw. People take turns as they do for the engine."""

    def __init__(self) -> None:
        self._closed = threading.Event()
        self._workers = [Worker(self._closed) for _ in range(PROCESSES)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(PROCESSES, thread_name_prefix="studio")
        self.queue = FairQueue(lambda: len(self._workers))

    async def draw(self, draw: Callable[[], T], asker: Asker) -> T:
        """Call a function in another process and return what it has drawn.

        What it is called with must be picklable. Raises EngineBusy if too many pictures wait, and
        EngineUnavailable if it can't be drawn.
        """
        await self.queue.enter(asker)
        job = with_log_context(partial(self._draw, draw))
        work = asyncio.get_running_loop().run_in_executor(self._threads, job)
        work.add_done_callback(lambda _: self.queue.leave(asker))
        return await asyncio.shield(work)  # the process stays busy even if the caller is cancelled

    def memory(self) -> int:
        """Return how many bytes of memory the processes have. Blocks for a moment."""
        return sum(worker.memory() for worker in self._workers)

    async def close(self) -> None:
        """Stop the processes at once. Pictures that still wait get EngineUnavailable."""
        self._closed.set()
        self.queue.close()
        for worker in self._workers:
            worker.kill()
        await asyncio.to_thread(self._threads.shutdown)

    def _draw(self, draw: Callable[[], T]) -> T:
        """Draw in an idle process, and once more if it is lost."""
        worker = self._idle.get()
        try:
            try:
                return worker.run(draw, _LONGEST, NO_KERNELS)
            except WorkerLost as error:
                log.warning("%s", error)
                return worker.run(draw, _LONGEST, NO_KERNELS)
        finally:
            if worker.memory() > MOST_MEMORY:
                worker.kill()
            self._idle.put(worker)
