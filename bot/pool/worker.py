"""A worker on this machine: a pool of one process, which is watched while it works.

On Linux workers are copies of a process that has loaded the engine (`bot.pool.template`): they
start at once, and share its memory. Elsewhere each begins from nothing, and imports this module,
`engine` and the program's `__main__` again. None of these may import discord, because that would
make each start slower.

Wall-clock time does not tell whether a worker hangs: a busy machine may give it a tenth of a core.
What it has computed does. One that computes nothing for long stands still, and one that has
computed more than its job can need will never end. Either counts as hung.
"""

from __future__ import annotations

import ctypes
import os
import random
import re
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from contextvars import Context
from functools import partial
from multiprocessing import get_context, parent_process
from multiprocessing.context import BaseContext
from multiprocessing.sharedctypes import RawValue
from pathlib import Path
from time import process_time, thread_time
from typing import Final, TypeVar

from bot.errors import EngineUnavailable
from bot.match.notes import Remark, as_named
from engine import (
    ALL_KERNELS,
    Analysis,
    Choice,
    Consequence,
    Explanation,
    Level,
    Limit,
    Mistake,
    Position,
    Verdict,
    analyse,
    consequence,
    decide,
    explain,
    judge,
    lapse,
    use_spare_core,
    warm_up,
)

T = TypeVar("T")

NOTHING_KNOWN: Final[Mapping[int, Verdict]] = {}
NO_KERNELS: Final[frozenset[str]] = frozenset()
SHUT_DOWN: Final = "the engine has been shut down"

BEAT: Final = 0.5
"""Seconds between two beats of a worker on this machine, which tell what it has computed."""
LOOK: Final = 1.0
"""Seconds between two looks at a worker."""
STILL: Final = 30
"""Looks that find nothing computed, until a worker counts as hung. They are counted, not timed, so
that a program which was itself delayed does not blame its workers."""
CORES: Final = 2
"""Cores that one search may use (`engine.alphabeta.second_thread`)."""
_LEAST: Final = 0.001
"""CPU seconds between two looks that count as work. The two clocks below are not read at the same
moment."""

_OWN: Final = re.compile(r"^Private_\w+: +(\d+) kB$", re.MULTILINE)


class WorkerLost(EngineUnavailable):
    """A worker died, ran out of memory, or was killed because it hung."""


class Worker:
    """A process for the engine. It starts when it is needed, and again after it was lost."""

    def __init__(self, closed: threading.Event, spare: ctypes.c_bool | None = None) -> None:
        self._closed = closed
        self._spare = RawValue(ctypes.c_bool, False) if spare is None else spare
        """Whether a search may use a second core: memory that all workers share."""
        self._pool: ProcessPoolExecutor | None = None
        self._computed = RawValue(ctypes.c_double, 0.0)
        """The CPU seconds that the process has computed: memory that it shares."""
        self._loaded: frozenset[str] = NO_KERNELS
        """The kernels that the process has loaded."""
        self._lock = threading.Lock()
        """Held while the pool is changed, because another thread may kill it."""

    def run(
        self, job: Callable[[], T], seconds: float | None, kernels: frozenset[str] = ALL_KERNELS
    ) -> T:
        """Run a job in the process, and return its result.

        Raises WorkerLost if the process dies or stands still, or if the job computes for longer
        than `seconds` on each core. Loads the kernels that the job uses first.
        """
        self.start()
        self.load(kernels)
        return self._do(job, seconds)

    def start(self) -> None:
        """Start the process unless it runs, and wait until it has started."""
        if self._pool is None:
            self._do(os.getpid, None)

    def load(self, kernels: frozenset[str] = ALL_KERNELS) -> None:
        """Load kernels in the process unless it has them. Compiles those that are missing."""
        if not kernels <= self._loaded:
            self._do(partial(warm_up, kernels), None)
            self._loaded |= kernels

    def memory(self) -> int:
        """Return how many bytes of memory it has for itself; 0 where the system does not say."""
        with self._lock:
            processes = list((self._pool and self._pool._processes) or ())
        return sum(map(_own_bytes, processes))

    def kill(self) -> None:
        """Kill the process, as `ProcessPoolExecutor.kill_workers` of Python 3.14 does."""
        with self._lock:
            pool, self._pool, self._loaded = self._pool, None, NO_KERNELS
            if pool is not None:
                for process in list((pool._processes or {}).values()):
                    process.kill()
                pool.shutdown(wait=False)

    def _do(self, job: Callable[[], T], seconds: float | None) -> T:
        try:
            future = self._submit(job)
            if seconds is not None:
                self._watch(future, seconds)
            return future.result()
        except (BrokenProcessPool, MemoryError) as error:
            # A process that ran out of memory may still hold that memory.
            self.kill()
            raise WorkerLost(f"a worker was lost: {error!r}") from error

    def _watch(self, future: Future[T], seconds: float) -> None:
        """Wait for a result as long as the process works for it. Raises WorkerLost if it hangs."""
        watch = Watch(seconds, self._computed.value)
        while not wait((future,), LOOK).done:
            if (trouble := watch.trouble(self._computed.value)) is not None:
                self.kill()
                raise WorkerLost(f"a worker was lost: {trouble}")

    def _submit(self, job: Callable[[], T]) -> Future[T]:
        """Hand a job to the process. Raises EngineUnavailable if the system gives none."""
        try:
            with self._lock:
                pool = self._running_pool()  # the first one unblocks signals itself (bpo-33613)
                with _signals_left_to_parent():
                    # A process starts by the system's clock, not by the one of whoever asks: in a
                    # simulated Discord that stands still.
                    return Context().run(pool.submit, job)
        except OSError as error:
            self.kill()
            raise EngineUnavailable(f"no process for the engine can start: {error}") from error

    def _running_pool(self) -> ProcessPoolExecutor:
        if self._closed.is_set():
            raise EngineUnavailable(SHUT_DOWN)
        if self._pool is None:
            self._computed = RawValue(ctypes.c_double, 0.0)  # one that was killed may still beat
            self._pool = ProcessPoolExecutor(
                1,
                mp_context=start_method(),
                initializer=_begin,
                initargs=(self._spare, self._computed),
            )
        return self._pool


def start_method() -> BaseContext:
    """How workers start here: on Linux as copies of a process that has imported the template.

    Elsewhere a copy of a process may be broken by libraries of the system that it had loaded.
    """
    if sys.platform != "linux":
        return get_context("spawn")
    context = get_context("forkserver")
    context.set_forkserver_preload(["bot.pool.template"])
    return context


def _own_bytes(process: int) -> int:
    try:
        rollup = Path(f"/proc/{process}/smaps_rollup").read_text(encoding="ascii")
    except OSError:  # not on Linux, or gone
        return 0
    return sum(int(kilobytes) << 10 for kilobytes in _OWN.findall(rollup))


@contextmanager
def _signals_left_to_parent() -> Iterator[None]:
    """Block Ctrl-C and SIGTERM in this thread, and so in the process that it starts meanwhile.

    A terminal or a service manager sends them to all processes, but the parent alone decides
    when workers end.
    """
    if sys.platform == "win32":  # it has no signal masks
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin(is_core_spare: ctypes.c_bool, computed: ctypes.c_double) -> None:
    """Called first in a worker: the parent says whether its searches may use a second core."""
    computed.value = process_time()  # importing took that, and no job did
    threading.Thread(target=_beat, args=(computed,), name="heartbeat", daemon=True).start()
    use_spare_core(lambda: is_core_spare.value)


def _beat(computed: ctypes.c_double) -> None:
    """Tell the parent what is computed. When it ends, even if killed, this process ends too."""
    parent = parent_process()
    assert parent is not None, "a worker has a parent"
    while parent.is_alive():
        computed.value = computed_beside()
        parent.join(BEAT)
    os._exit(1)


def analyse_and_explain(
    position: Position,
    limit: Limit,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
    named: int | None = None,
) -> tuple[Analysis, Explanation]:
    """Run the engine's `analyse` and then its `explain`, each with the limit."""
    analysis = analyse(position, limit, known=known)
    return analysis, explain(position, analysis, limit, named)


def explain_and_follow(
    position: Position, move: int, limit: Limit, known: Mapping[int, Verdict], named: int | None
) -> tuple[Analysis, Explanation, Consequence]:
    """Run `analyse_and_explain`, and the engine's `consequence` for a move beside the best."""
    analysis, best = analyse_and_explain(position, limit, known, named)
    found = consequence(position, move, best.move, best.verdict, limit, analysis.verdicts[move])
    return analysis, best, found


def remark(
    position: Position,
    move: int,
    limit: Limit,
    known: Mapping[int, Verdict],
    named: int | None,
    sight: int,
) -> Remark:
    """Run the engine's `judge`, and after a mistake also `explain`, each search with the limit.

    `known` are verdicts of moves that are proved already, `named` what was recommended before.
    `sight` is how many plies ahead the player sees.
    """
    judged = as_named(judge(position, move, limit, None, known), named)
    overlooked = lapse(position, judged, sight)
    if judged.mistake is Mistake.NONE and overlooked is None:
        return Remark.of(position, judged, None)
    verdicts = {judged.best: judged.before, judged.move: judged.after}
    proved = {one: verdict for one, verdict in verdicts.items() if verdict.value is not None}
    explanation = analyse_and_explain(position, limit, {**known, **proved}, named)[1]
    return Remark.of(position, judged, explanation, overlooked)


def choose_by_seed(
    position: Position, level: Level, limit: Limit, seed: int, known: Mapping[int, Verdict]
) -> Choice:
    """Run the engine's `decide` with a random generator that is made here, from a seed."""
    return decide(position, level, limit, random.Random(seed), known)


def computed_beside() -> float:
    """The CPU seconds that this process has computed in all threads but the one that asks."""
    return process_time() - thread_time()


class Watch:
    """Watches over one job of a worker, from how much the worker had computed before it."""

    def __init__(self, seconds: float, computed: float) -> None:
        self._most = CORES * seconds
        self._before = self._last = computed
        self._still = 0

    def trouble(self, computed: float | None) -> str | None:
        """Look once more: how the worker hangs, or None while it works.

        A worker that does not say what it has computed stands still.

        >>> watch = Watch(5.0, computed=100.0)
        >>> watch.trouble(100.1)
        >>> watch.trouble(110.1)
        'it has computed for 10.1 s'
        """
        if computed is None or computed - self._last < _LEAST:
            self._still += 1
            return "it stands still" if self._still >= STILL else None
        self._last, self._still = computed, 0
        used = computed - self._before
        return f"it has computed for {used:.1f} s" if used >= self._most else None
