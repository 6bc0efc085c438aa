"""A worker where the system gives no process."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from bot.errors import EngineUnavailable
from bot.pool.worker import Worker
from tests.bot.waiting import POSIX

_OPEN_FILES = Path("/proc/self/fd")


@pytest.mark.skipif(not _OPEN_FILES.exists(), reason="only Linux tells how many files are open")
def test_a_process_that_cannot_start_is_told_of_as_the_engine() -> None:
    """It is no trouble with Discord; as soon as the system gives one, the worker goes on."""
    import resource

    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    worker = Worker(threading.Event())
    resource.setrlimit(resource.RLIMIT_NOFILE, (len([*_OPEN_FILES.iterdir()]) - 1, before[1]))
    try:
        with pytest.raises(EngineUnavailable, match="no process for the engine can start"):
            worker.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)
    worker.start()
    assert worker.memory() > 0
    worker.kill()


@POSIX
def test_who_starts_a_process_can_still_be_told_to_end() -> None:
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


def blocked_signals() -> set[int]:
    """The signals that a process does not get: a job."""
    return set(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
