"""Whether a worker that has not answered yet still works, or hangs.

No time on the clock tells: a busy machine may give a worker a tenth of a core. What tells is how
much the worker has computed. One that computes nothing for long stands still, and one that has
computed more than its job can need will never end. Either counts as hung.
"""

from __future__ import annotations

from time import process_time, thread_time
from typing import Final

BEAT: Final = 0.5
"""Seconds between two beats of a worker on this machine, which tell what it has computed."""
LOOK: Final = 1.0
"""Seconds between two looks at a worker."""
STILL: Final = 30
"""Looks that find nothing computed, until a worker counts as hung. They are counted, not timed, so
that a program which has itself been held up blames nobody."""
CORES: Final = 2
"""Cores that one search may use (`engine.alphabeta.second_thread`)."""
_LEAST: Final = 0.001
"""CPU seconds between two looks that count as work. The two clocks below are not read in the same
moment."""


def computed_beside() -> float:
    """The CPU seconds that this process has computed in all threads but the one that asks."""
    return process_time() - thread_time()


class Watch:
    """Watches over one job of a worker, from how much the worker had computed before it."""

    def __init__(self, seconds: float, computed: float) -> None:
        self._most = CORES * seconds
        self._before = self._last = computed
        self._still = 0

    def trouble(self, computed: float | None) -> str | None:
        """Look once more: in what way the worker hangs, or None while it works.

        A worker that does not say what it has computed stands still.

        >>> watch = Watch(5.0, computed=100.0)
        >>> watch.trouble(100.1)
        >>> watch.trouble(110.1)
        'it has computed for 10.1 s'
        """
        if computed is None or computed - self._last < _LEAST:
            self._still += 1
            return "it stands still" if self._still >= STILL else None
        self._last, self._still = computed, 0
        used = computed - self._before
        return f"it has computed for {used:.1f} s" if used >= self._most else None
