"""A machine that has no more memory or threads for the program, which then ends.

It could go on for a while, deaf in some parts. Whoever runs it starts it anew, or sees why not.
"""

from __future__ import annotations

import errno
from _thread import allocate_lock, start_new_thread
from collections.abc import Iterator
from typing import Final

EXHAUSTED: Final = "this machine has no more %s for the bot: %s"
_NO_THREAD: Final = "can't start new thread"
"""What Python says with a RuntimeError."""
_NO_MEMORY: Final = "Cannot allocate memory"
"""What the system says, also in the words of others."""
_SPARE: Final = 16 << 20
"""Bytes that a program must still be able to have: a picture takes some."""
_PATIENCE: Final = 5.0
"""Seconds for a thread to begin."""


def shortage(error: BaseException) -> str | None:
    """Say in one line of what the machine had no more when an error was raised, if that is why."""
    for found in _chain(error):
        words = " ".join(str(found).split()) or type(found).__name__
        if isinstance(found, RuntimeError) and str(found) == _NO_THREAD:
            return EXHAUSTED % ("threads", words)
        if isinstance(found, BlockingIOError) and found.errno == errno.EAGAIN:
            return EXHAUSTED % ("processes", words)
        no_memory = isinstance(found, OSError) and found.errno == errno.ENOMEM
        if isinstance(found, MemoryError) or no_memory or _NO_MEMORY in words:
            return EXHAUSTED % ("memory", words)
    return None


def check_machine() -> None:
    """Raise MemoryError, or RuntimeError, if there is no more memory or thread to be had."""
    bytearray(_SPARE)
    began = allocate_lock()
    began.acquire()
    # A Thread waits without end for one that finds no memory as it begins.
    start_new_thread(began.release, ())
    if not began.acquire(timeout=_PATIENCE):
        raise MemoryError("a thread did not begin")


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, and those that led to it."""
    seen = set[int]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__
