"""A bounded queue in which channels take turns (round robin).

    asker 7   ●●●●●●      a ring of askers; the first one gets a slot for one job
    asker 8   ●           and goes to the end of the ring: 7, 8, 9, 7, 9, 7, ...
    asker 9   ●●

So a channel with many jobs waits for its own jobs, and other channels wait only a little.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from typing import Final

from bot.errors import EngineBusy, EngineUnavailable

JOBS_PER_SLOT: Final = 64
"""How many jobs may run or wait for each slot. More are refused."""
JOBS_PER_ASKER: Final = 8
"""How many jobs of one asker may wait."""


class FairQueue:
    """Gives slots to jobs in turn. The number of slots may change at any time.

    The asker None stands for jobs that belong to no channel. It has no bound of its own.
    """

    def __init__(self, slots: Callable[[], int]) -> None:
        self._slots = slots
        self._lines: dict[Hashable, deque[asyncio.Future[None]]] = {}
        """The ring: the waiting jobs of each asker. The first asker is next; no line is empty."""
        self.busy = 0
        """The number of jobs that have a slot."""

    @property
    def waiting(self) -> int:
        """The number of jobs that wait for a slot."""
        return sum(map(len, self._lines.values()))

    async def enter(self, asker: Hashable) -> None:
        """Wait for a slot. Give it back with `leave`.

        Raises EngineBusy if too many jobs wait, and EngineUnavailable if there are no slots.
        """
        self._check_room(asker)
        if self.busy < self._slots() and not self._lines:
            self.busy += 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._lines.setdefault(asker, deque()).append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.leave()  # it got the slot just before it was cancelled
            else:
                self._drop(asker, turn)
            raise

    def leave(self) -> None:
        """Give a slot back, so that the next job gets it."""
        self.busy -= 1
        while self._lines and self.busy < self._slots():
            self._call_next()

    def close(self) -> None:
        """Let every waiting job fail with EngineUnavailable."""
        for line in self._lines.values():
            for turn in line:
                if not turn.done():
                    turn.set_exception(EngineUnavailable("the engine has been shut down"))
        self._lines.clear()

    def _check_room(self, asker: Hashable) -> None:
        if not self._slots():
            raise EngineUnavailable("there is no worker")
        if self.busy + self.waiting >= JOBS_PER_SLOT * self._slots():
            raise EngineBusy(f"{self.waiting} positions wait already")
        if asker is not None and len(self._lines.get(asker, ())) >= JOBS_PER_ASKER:
            raise EngineBusy(f"{JOBS_PER_ASKER} positions of {asker} wait already")

    def _call_next(self) -> None:
        asker = next(iter(self._lines))
        line = self._lines.pop(asker)
        turn = line.popleft()
        if line:
            self._lines[asker] = line  # at the end of the ring
        if not turn.done():  # a cancelled job removes itself
            self.busy += 1
            turn.set_result(None)

    def _drop(self, asker: Hashable, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(asker)
        if line is not None and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[asker]
