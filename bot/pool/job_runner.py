"""Runs jobs of the engine in other processes, so that a search never blocks the event loop.

    event loop ──▶ queue: whose turn? ──▶ a thread ──▶ a worker: a pool of one process
                                                 └───▶ or the cluster, if it is there

The event loop awaits a thread. The thread starts the process if needed, waits for it as long as
it works (`bot.pool.worker`), and replaces it if it hangs. Each pool has one process, so that a
position that kills its worker harms no other search.
"""

from __future__ import annotations

import asyncio
import ctypes
import logging
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.sharedctypes import RawValue
from queue import SimpleQueue
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeVar

from bot.errors import EngineCompiling, EngineUnavailable
from bot.monitoring.logs import with_log_context
from bot.pool.compiling import Kernels, compile_engine
from bot.pool.queue import NOBODY, Asker, FairQueue
from bot.pool.worker import NO_KERNELS, SHUT_DOWN, Worker, WorkerLost
from engine import ALL_KERNELS, Progress, compiled_kernels, remember

if TYPE_CHECKING:
    from bot.pool.cluster import Cluster

T = TypeVar("T")
Observer = Callable[[str, float], None]
"""A callback that gets the name of each finished job, and how many seconds it took."""

log = logging.getLogger(__name__)

_CLUSTER_THREADS: Final = 64
"""The number of threads that wait for a cluster: one for each job it can have at a time."""
_START_TIMEOUT: Final = 4.0
"""Seconds to find a cluster. After that the work continues in the background."""


class JobRunner:
    """Runs jobs in the cluster if there is one, otherwise in worker processes on this machine.

    A job names its asker, so that all people get their turn if many jobs wait. Raises
    EngineBusy at once if too many wait.
    """

    def __init__(
        self, workers: int, cluster: Cluster | None = None, observe: Observer | None = None
    ) -> None:
        self._closed = threading.Event()
        self._spare = RawValue(ctypes.c_bool, False)
        self._workers = [Worker(self._closed, self._spare) for _ in range(workers)]
        self._idle: SimpleQueue[Worker] = SimpleQueue()
        for worker in self._workers:
            self._idle.put(worker)
        self._cluster = cluster
        self._observe = observe
        threads = workers + (_CLUSTER_THREADS if cluster else 0)
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="thinker")
        self._connecting: asyncio.Task[None] | None = None
        """Looks for the cluster, at the start."""
        self._preparation: asyncio.Task[None] | None = None
        """Loads the kernels in the workers here. It starts later if a cluster is there first."""
        self.kernels = Kernels(self._closed)
        self.queue = FairQueue(lambda: self.slots)

    async def close(self) -> None:
        """Stop the workers at once. Questions that still wait get EngineUnavailable."""
        self._closed.set()
        self.queue.close()
        if self._preparation is not None:
            self._preparation.cancel()
            await asyncio.wait({self._preparation})
        for worker in self._workers:
            worker.kill()
        if self._cluster is not None:
            await asyncio.to_thread(self._cluster.close)
        await asyncio.to_thread(self._threads.shutdown)

    def memory(self) -> int:
        """Return how many bytes the processes here have in all. Blocks for a moment."""
        return sum(worker.memory() for worker in self._workers)

    @property
    def slots(self) -> int:
        """How many jobs can run at a time."""
        return (self._cluster and self._cluster.slots) or len(self._workers)

    @property
    def in_cluster(self) -> bool:
        """Whether jobs run in a cluster now."""
        return self._cluster is not None and self._cluster.slots > 0

    @property
    def trouble(self) -> str | None:
        """Why no job runs in the configured cluster; None while they do, or without a cluster."""
        return None if self._cluster is None else self._cluster.trouble

    @property
    def location(self) -> str:
        """Where jobs run now, in words for people who run the bot."""
        if self._cluster is not None and self._cluster.slots:
            return f"a cluster with {self._cluster.slots} slots"
        count = len(self._workers)
        return f"{count} {'process' if count == 1 else 'processes'}"

    @property
    def is_ready(self) -> bool:
        """Whether every board can be searched: in a cluster, or by the workers here."""
        return self.in_cluster or (self._preparation is not None and self._preparation.done())

    async def wait_until_ready(self) -> None:
        """Wait until every board can be searched, however long that takes."""
        if not self.in_cluster:
            await asyncio.wait({self._start_preparation()})

    def progress(self, kernels: frozenset[str]) -> Progress | None:
        """How far compiling these kernels is; None if boards that need them can be searched."""
        return None if self.is_ready else self.kernels.progress(kernels)

    async def run(
        self,
        job: Callable[[], T],
        seconds: float,
        asker: Asker = NOBODY,
        *,
        kernels: frozenset[str] = ALL_KERNELS,
        tries: int = 2,
    ) -> T:
        """Run a job that may compute for `seconds` on each core, and return its result.

        If its worker dies or hangs, the job is tried once more, or as often as `tries` says; then
        it raises WorkerLost. Errors of the job itself are raised here. A job is refused while the
        `kernels` that it uses are being compiled.
        """
        if self._closed.is_set():
            raise EngineUnavailable(SHUT_DOWN)
        if kernels and not self.is_ready:
            await self._check_ready(kernels)
        await self.queue.enter(asker)
        self._tell_spare_core()
        started = perf_counter()
        work = asyncio.ensure_future(self._run_anywhere(job, seconds, kernels, tries))

        def leave(done: asyncio.Future[T]) -> None:
            self.queue.leave(asker)
            self._tell_spare_core()
            if self._observe and not done.cancelled() and done.exception() is None:
                self._observe(_job_name(job), perf_counter() - started)

        work.add_done_callback(leave)
        # a cancelled caller must not free the slot while the worker is busy
        return await asyncio.shield(work)

    def _tell_spare_core(self) -> None:
        """Tell the workers whether each that is busy may use the core of one that is idle.

        A search that uses it gives it back within milliseconds.
        """
        self._spare.value = 2 * self.queue.busy <= len(self._workers)

    async def _run_anywhere(
        self, job: Callable[[], T], seconds: float, kernels: frozenset[str], tries: int
    ) -> T:
        """Run a job in the cluster if there is one, otherwise in a worker here."""
        if self._cluster is not None and self._cluster.slots:
            try:
                return await self._in_thread(partial(self._cluster.run, job, seconds))
            except EngineUnavailable as error:
                log.warning("%s", error)
                tries -= isinstance(error, WorkerLost)
                if not tries:
                    raise
            if self._closed.is_set():
                raise EngineUnavailable(SHUT_DOWN)
            if kernels:
                await self._check_ready(kernels)
        return await self._in_thread(partial(self._run_here, job, seconds, kernels, tries))

    def _run_here(
        self, job: Callable[[], T], seconds: float | None, kernels: frozenset[str], tries: int
    ) -> T:
        worker = self._idle.get()
        try:
            return worker.run(job, seconds, kernels)
        except WorkerLost as error:
            log.warning("%s", error)
            if tries == 1:
                raise
            return worker.run(job, seconds, kernels)
        finally:
            self._idle.put(worker)

    # Starting, and loading the kernels.

    async def start(self) -> None:
        """Start the workers. What takes longer than a few seconds continues in the background."""
        await self._in_thread(remember)
        if self._cluster is not None:
            self._connecting = asyncio.create_task(self._in_thread(self._cluster.open))
            self._connecting.add_done_callback(lambda _: self.kernels.tell_ready())
            await asyncio.wait({self._connecting}, timeout=_START_TIMEOUT)
            if self._cluster.slots:
                return
        await self._start_workers()
        compiled = await self._what_is_compiled()
        preparation = self._start_preparation(compiled)
        if compiled == ALL_KERNELS:
            await asyncio.wait({preparation})

    def _start_preparation(self, compiled: frozenset[str] | None = None) -> asyncio.Task[None]:
        """Start to load the kernels in the workers here, unless that has started already."""
        if self._preparation is None:
            self._preparation = asyncio.create_task(self._prepare(compiled))
            self._preparation.add_done_callback(lambda _: self.kernels.looked_up.set())
            self._preparation.add_done_callback(lambda _: self.kernels.tell_ready())
        return self._preparation

    async def _check_ready(self, kernels: frozenset[str]) -> None:
        """Raise EngineCompiling unless the workers here can load these kernels.

        If a cluster has just gone, the workers start only now: then wait until they can tell.
        """
        self._start_preparation()
        await self.kernels.looked_up.wait()
        if (progress := self.progress(kernels)) is not None:
            raise EngineCompiling(kernels, progress.percent, progress.seconds)

    async def _start_workers(self) -> None:
        await asyncio.gather(*(self._in_thread(worker.start) for worker in self._workers))

    async def _what_is_compiled(self) -> frozenset[str]:
        """The kernels that this machine has. A worker asks: it has the compiler."""
        ask = partial(self._run_here, compiled_kernels, None, NO_KERNELS, tries=2)
        return await self._in_thread(ask)

    async def _prepare(self, compiled: frozenset[str] | None) -> None:
        """Compile the kernels if needed, and load them in all workers."""
        try:
            if compiled is None:
                await self._start_workers()
                compiled = await self._what_is_compiled()
            self.kernels.compiled = compiled
            self.kernels.looked_up.set()
            if compiled != ALL_KERNELS:
                await compile_engine(self.kernels.hear)
            await asyncio.gather(*(self._in_thread(self._load_kernels) for _ in self._workers))
        except EngineUnavailable as error:
            log.warning("%s", error)  # a job loads the kernels itself if they are not loaded yet

    def _load_kernels(self) -> None:
        """Load the kernels in one idle worker. Called in a thread, once for each worker."""
        worker = self._idle.get()
        try:
            worker.load()
        finally:
            self._idle.put(worker)

    async def _in_thread(self, function: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, with_log_context(function))


def _job_name(job: Callable[[], object]) -> str:
    """The name of a job for metrics: `choose`, `analyse`, `judge`, `remark` or another."""
    function = job.func if isinstance(job, partial) else job
    return str(function.__name__).removesuffix("_by_seed")
