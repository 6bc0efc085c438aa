"""The engine in processes of its own, so that thinking never holds up the event loop.

    event loop ──▶ a thread for each worker ──▶ the worker: a pool of one process

A thread starts the process when it is needed, waits for it on a real clock, gives
it up and starts another; the event loop awaits the thread. With one process a
pool, a position that kills its worker spoils no other's thinking.

Workers are spawned: each imports this module, `engine`, and the `__main__` of the
program again. Keep all three free of discord, or each start pays for it.
"""

from __future__ import annotations

import asyncio
import os
import random
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from functools import partial
from multiprocessing import get_context, parent_process
from queue import SimpleQueue
from typing import Final, TypeVar

from bot.errors import EngineUnavailable
from engine import (
    Analysis,
    Judgement,
    Level,
    Limit,
    Position,
    Puzzle,
    analyse,
    choose,
    compose,
    judge,
    warm_up,
)

T = TypeVar("T")

JOBS_PER_WORKER: Final = 64
"""How many jobs may be under way or waiting for each worker before more are refused."""
GRACE: Final = 5.0
"""Seconds after a limit until its worker counts as hung. Healthy ones keep theirs to 50 ms."""
UNLIMITED: Final = 60.0
"""The same for a limit that names no time."""
START: Final = 300.0
"""Seconds for a process to start, if it must compile the kernels on a slow machine."""
_SHUT_DOWN: Final = "the engine has been shut down"


class Thinker:
    """Asks the engine, each question in a worker process."""

    def __init__(self, workers: int) -> None:
        self._closed = threading.Event()
        self._workers = [_Worker(self._closed) for _ in range(workers)]
        self._idle: SimpleQueue[_Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="thinker")
        self._jobs = 0

    @classmethod
    @asynccontextmanager
    async def open(cls, workers: int) -> AsyncIterator[Thinker]:
        """A thinker whose workers have all started and compiled; closed at the end.

        Raises EngineUnavailable where a worker does not start.
        """
        thinker = cls(workers)
        try:
            await thinker._warm_up()
            yield thinker
        finally:
            await thinker.close()

    async def close(self) -> None:
        """End the workers, whatever they do; who still waits gets EngineUnavailable."""
        self._closed.set()
        for worker in self._workers:
            worker.kill()
        await asyncio.to_thread(self._threads.shutdown)

    async def analyse(self, position: Position, limit: Limit, *, every: bool = True) -> Analysis:
        """The engine's `analyse`; raises EngineUnavailable where no answer is to be had."""
        return await self._run(partial(analyse, position, limit, every=every), _patience(limit))

    async def choose(self, position: Position, level: Level, limit: Limit, seed: int) -> int:
        """The engine's `choose`, by chance from `seed`; raises EngineUnavailable likewise."""
        return await self._run(partial(_choose, position, level, limit, seed), _patience(limit))

    async def judge(
        self, position: Position, move: int, limit: Limit, later: Judgement | None
    ) -> Judgement:
        """The engine's `judge`; raises EngineUnavailable likewise."""
        searches = 2 if later is None else 1
        seconds = searches * _patience(limit)
        return await self._run(partial(judge, position, move, limit, later), seconds)

    async def compose(self, seed: str, moves: range, games: Sequence[Position]) -> Puzzle:
        """The engine's `compose`; raises EngineUnavailable likewise, or if it finds no puzzle."""
        puzzle = await self._run(partial(compose, seed, moves, tuple(games)), UNLIMITED)
        if puzzle is None:
            raise EngineUnavailable(f"no puzzle comes of {seed!r}")
        return puzzle

    async def _run(self, job: Callable[[], T], seconds: float) -> T:
        """The result of a job that takes no longer than `seconds` once it has begun.

        If its worker dies or hangs, another tries once more. What the job itself
        raises is raised here.
        """
        if self._closed.is_set():
            raise EngineUnavailable(_SHUT_DOWN)
        if self._jobs >= JOBS_PER_WORKER * len(self._workers):
            raise EngineUnavailable(f"{self._jobs} positions wait already")
        self._jobs += 1
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._threads, self._attempt, job, seconds)
        finally:
            self._jobs -= 1

    def _attempt(self, job: Callable[[], T], seconds: float) -> T:
        """Runs in a thread, of which there are as many as workers: one of them is idle."""
        worker = self._idle.get()
        try:
            return worker.run(job, seconds)
        except _Lost:
            return worker.run(job, seconds)
        finally:
            self._idle.put(worker)

    async def _warm_up(self) -> None:
        loop = asyncio.get_running_loop()
        starts = (loop.run_in_executor(self._threads, worker.start) for worker in self._workers)
        await asyncio.gather(*starts)


class _Lost(EngineUnavailable):
    """A worker died, or was given up since it hung."""


class _Worker:
    """One process with the engine loaded, started when needed and anew after a loss."""

    def __init__(self, closed: threading.Event) -> None:
        self._closed = closed
        self._pool: ProcessPoolExecutor | None = None
        self._lock = threading.Lock()
        """Held to change the pool: another thread may kill it."""

    def run(self, job: Callable[[], T], seconds: float) -> T:
        """Do a job in the process; raises _Lost if it dies or takes longer than `seconds`."""
        self.start()
        return self._do(job, seconds)

    def start(self) -> None:
        """Start the process unless it runs, and wait until the engine has compiled in it."""
        if self._pool is None:
            self._do(warm_up, START)

    def kill(self) -> None:
        """End the process at once, as `ProcessPoolExecutor.kill_workers` of Python 3.14 does."""
        with self._lock:
            pool, self._pool = self._pool, None
            if pool is not None:
                for process in list((pool._processes or {}).values()):
                    process.kill()
                pool.shutdown(wait=False)

    def _do(self, job: Callable[[], T], seconds: float) -> T:
        try:
            with self._lock:
                future = self._running_pool().submit(job)
            return future.result(seconds)
        except (BrokenProcessPool, TimeoutError) as error:
            self.kill()
            raise _Lost(f"a worker was lost: {error!r}") from error

    def _running_pool(self) -> ProcessPoolExecutor:
        if self._closed.is_set():
            raise EngineUnavailable(_SHUT_DOWN)
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


def _choose(position: Position, level: Level, limit: Limit, seed: int) -> int:
    return choose(position, level, limit, random.Random(seed))


def _patience(limit: Limit) -> float:
    """Seconds until a search with this limit counts as hung."""
    return UNLIMITED if limit.seconds is None else limit.seconds + GRACE
