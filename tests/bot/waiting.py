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
_GLANCE = 0.002
"""Seconds between two looks at it."""


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
