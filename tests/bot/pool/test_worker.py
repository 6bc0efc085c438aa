"""A worker where the system gives no process."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from bot.errors import EngineUnavailable
from bot.pool.worker import Worker

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
