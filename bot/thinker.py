"""The engine in processes of its own, so that thinking never holds up the event loop.

    event loop ──▶ the queue: whose turn? ──▶ a thread ──▶ a worker: a pool of one process
                                                     └───▶ or the cluster, while there is one

A thread starts the process when it is needed, waits for it on a real clock, gives
it up and starts another; the event loop awaits the thread. With one process a
pool, a position that kills its worker spoils no other's thinking. What the engine
knows by heart takes less than any of this, and is answered where it is asked.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import partial
from queue import SimpleQueue
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeVar

from bot.errors import EngineUnavailable, SettingsError
from bot.logs import in_this_place
from bot.session import ChannelId
from bot.workers.local import SHUT_DOWN, Lost, Worker, choose_by_seed
from bot.workers.queue import FairQueue
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
    is_known,
    judge,
    remember,
)

if TYPE_CHECKING:
    from bot.workers.cluster import Cluster

T = TypeVar("T")
Observer = Callable[[str, float], None]
"""Hears of each job that has ended: its name, and how many seconds it took."""

log = logging.getLogger(__name__)

GRACE: Final = 5.0
"""Seconds after a limit until its worker counts as hung. Healthy ones keep theirs to 50 ms."""
UNLIMITED: Final = 60.0
"""The same for a limit that names no time."""
_AT_ONCE: Final = Limit(nodes=1)
"""No limit binds an answer that is known by heart."""
_CHOICE: Final = "choose"
_CLUSTER_THREADS: Final = 64
"""Threads that wait for a cluster, as many as it is ever given jobs at a time."""


class Thinker:
    """Asks the engine, each question in a worker process.

    A question says which channel it is for: where many wait, each channel has its turn.
    Raises EngineBusy at once where too many wait already.
    """

    def __init__(
        self, workers: int, cluster: Cluster | None = None, observe: Observer | None = None
    ) -> None:
        self._closed = threading.Event()
        self._workers = [Worker(self._closed) for _ in range(workers)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._cluster = cluster
        self._observe = observe
        threads = workers + (_CLUSTER_THREADS if cluster else 0)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="thinker")
        self.queue = FairQueue(lambda: self.slots)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, workers: int, cluster: str | None = None, observe: Observer | None = None
    ) -> AsyncIterator[Thinker]:
        """A thinker that is ready to answer; closed at the end.

        The workers have all started and compiled, unless there is a cluster to ask.
        Raises EngineUnavailable where a worker does not start.
        """
        thinker = cls(workers, _cluster_at(cluster) if cluster else None, observe)
        try:
            await thinker._warm_up()
            yield thinker
        finally:
            await thinker.close()

    async def close(self) -> None:
        """End the workers, whatever they do; who still waits gets EngineUnavailable."""
        self._closed.set()
        self.queue.close()
        for worker in self._workers:
            worker.kill()
        if self._cluster is not None:
            await asyncio.to_thread(self._cluster.close)
        await asyncio.to_thread(self._threads.shutdown)

    @property
    def slots(self) -> int:
        """How many jobs may be under way at a time."""
        return (self._cluster and self._cluster.slots) or len(self._workers)

    @property
    def in_cluster(self) -> bool:
        """Whether it thinks in a cluster just now."""
        return self._cluster is not None and self._cluster.slots > 0

    @property
    def place(self) -> str:
        """Where it thinks just now, for people who run the bot."""
        if self._cluster is not None and self._cluster.slots:
            return f"a cluster with {self._cluster.slots} slots"
        count = len(self._workers)
        return f"{count} {'process' if count == 1 else 'processes'}"

    async def analyse(
        self,
        position: Position,
        limit: Limit,
        *,
        every: bool = True,
        channel: ChannelId | None = None,
    ) -> Analysis:
        """The engine's `analyse`; raises EngineUnavailable where no answer is to be had."""
        job = partial(analyse, position, limit, every=every)
        return await self._run(job, _patience(limit), channel)

    async def choose(
        self,
        position: Position,
        level: Level,
        limit: Limit,
        seed: int,
        *,
        channel: ChannelId | None = None,
    ) -> int:
        """The engine's `choose`, by chance from `seed`; raises EngineUnavailable likewise."""
        if (known := self.recall(position, level, Random(seed))) is not None:
            return known
        job = partial(choose_by_seed, position, level, limit, seed)
        return await self._run(job, _patience(limit), channel)

    def recall(self, position: Position, level: Level, rng: Random) -> int | None:
        """The same at once, where the engine knows the answers to a board by heart."""
        if not is_known(position.rules, level):
            return None
        started = perf_counter()
        move = choose(position, level, _AT_ONCE, rng)
        self._seen(_CHOICE, started)
        return move

    async def judge(
        self,
        position: Position,
        move: int,
        limit: Limit,
        later: Judgement | None,
        *,
        channel: ChannelId | None = None,
    ) -> Judgement:
        """The engine's `judge`; raises EngineUnavailable likewise."""
        searches = 2 if later is None else 1
        job = partial(judge, position, move, limit, later)
        return await self._run(job, searches * _patience(limit), channel)

    async def compose(self, seed: str, moves: range, games: Sequence[Position]) -> Puzzle:
        """The engine's `compose`; raises EngineUnavailable likewise, or if it finds no puzzle."""
        puzzle = await self._run(partial(compose, seed, moves, tuple(games)), UNLIMITED)
        if puzzle is None:
            raise EngineUnavailable(f"no puzzle comes of {seed!r}")
        return puzzle

    async def _run(
        self, job: Callable[[], T], seconds: float, channel: ChannelId | None = None
    ) -> T:
        """The result of a job that takes no longer than `seconds` once it has begun.

        If its worker dies or hangs, another tries once more. What the job itself
        raises is raised here.
        """
        if self._closed.is_set():
            raise EngineUnavailable(SHUT_DOWN)
        await self.queue.enter(channel)
        loop = asyncio.get_running_loop()
        started = perf_counter()
        attempt = in_this_place(partial(self._attempt, job, seconds))
        work = loop.run_in_executor(self._threads, attempt)

        def leave(done: asyncio.Future[T]) -> None:
            self.queue.leave()
            if not done.cancelled() and done.exception() is None:
                self._seen(_name(job), started)

        work.add_done_callback(leave)
        return await asyncio.shield(work)  # a caller who leaves must not free the slot yet

    def _seen(self, name: str, started: float) -> None:
        """A job has ended."""
        if self._observe:
            self._observe(name, perf_counter() - started)

    def _attempt(self, job: Callable[[], T], seconds: float) -> T:
        """Runs in a thread."""
        if self._cluster is None or not self._cluster.slots:
            return self._attempt_here(job, seconds, tries=2)
        try:
            return self._cluster.run(job, seconds)
        except EngineUnavailable as error:
            log.warning("%s", error)
            return self._attempt_here(job, seconds, tries=1 if isinstance(error, Lost) else 2)

    def _attempt_here(self, job: Callable[[], T], seconds: float, tries: int) -> T:
        worker = self._idle.get()
        try:
            return worker.run(job, seconds)
        except Lost as error:
            log.warning("%s", error)
            if tries == 1:
                raise
            return worker.run(job, seconds)
        finally:
            self._idle.put(worker)

    async def _warm_up(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._threads, remember)
        if self._cluster is not None:
            await loop.run_in_executor(self._threads, self._cluster.open)
            if self._cluster.slots:
                return
        starts = (loop.run_in_executor(self._threads, worker.start) for worker in self._workers)
        await asyncio.gather(*starts)


def _cluster_at(address: str) -> Cluster:
    try:
        from bot.workers.cluster import Cluster
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"ENGINE={address!r} needs a package: pip install {error.name}"
        ) from error
    return Cluster(address)


def _name(job: Callable[[], object]) -> str:
    """What a job is: `choose`, `analyse`, `judge`."""
    function = job.func if isinstance(job, partial) else job
    return str(function.__name__).removesuffix("_by_seed")


def _patience(limit: Limit) -> float:
    """Seconds until a search with this limit counts as hung."""
    return UNLIMITED if limit.seconds is None else limit.seconds + GRACE
