"""A second thread that searches the same root into the same transposition table (Lazy SMP).

The thread has a board and a stack of its own, and only the table is shared: nobody asks for its
result, but the first search meets it in the table, one ply deeper than it is itself. Kernels run
without the interpreter's lock, so two can run at a time.

No search may use a second core until the program allows it (`use_spare_core`).

Lazy SMP, in place of a tree that is split among threads: https://www.chessprogramming.org/Lazy_SMP
"""

from __future__ import annotations

import math
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import perf_counter, thread_time
from typing import Final

from engine.thinking.clock import Limit, Now

_LEAST_SECONDS: Final = 0.1
"""With a shorter limit a thread would hardly get started."""
_TRIAL: Final = 0.02
"""Seconds after which a thread asks itself whether it has a core of its own."""
_FAIR_SHARE: Final = 0.7
"""The share of its time for which a thread with a core of its own computes. Two threads that share
a core get about half each, and one alone would do better."""


@contextmanager
def second_thread(limit: Limit, search: Callable[[Now], None]) -> Iterator[None]:
    """Run `search` in a thread of its own, if a core is spare, until this context ends.

    `search` gets a clock's `now`, which jumps beyond every limit as soon as the thread has to end:
    at the end of the context, or when something else needs its core.
    """
    if limit.seconds is None or limit.seconds < _LEAST_SECONDS or not is_core_spare():
        yield
        return
    ended = threading.Event()
    thread = threading.Thread(target=lambda: search(_stoppable(ended)), name="second-search")
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


def _stoppable(ended: threading.Event) -> Now:
    """The time, for the thread that calls this; infinite once it has to end."""
    began, computed = perf_counter(), thread_time()

    def is_crowded(time: float) -> bool:
        """Whether the thread has too small a part of a core."""
        return not is_trusted() and thread_time() - computed < _FAIR_SHARE * (time - began)

    def now() -> float:
        time = perf_counter()
        if not is_core_spare() or (time - began > _TRIAL and is_crowded(time)):
            ended.set()
        return math.inf if ended.is_set() else time

    return now


IsSpare = Callable[[], bool]
"""Whether a core is spare at this moment. It is asked often: it has to be quick."""


@dataclass(slots=True)
class _SpareCore:
    """What the program said last."""

    is_spare: IsSpare | None = None
    trusted: bool = False


_spare_core = _SpareCore()
"""What this process may do: a core is spare for all its searches or for none."""


def use_spare_core(is_spare: IsSpare | None, *, trusted: bool = False) -> None:
    """Let searches of this process use a second core, as long as `is_spare` says that one is.

    None forbids it again. Only searches with a limit in seconds use it: those limited in nodes or
    depth alone give the same answer each time. Unless `is_spare` is `trusted`, a second thread
    ends when it finds that it has no core of its own.
    """
    _spare_core.is_spare, _spare_core.trusted = is_spare, trusted


def is_core_spare() -> bool:
    """Whether a search may use a second core at this moment."""
    return _spare_core.is_spare is not None and _spare_core.is_spare()


def is_trusted() -> bool:
    """Whether a second thread trusts `is_core_spare` rather than measuring its share of a core."""
    return _spare_core.trusted
