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
from contextvars import Context, copy_context
from functools import partial
from queue import SimpleQueue
from random import Random
from time import perf_counter
from typing import TYPE_CHECKING, Final, TypeVar

from bot.errors import EngineCompiling, EngineUnavailable, SettingsError
from bot.logs import with_log_context
from bot.match.session import ChannelId
from bot.pool.queue import FairQueue
from bot.pool.worker import SHUT_DOWN, Lost, Worker, choose_by_seed
from engine import (
    Analysis,
    Compilation,
    Judgement,
    Level,
    Limit,
    Position,
    Puzzle,
    analyse,
    choose,
    compose,
    is_compiled,
    is_known,
    judge,
    needs_kernels,
    remember,
)

if TYPE_CHECKING:
    from bot.pool.cluster import Cluster

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
_MOMENT: Final = 4.0
"""Seconds for a cluster to be found, or for kernels to be loaded that are compiled already: what
takes longer goes on behind."""
_AGAIN: Final = (1.0, 10.0, 60.0)
"""Seconds before each further try to compile, where it was broken off."""


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
        self._look: asyncio.Task[None] | None = None
        """For the cluster."""
        self._preparation: asyncio.Task[None] | None = None
        """Of the workers here; it is begun at once only where no cluster is there to think."""
        self._listeners: list[tuple[Callable[[], object], Context]] = []
        self.queue = FairQueue(lambda: self.slots)

    @classmethod
    @asynccontextmanager
    async def open(
        cls, workers: int, cluster: str | None = None, observe: Observer | None = None
    ) -> AsyncIterator[Thinker]:
        """A thinker whose workers have started; closed at the end.

        It is ready for every board unless the engine has to be compiled first, or a cluster
        takes its time: `prepared` waits for that. Raises EngineUnavailable where a worker
        does not start.
        """
        thinker = cls(workers, _cluster_at(cluster) if cluster else None, observe)
        try:
            await thinker._start()
            yield thinker
        finally:
            await thinker.close()

    async def close(self) -> None:
        """End the workers, whatever they do; who still waits gets EngineUnavailable."""
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

    @property
    def is_prepared(self) -> bool:
        """Whether every board can be thought about: in a cluster, or by the workers here."""
        return self.in_cluster or self._is_prepared_here

    @property
    def _is_prepared_here(self) -> bool:
        return self._preparation is not None and self._preparation.done()

    async def prepared(self) -> None:
        """Wait until it is, however long that takes."""
        if not self.in_cluster:
            await asyncio.wait({self._prepare_here()})

    def when_prepared(self, call: Callable[[], object]) -> Callable[[], None]:
        """Have something called each time that boards can be thought about which could not.

        Returns what puts an end to that.
        """
        listener = call, copy_context()
        self._listeners.append(listener)
        return partial(self._listeners.remove, listener)

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
        kernels = needs_kernels(position.rules)
        return await self._run(job, _patience(limit), channel, kernels=kernels)

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
        kernels = needs_kernels(position.rules, level)
        return await self._run(job, _patience(limit), channel, kernels=kernels)

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
        kernels = needs_kernels(position.rules)
        return await self._run(job, searches * _patience(limit), channel, kernels=kernels)

    async def compose(self, seed: str, moves: range, games: Sequence[Position]) -> Puzzle:
        """The engine's `compose`; raises EngineUnavailable likewise, or if it finds no puzzle."""
        puzzle = await self._run(partial(compose, seed, moves, tuple(games)), UNLIMITED)
        if puzzle is None:
            raise EngineUnavailable(f"no puzzle comes of {seed!r}")
        return puzzle

    async def _run(
        self,
        job: Callable[[], T],
        seconds: float,
        channel: ChannelId | None = None,
        *,
        kernels: bool = True,
    ) -> T:
        """The result of a job that takes no longer than `seconds` once it has begun.

        If its worker dies or hangs, another tries once more. What the job itself
        raises is raised here. One that uses `kernels` is refused while these are compiled.
        """
        if self._closed.is_set():
            raise EngineUnavailable(SHUT_DOWN)
        if kernels and not self.in_cluster:
            await self._check_prepared()
        await self.queue.enter(channel)
        started = perf_counter()
        work = asyncio.ensure_future(self._attempt(job, seconds, kernels))

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

    async def _attempt(self, job: Callable[[], T], seconds: float, kernels: bool) -> T:
        """The result of a job, from the cluster if there is one, else from a worker here."""
        tries = 2
        if self._cluster is not None and self._cluster.slots:
            try:
                return await self._in_thread(partial(self._cluster.run, job, seconds))
            except EngineUnavailable as error:
                log.warning("%s", error)
                tries = 1 if isinstance(error, Lost) else 2
            if kernels:
                await self._check_prepared()
        return await self._in_thread(partial(self._attempt_here, job, seconds, kernels, tries))

    def _attempt_here(
        self, job: Callable[[], T], seconds: float | None, kernels: bool, tries: int
    ) -> T:
        worker = self._idle.get()
        try:
            return worker.run(job, seconds, kernels=kernels)
        except Lost as error:
            log.warning("%s", error)
            if tries == 1:
                raise
            return worker.run(job, seconds, kernels=kernels)
        finally:
            self._idle.put(worker)

    # Getting ready.

    async def _start(self) -> None:
        """Let the workers start, and the rest go on behind if it takes long."""
        await self._in_thread(remember)
        if self._cluster is not None:
            self._look = asyncio.create_task(self._in_thread(self._cluster.open))
            self._look.add_done_callback(lambda _: self._tell())
            await asyncio.wait({self._look}, timeout=_MOMENT)
            if self._cluster.slots:
                return
        await self._start_workers()
        compiled = await self._is_compiled()
        preparation = self._prepare_here(compiled=compiled)
        if compiled:
            await asyncio.wait({preparation})

    def _prepare_here(self, *, compiled: bool | None = None) -> asyncio.Task[None]:
        """Have the workers here prepared, begun now unless it was before."""
        if self._preparation is None:
            self._preparation = asyncio.create_task(self._prepare(compiled))
            self._preparation.add_done_callback(lambda _: self._tell())
        return self._preparation

    async def _check_prepared(self) -> None:
        """Raise EngineCompiling unless the workers here have all kernels, at latest in a moment.

        That moment is given where a cluster has just gone that they were not needed beside.
        """
        if self._preparation is None:
            await asyncio.wait({self._prepare_here()}, timeout=_MOMENT)
        if not self._is_prepared_here:
            raise EngineCompiling("the engine is still being compiled")

    def _tell(self) -> None:
        """Boards can be thought about that could not."""
        if not self._closed.is_set():
            for call, context in self._listeners:
                context.run(call)

    async def _start_workers(self) -> None:
        await asyncio.gather(*(self._in_thread(worker.start) for worker in self._workers))

    async def _is_compiled(self) -> bool:
        """Whether this machine has all kernels; asked in a worker, which needs the compiler."""
        ask = partial(self._attempt_here, is_compiled, None, kernels=False, tries=2)
        return await self._in_thread(ask)

    async def _prepare(self, compiled: bool | None) -> None:
        """Let the kernels be compiled where they are not, and all workers load them."""
        try:
            if compiled is None:
                await self._start_workers()
                compiled = await self._is_compiled()
            if not compiled:
                await self._compile()
            await asyncio.gather(*(self._in_thread(self._load) for _ in self._workers))
        except EngineUnavailable as error:
            log.warning("%s", error)  # each job loads them where that is still to be done

    def _load(self) -> None:
        """Runs in a thread."""
        worker = self._idle.get()
        try:
            worker.load()
        finally:
            self._idle.put(worker)

    async def _compile(self) -> None:
        """Have a process compile what is missing, unless another one on this machine does."""
        log.info("compiling the engine, once on this machine: a minute or two; 3x3 plays at once")
        started = perf_counter()
        for pause in (*_AGAIN, None):
            if await _compiled_apart():
                log.info("the engine is compiled, after %.0f s", perf_counter() - started)
                return
            if pause is not None:
                log.warning("compiling was broken off; trying again in %g s", pause)
                await asyncio.sleep(pause)
        log.error("the engine could not be compiled; each worker tries for itself")

    async def _in_thread(self, function: Callable[[], T]) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._threads, with_log_context(function))


async def _compiled_apart() -> bool:
    """Whether another process has compiled everything; it ends with the one who waits."""
    try:
        with Compilation() as compilation:
            return await asyncio.to_thread(compilation.wait)
    except OSError as error:
        log.warning("no process to compile in: %s", error)
        return False


def _cluster_at(address: str) -> Cluster:
    try:
        from bot.pool.cluster import Cluster
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
