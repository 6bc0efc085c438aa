"""Compiling the engine's kernels, once on a machine, while the bot is there already."""

from __future__ import annotations

import asyncio
import logging
from time import perf_counter
from typing import Final

from engine import Compilation

log = logging.getLogger(__name__)

_RETRY_DELAYS: Final = (1.0, 10.0, 60.0)
"""Seconds before each new try to compile the kernels after one that failed."""


async def compile_engine() -> None:
    """Compile the missing kernels in a process, unless another process already does."""
    log.info("compiling the engine, once on this machine: a minute or two; 3x3 plays at once")
    started = perf_counter()
    for pause in (*_RETRY_DELAYS, None):
        if await _compile_in_process():
            log.info("the engine is compiled, after %.0f s", perf_counter() - started)
            return
        if pause is not None:
            log.warning("compiling was broken off; trying again in %g s", pause)
            await asyncio.sleep(pause)
    log.error("the engine could not be compiled; each worker tries for itself")


async def _compile_in_process() -> bool:
    """Compile in another process, which ends if this one does. Return whether it succeeded."""
    try:
        with Compilation() as compilation:
            return await asyncio.to_thread(compilation.wait)
    except OSError as error:
        log.warning("no process to compile in: %s", error)
        return False
