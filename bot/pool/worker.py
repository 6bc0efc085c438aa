"""A worker on this machine: a pool of one process, started when it is needed.

Workers are spawned: each imports this module, `engine`, and the `__main__` of the
program again. Keep all three free of discord, or each start pays for it.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context, parent_process
from typing import Final, TypeVar

from bot.errors import EngineUnavailable
from engine import Level, Limit, Position, choose, warm_up

T = TypeVar("T")

SHUT_DOWN: Final = "the engine has been shut down"


class Lost(EngineUnavailable):
    """A worker died, ran out of memory, or was given up since it hung."""


class Worker:
    """One process with the engine loaded, started when needed and anew after a loss."""

    def __init__(self, closed: threading.Event) -> None:
        self._closed = closed
        self._pool: ProcessPoolExecutor | None = None
        self._loaded = False
        """Whether the process has loaded the kernels."""
        self._lock = threading.Lock()
        """Held to change the pool: another thread may kill it."""

    def run(self, job: Callable[[], T], seconds: float | None, *, kernels: bool = True) -> T:
        """Do a job in the process; raises Lost if it dies or takes longer than `seconds`, if any.

        For one that uses `kernels` the process has loaded them before.
        """
        self.start()
        if kernels:
            self.load()
        return self._do(job, seconds)

    def start(self) -> None:
        """Start the process unless it runs, and wait until it does, however long that takes."""
        if self._pool is None:
            self._do(os.getpid, None)

    def load(self) -> None:
        """Have it load the kernels unless it has; what is not compiled yet is compiled first."""
        if not self._loaded:
            self._do(warm_up, None)
            self._loaded = True

    def kill(self) -> None:
        """End the process at once, as `ProcessPoolExecutor.kill_workers` of Python 3.14 does."""
        with self._lock:
            pool, self._pool, self._loaded = self._pool, None, False
            if pool is not None:
                for process in list((pool._processes or {}).values()):
                    process.kill()
                pool.shutdown(wait=False)

    def _do(self, job: Callable[[], T], seconds: float | None) -> T:
        try:
            with self._lock:
                future = self._running_pool().submit(job)
            return future.result(seconds)
        except (BrokenProcessPool, TimeoutError, MemoryError) as error:
            # A process that once ran out of memory may hold on to what it has.
            self.kill()
            raise Lost(f"a worker was lost: {error!r}") from error

    def _running_pool(self) -> ProcessPoolExecutor:
        if self._closed.is_set():
            raise EngineUnavailable(SHUT_DOWN)
        if self._pool is None:
            spawn = get_context("spawn")
            self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=_end_with_parent)
            _leave_signals_to_parent()
        return self._pool


def _leave_signals_to_parent() -> None:
    """Block Ctrl-C and SIGTERM in this thread, and so in the process it is about to start.

    A terminal or a service manager sends them to every process; the parent decides
    when workers end.
    """
    if sys.platform != "win32":  # which has no signal masks
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})


def _end_with_parent() -> None:
    """Runs first in a worker: let it not outlive its parent, even one that is killed."""
    threading.Thread(target=_watch_parent, name="watch-parent", daemon=True).start()


def _watch_parent() -> None:
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    parent.join()
    os._exit(1)


def choose_by_seed(position: Position, level: Level, limit: Limit, seed: int) -> int:
    """The engine's `choose` with a generator of its own: two workers share none."""
    return choose(position, level, limit, random.Random(seed))
