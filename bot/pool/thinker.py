"""Runs the engine in other processes, so that a search never blocks the event loop.

    event loop ──▶ queue: whose turn? ──▶ a thread ──▶ a worker: a pool of one process
                                                 └───▶ or the cluster, if it is there

The event loop awaits a thread. The thread starts the process if needed, waits for it with a
timeout, and replaces it if it hangs. Each pool has one process, so that a position that kills
its worker harms no other search. Positions in the tablebase are answered at once, without a
worker.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
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
from bot.match.notes import Remark
from bot.pool.asker import NOBODY, Asker
from bot.pool.compiling import compile_engine
from bot.pool.proofs import Proofs
from bot.pool.queue import FairQueue
from bot.pool.studio import Studio
from bot.pool.tls import TlsFiles
from bot.pool.worker import (
    NO_KERNELS,
    NOTHING_KNOWN,
    SHUT_DOWN,
    Worker,
    WorkerLost,
    analyse_and_explain,
    choose_by_seed,
    remark,
)
from engine import (
    ALL_KERNELS,
    MOST_LIMITS,
    Analysis,
    Explanation,
    Grade,
    Judgement,
    Level,
    Limit,
    Pace,
    Position,
    Puzzle,
    Verdict,
    analyse,
    choose,
    compiled_kernels,
    grade,
    is_known,
    judge,
    kernels_of,
    needs_kernels,
    puzzle_from,
    remember,
)

if TYPE_CHECKING:
    from bot.pool.cluster import Cluster

T = TypeVar("T")
Observer = Callable[[str, float], None]
"""A callback that gets the name of each finished job, and how many seconds it took."""

log = logging.getLogger(__name__)

GRACE: Final = 5.0
"""Seconds after its time limit until a worker counts as hung. A healthy one is late by 50 ms."""
UNLIMITED: Final = 60.0
"""Seconds until a worker counts as hung if its limit has no time."""
_NO_SEARCH: Final = Limit(nodes=1)
"""A limit for positions in the tablebase, which need no search."""
_EXPLAINING: Final = 2
"""How many times its limit it takes to analyse a position and to explain it."""
_CHOICE: Final = "choose"
"""The name of a job that chooses a move."""
_CLUSTER_THREADS: Final = 64
"""The number of threads that wait for a cluster: one for each job it can have at a time."""
_START_TIMEOUT: Final = 4.0
"""Seconds to find a cluster, or to load compiled kernels. After that the work continues in the
background."""


class Thinker:
    """Asks the engine. Each question is a job for a worker process.

    A question names who asks it, so that all people get their turn if many jobs wait.
    What is proved in an answer is kept, and each search begins with what is proved of its
    position. Raises EngineBusy at once if too many jobs wait.
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
        self._connecting: asyncio.Task[None] | None = None
        """Looks for the cluster, at the start."""
        self._preparation: asyncio.Task[None] | None = None
        """Loads the kernels in the workers here. It starts later if a cluster is there first."""
        self._compiled = NO_KERNELS
        """The kernels that the workers here can load."""
        self._pace = Pace()
        self._proofs = Proofs()
        self._listeners: list[tuple[Callable[[], object], Context]] = []
        self.queue = FairQueue(lambda: self.slots)
        self.studio = Studio()
        """Draws, in processes of its own: a picture does not wait for a search."""

    @classmethod
    @asynccontextmanager
    async def open(
        cls,
        workers: int,
        cluster: str | None = None,
        observe: Observer | None = None,
        tls: TlsFiles | None = None,
    ) -> AsyncIterator[Thinker]:
        """Open a thinker with started workers, and close it at the end.

        It is ready for every board, unless the engine must be compiled first or a cluster is
        slow to answer: `wait_until_ready` waits for that. Raises EngineUnavailable if a worker
        does not start.
        """
        thinker = cls(workers, _open_cluster(cluster, tls) if cluster else None, observe)
        try:
            await thinker._start()
            yield thinker
        finally:
            await thinker.close()

    async def close(self) -> None:
        """Stop the workers at once. Questions that still wait get EngineUnavailable."""
        self._closed.set()
        self.queue.close()
        await self.studio.close()
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
        return sum(worker.memory() for worker in self._workers) + self.studio.memory()

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
        """Why no job runs in the cluster of the settings; None while they do, or without one."""
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
        return self.in_cluster or self._workers_ready

    @property
    def _workers_ready(self) -> bool:
        return self._preparation is not None and self._preparation.done()

    @property
    def pace(self) -> Pace:
        """How far compiling is, as long as `is_ready` is false."""
        return self._pace

    async def wait_until_ready(self) -> None:
        """Wait until every board can be searched, however long that takes."""
        if not self.in_cluster:
            await asyncio.wait({self._start_preparation()})

    def when_ready(self, call: Callable[[], object]) -> Callable[[], None]:
        """Register a callback for each time that more boards can be searched than before.

        Returns a function that removes the callback.
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
        asker: Asker = NOBODY,
    ) -> Analysis:
        """Run the engine's `analyse`. Raises EngineUnavailable if there is no answer."""
        known = self._proofs.known(position)
        job = partial(analyse, position, limit, every=every, known=known)
        kernels = kernels_of(position.rules)
        analysis = await self._run(job, _timeout(limit), asker, kernels=kernels)
        self._proofs.note(position, analysis.verdict, analysis.verdicts)
        return analysis

    async def explain(
        self,
        position: Position,
        limit: Limit,
        *,
        known: Mapping[int, Verdict] = NOTHING_KNOWN,
        asker: Asker = NOBODY,
    ) -> tuple[Analysis, Explanation]:
        """Analyse every move and explain the best; raises EngineUnavailable like `analyse`.

        `known` are verdicts of moves that are proved already, besides what is kept here.
        """
        proved = {**known, **self._proofs.known(position)}
        job = partial(analyse_and_explain, position, limit, proved)
        kernels = kernels_of(position.rules)
        analysis, explanation = await self._run(job, _timeout(limit, 2), asker, kernels=kernels)
        self._proofs.note(position, analysis.verdict, analysis.verdicts)
        return analysis, explanation

    async def choose(
        self,
        position: Position,
        level: Level,
        limit: Limit,
        seed: int,
        *,
        asker: Asker = NOBODY,
    ) -> int:
        """Run the engine's `choose`, with random numbers from `seed`. Raises EngineUnavailable."""
        if (known := self.probe_tablebase(position, level, Random(seed))) is not None:
            return known
        job = partial(choose_by_seed, position, level, limit, seed, self._proofs.known(position))
        kernels = kernels_of(position.rules) if needs_kernels(position.rules, level) else NO_KERNELS
        choice = await self._run(job, _timeout(limit), asker, kernels=kernels)
        if choice.worth is not None:
            self._proofs.note(position, choice.worth, choice.proved)
        return choice.move

    def probe_tablebase(self, position: Position, level: Level, rng: Random) -> int | None:
        """Return the engine's move at once if the tablebase contains it, otherwise None."""
        if not is_known(position.rules, level):
            return None
        started = perf_counter()
        move = choose(position, level, _NO_SEARCH, rng)
        self._report(_CHOICE, started)
        return move

    async def judge(
        self,
        position: Position,
        move: int,
        limit: Limit,
        later: Judgement | None,
        *,
        asker: Asker = NOBODY,
    ) -> Judgement:
        """Run the engine's `judge`. Raises EngineUnavailable if there is no answer."""
        job = partial(judge, position, move, limit, later, self._proofs.known(position))
        kernels = kernels_of(position.rules)
        seconds = _timeout(limit, MOST_LIMITS)
        judged = await self._run(job, seconds, asker, kernels=kernels)
        told = {judged.best: judged.before, move: judged.after}
        self._proofs.note(position, judged.before, told)
        return judged

    async def remark(
        self, position: Position, move: int, limit: Limit, *, asker: Asker = NOBODY
    ) -> Remark:
        """Judge a move and say why; the limit is for each search. Raises EngineUnavailable."""
        job = partial(remark, position, move, limit, self._proofs.known(position))
        kernels = kernels_of(position.rules)
        seconds = _timeout(limit, MOST_LIMITS + _EXPLAINING)
        found = await self._run(job, seconds, asker, kernels=kernels)
        judged = found.judgement
        told = {judged.best: judged.before, move: judged.after}
        self._proofs.note(position, judged.before, told)
        return found

    async def puzzle_from(self, games: Sequence[Position], moves: range) -> Puzzle | None:
        """Run the engine's `puzzle_from`. Raises EngineUnavailable."""
        return await self._run(partial(puzzle_from, tuple(games), moves), UNLIMITED)

    async def grade(self, puzzle: Puzzle, found: int, move: int, *, asker: Asker = NOBODY) -> Grade:
        """Run the engine's `grade`, here if it needs no search. Raises EngineUnavailable."""
        if puzzle.slower is not None or puzzle.solves(found, move):
            return grade(puzzle, found, move)
        job, kernels = partial(grade, puzzle, found, move), kernels_of(puzzle.start.rules)
        return await self._run(job, UNLIMITED, asker, kernels=kernels)

    async def _run(
        self,
        job: Callable[[], T],
        seconds: float,
        asker: Asker = NOBODY,
        *,
        kernels: frozenset[str] = ALL_KERNELS,
    ) -> T:
        """Run a job that may take `seconds` once it has started, and return its result.

        If its worker dies or hangs, the job is tried once more. Errors of the job itself are
        raised here. A job is refused while the `kernels` that it uses are being compiled.
        """
        if self._closed.is_set():
            raise EngineUnavailable(SHUT_DOWN)
        if kernels and not self.in_cluster:
            await self._check_ready(kernels)
        await self.queue.enter(asker)
        started = perf_counter()
        work = asyncio.ensure_future(self._run_anywhere(job, seconds, kernels))

        def leave(done: asyncio.Future[T]) -> None:
            self.queue.leave(asker)
            if not done.cancelled() and done.exception() is None:
                self._report(_job_name(job), started)

        work.add_done_callback(leave)
        return await asyncio.shield(
            work
        )  # a cancelled caller must not free the slot while the worker is busy

    def _report(self, name: str, started: float) -> None:
        """Report a finished job to the observer."""
        if self._observe:
            self._observe(name, perf_counter() - started)

    async def _run_anywhere(
        self, job: Callable[[], T], seconds: float, kernels: frozenset[str]
    ) -> T:
        """Run a job in the cluster if there is one, otherwise in a worker here."""
        tries = 2
        if self._cluster is not None and self._cluster.slots:
            try:
                return await self._in_thread(partial(self._cluster.run, job, seconds))
            except EngineUnavailable as error:
                log.warning("%s", error)
                tries = 1 if isinstance(error, WorkerLost) else 2
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

    async def _start(self) -> None:
        """Start the workers. What takes longer than a few seconds continues in the background."""
        await self._in_thread(remember)
        if self._cluster is not None:
            self._connecting = asyncio.create_task(self._in_thread(self._cluster.open))
            self._connecting.add_done_callback(lambda _: self._notify_ready())
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
            self._preparation.add_done_callback(lambda _: self._notify_ready())
        return self._preparation

    async def _check_ready(self, kernels: frozenset[str]) -> None:
        """Raise EngineCompiling unless the workers here can load these kernels.

        If a cluster has just gone, the workers start to load only now: then wait a few seconds.
        """
        if self._preparation is None:
            await asyncio.wait({self._start_preparation()}, timeout=_START_TIMEOUT)
        if not self._workers_ready and not kernels <= self._compiled:
            progress = self._pace.towards(kernels)
            raise EngineCompiling(kernels, progress.percent, progress.seconds)

    def _notify_ready(self) -> None:
        """Call the callbacks of `when_ready`."""
        if not self._closed.is_set():
            for call, context in self._listeners:
                context.run(call)

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
            self._compiled = compiled
            if compiled != ALL_KERNELS:
                await compile_engine(self._hear)
            await asyncio.gather(*(self._in_thread(self._load_kernels) for _ in self._workers))
        except EngineUnavailable as error:
            log.warning("%s", error)  # a job loads the kernels itself if they are not loaded yet

    def _hear(self, pace: Pace) -> None:
        """Note how far compiling is: boards whose kernels are there can be searched at once."""
        self._pace = pace
        if not pace.done <= self._compiled:
            self._compiled |= pace.done
            self._notify_ready()

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


def _open_cluster(address: str, tls: TlsFiles | None) -> Cluster:
    try:
        from bot.pool.cluster import Cluster
    except ModuleNotFoundError as error:
        raise SettingsError(
            f"ENGINE={address!r} needs a package: pip install {error.name}"
        ) from error
    return Cluster(address, tls)


def _job_name(job: Callable[[], object]) -> str:
    """The name of a job for metrics: `choose`, `analyse`, `judge`, `remark` or another."""
    function = job.func if isinstance(job, partial) else job
    return str(function.__name__).removesuffix("_by_seed")


def _timeout(limit: Limit, times: int = 1) -> float:
    """Return the seconds until a job that takes its limit so many times counts as hung."""
    return UNLIMITED if limit.seconds is None else times * limit.seconds + GRACE
