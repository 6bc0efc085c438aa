"""Compiling the engine's kernels, once on a machine, while the bot is there already."""

from __future__ import annotations

import asyncio
import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from contextvars import Context, copy_context
from functools import partial
from time import perf_counter
from typing import Final

from engine import ALL_KERNELS, Compilation, Pace, Progress

log = logging.getLogger(__name__)

_RETRY_DELAYS: Final = (1.0, 10.0, 60.0)
"""Seconds before each new try to compile the kernels after one that failed."""
_LOGGED_EVERY: Final = 10
"""Percent between two lines of the log."""


_Listener = tuple[Callable[[], object], Context]
"""A callback, and the context in which it was registered."""


class Kernels:
    """The kernels that the workers here can load, and the listeners for more of them."""

    def __init__(self, closed: threading.Event) -> None:
        self.compiled = frozenset[str]()
        self.looked_up = asyncio.Event()
        """Set once it is known which these are."""
        self.pace = Pace()
        """How far compiling is, as long as some are missing."""
        self._closed = closed
        self._on_ready: list[_Listener] = []
        self._on_progress: list[_Listener] = []
        self.when_ready = partial(_listen, self._on_ready)
        """Registers a callback for each time that more boards can be searched than before."""
        self.when_progress = partial(_listen, self._on_progress)
        """Registers a callback for each time that `progress` may have changed."""

    def progress(self, wanted: frozenset[str]) -> Progress | None:
        """How far compiling these kernels is; None if they are there."""
        return None if wanted <= self.compiled else self.pace.towards(wanted)

    def tell_ready(self) -> None:
        """Call the callbacks of `when_ready`, and those of `when_progress`."""
        self._notify(self._on_ready)
        self._notify(self._on_progress)

    def hear(self, pace: Pace) -> None:
        """Note how far compiling is: boards whose kernels are there can be searched at once."""
        self.pace = pace
        if not pace.done <= self.compiled:
            self.compiled |= pace.done
            self.tell_ready()
        else:
            self._notify(self._on_progress)

    def _notify(self, listeners: Sequence[_Listener]) -> None:
        if not self._closed.is_set():
            for call, context in listeners:
                context.run(call)


def _listen(listeners: list[_Listener], call: Callable[[], object]) -> Callable[[], None]:
    """Add a callback, which runs in the current context; return what removes it."""
    listener = call, copy_context()
    listeners.append(listener)
    return partial(listeners.remove, listener)


async def compile_engine(tell: Callable[[Pace], object]) -> None:
    """Compile the missing kernels in a process, unless another process already does.

    `tell` is told the progress a few times a second.
    """
    log.info("compiling the engine, once on this machine; 3x3 plays at once, Connect Four first")
    started = perf_counter()
    for pause in (*_RETRY_DELAYS, None):
        if await _compile_in_process(tell):
            log.info("the engine is compiled, after %.0f s", perf_counter() - started)
            return
        if pause is not None:
            log.warning("compiling was broken off; trying again in %g s", pause)
            await asyncio.sleep(pause)
    log.error("the engine could not be compiled; each worker tries for itself")


async def _compile_in_process(tell: Callable[[Pace], object]) -> bool:
    """Compile in another process, which ends if this one does. Return whether it succeeded."""
    try:
        with Compilation() as compilation:
            loop = asyncio.get_running_loop()
            pace = Pace()
            logged = 0

            def hear(line: str) -> None:
                nonlocal logged
                pace.hear(line)
                tell(pace)
                progress = pace.towards(ALL_KERNELS)
                if logged + _LOGGED_EVERY <= progress.percent < 100:
                    logged = progress.percent
                    log.info("compiling: %d %%, about %d s", logged, progress.seconds)

            def listen() -> bool:
                with suppress(RuntimeError):  # the program has ended meanwhile
                    for line in compilation.reports():
                        loop.call_soon_threadsafe(partial(hear, line))
                return compilation.wait()

            return await asyncio.to_thread(listen)
    except OSError as error:
        log.warning("no process to compile in: %s", error)
        return False
