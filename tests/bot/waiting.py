"""Waiting in tests without a clock: for a condition, and with an engine that stands still."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from bot.thinker import Thinker

PATIENCE = 20.0
"""Seconds after which what a test waits for counts as never coming."""


async def until(condition: Callable[[], bool]) -> None:
    """Let everything else go on until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not condition():  # noqa: ASYNC110 - what it waits for sets no event
            await asyncio.sleep(0)


def strike(thinker: Thinker, blow: signal.Signals) -> None:
    """Send a signal to the process of a thinker with one worker."""
    (worker,) = thinker._workers
    assert worker._pool is not None
    (pid,) = worker._pool._processes
    os.kill(pid, blow)


@contextmanager
def held(thinker: Thinker) -> Iterator[None]:
    """The engine stands still in the block: who asks it waits at least until the end."""
    strike(thinker, signal.SIGSTOP)
    try:
        yield
    finally:
        strike(thinker, signal.SIGCONT)
