"""Waiting in tests without a clock, with an engine that stands still or is gone."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bot.pool.thinker import Thinker
from tests.soon import PATIENCE

_GLANCE = 0.002
"""Seconds between two looks at it."""

_STATES = Path("/proc")
"""Where Linux tells of processes."""
NO_SIGNALS = "Windows has no signals to stop or end another process by"
POSIX = pytest.mark.skipif(sys.platform == "win32", reason=NO_SIGNALS)


async def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so; if it never is, print what every task waits for.

    A loop that only yields would hold the interpreter's lock nearly all the time, and the
    threads that it waits for, the store's among them, would hardly get on.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            while not condition():  # noqa: ASYNC110 - what it waits for sets no event
                await asyncio.sleep(_GLANCE)
    except TimeoutError:
        for task in asyncio.all_tasks():
            task.print_stack()
        raise


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie, where that can be told, does not."""
    try:
        if _STATES.exists():
            return (_STATES / f"{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
        os.kill(pid, 0)
    except (FileNotFoundError, ProcessLookupError):
        return False
    return True


def freeze(thinker: Thinker) -> None:
    """Let the process of a thinker with one worker stand still."""
    _strike(thinker, "SIGSTOP")


def thaw(thinker: Thinker) -> None:
    """Let it go on."""
    _strike(thinker, "SIGCONT")


def kill(thinker: Thinker) -> None:
    """End it as a loss of power does."""
    _strike(thinker, "SIGKILL")


def _strike(thinker: Thinker, blow: str) -> None:
    if sys.platform == "win32":
        pytest.skip(NO_SIGNALS)
    (worker,) = thinker.jobs._workers
    assert worker._pool is not None
    (pid,) = worker._pool._processes
    os.kill(pid, signal.Signals[blow])


@contextmanager
def held(thinker: Thinker) -> Iterator[None]:
    """The engine stands still in the block: whoever asks it waits at least until the end."""
    freeze(thinker)
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("bot.pool.worker.STILL", sys.maxsize)  # however long the block takes
            yield
    finally:
        thaw(thinker)


@contextmanager
def engine_down(thinker: Thinker) -> Iterator[None]:
    """No question is answered in the block: the queue has no room."""
    workers, thinker.jobs._workers = thinker.jobs._workers, []
    try:
        yield
    finally:
        thinker.jobs._workers = workers
