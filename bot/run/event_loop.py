"""The event loop: uvloop's where it is there, asyncio's own elsewhere.

uvloop's takes less of a processor for what a bot does most, reading and writing sockets. It
does not exist for Windows.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")

log = logging.getLogger(__name__)


def run(program: Coroutine[Any, Any, T]) -> T:
    """Run a program to its end, as `asyncio.run` does."""
    with asyncio.Runner(loop_factory=_new_loop) as runner:
        return runner.run(program)


def _new_loop() -> asyncio.AbstractEventLoop:
    try:
        import uvloop  # here, since worker processes want none
    except ImportError:
        loop = asyncio.new_event_loop()
    else:
        loop = uvloop.new_event_loop()
    log.debug("the event loop is that of %s", type(loop).__module__)
    return loop
