"""A worker that is slow, one that hangs, and one where the system gives no process."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from bot.errors import EngineUnavailable
from bot.pool.worker import NO_KERNELS, Worker, WorkerLost
from tests.bot.pool.jobs import SHORT, compute, compute_for_ever, work_slowly
from tests.bot.waiting import POSIX

LINUX = pytest.mark.skipif(sys.platform != "linux", reason="elsewhere no process is copied")


@LINUX
def test_a_process_that_cannot_start_is_told_of_as_the_engine() -> None:
    """It is no trouble with Discord; as soon as the system gives one, the worker goes on."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    worker = Worker(threading.Event())
    os.close(lowest := os.dup(0))
    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest, before[1]))
    try:
        with pytest.raises(EngineUnavailable, match="no process for the engine can start"):
            worker.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    worker.start()
    assert worker.memory() > 0
    worker.kill()


@POSIX
def test_signals_are_blocked_in_the_new_process_alone() -> None:
    """Ctrl-C and SIGTERM are blocked in the new process alone."""
    worker = Worker(threading.Event())
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        worker.start()
        assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == before
        blocked = worker.run(blocked_signals, 30, frozenset())
        assert {signal.SIGINT, signal.SIGTERM} <= blocked
        assert worker.run(os.getpid, 30, frozenset()) != os.getpid()
    finally:
        worker.kill()


@LINUX
def test_a_worker_has_the_engine_from_its_start() -> None:
    """It is a copy of a process that has: after a loss it is there at once, and takes less memory.

    What it has for itself is a part of what it works with.
    """
    worker = Worker(threading.Event())
    try:
        assert worker.run(kernels_there, 30, NO_KERNELS)
        assert worker.run(os.getppid, 30, NO_KERNELS) not in {os.getpid(), os.getppid()}
        assert 0 < worker.memory() < worker.run(resident_bytes, 30) / 2
    finally:
        worker.kill()


def kernels_there() -> bool:
    """Whether a process has imported what the kernels are compiled with: a job."""
    return "numba" in sys.modules


def resident_bytes() -> int:
    """The memory of a process, shared or not: a job."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def blocked_signals() -> set[int]:
    """The signals that a process does not get: a job."""
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))


@pytest.fixture
def worker() -> Iterator[Worker]:
    """One that has started."""
    worker = Worker(threading.Event())
    worker.start()
    yield worker
    worker.kill()


@pytest.fixture
def _looked_at_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is soon told that a worker hangs."""
    monkeypatch.setattr("bot.pool.worker.LOOK", 0.05)


@pytest.mark.usefixtures("_looked_at_often")
def test_a_slow_worker_is_waited_for(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that has much else to do makes no job fail."""
    monkeypatch.setattr("bot.pool.worker.STILL", 10_000)
    before = worker.run(os.getpid, SHORT, NO_KERNELS)
    assert worker.run(work_slowly, SHORT, NO_KERNELS) == before


@POSIX
@pytest.mark.usefixtures("_looked_at_often")
def test_a_stopped_worker_is_lost(worker: Worker) -> None:
    """It stands still, and the next job finds another."""
    stopped = worker.run(os.getpid, 60, NO_KERNELS)
    os.kill(stopped, signal.SIGSTOP)
    with pytest.raises(WorkerLost, match="stands still"):
        worker.run(os.getpid, 60, NO_KERNELS)
    assert worker.run(os.getpid, 60, NO_KERNELS) != stopped


@pytest.mark.usefixtures("_looked_at_often")
@pytest.mark.parametrize(
    "job, seconds, told",
    [(partial(time.sleep, 600), 60, "stands still"), (compute_for_ever, SHORT, "has computed")],
)
def test_a_job_that_never_ends_is_lost(
    worker: Worker, job: Callable[[], None], seconds: float, told: str
) -> None:
    """It waits for what never comes, or computes without an end."""
    with pytest.raises(WorkerLost, match=told):
        worker.run(job, seconds, NO_KERNELS)


@pytest.mark.usefixtures("_looked_at_often")
def test_each_job_has_its_own_time(worker: Worker) -> None:
    """What a worker has computed for others does not count."""
    first = worker.run(os.getpid, 60, NO_KERNELS)
    for _ in range(5):
        worker.run(partial(compute, SHORT), 0.5, NO_KERNELS)
    assert worker.run(os.getpid, 60, NO_KERNELS) == first
