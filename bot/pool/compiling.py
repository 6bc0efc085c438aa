"""Compiling the engine's kernels, once on a machine, while the bot is there already."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import perf_counter
from typing import Final

from engine import ALL_KERNELS, Compilation, Pace

log = logging.getLogger(__name__)

_RETRY_DELAYS: Final = (1.0, 10.0, 60.0)
"""Seconds before each new try to compile the kernels after one that failed."""
_TOLD_EVERY: Final = 10
"""Percent between two lines of the log."""


async def compile_engine(tell: Callable[[Pace], object]) -> None:
    """Compile the missing kernels in a process, unless another process already does.

    `tell` gets to know how far that is, a few times a second.
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
            told = 0

            def hear(line: str) -> None:
                nonlocal told
                pace.hear(line)
                tell(pace)
                progress = pace.towards(ALL_KERNELS)
                if told + _TOLD_EVERY <= progress.percent < 100:
                    told = progress.percent
                    log.info("compiling: %d %%, about %d s", told, progress.seconds)

            def listen() -> bool:
                with suppress(RuntimeError):  # the program has ended meanwhile
                    for line in compilation.reports():
                        loop.call_soon_threadsafe(partial(hear, line))
                return compilation.wait()

            return await asyncio.to_thread(listen)
    except OSError as error:
        log.warning("no process to compile in: %s", error)
        return False
