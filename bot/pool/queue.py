"""Whose job is next: a bounded queue in which every channel has its turn.

    asker 7   ●●●●●●      a ring of askers; each that is called hands in one job
    asker 8   ●           and goes to the end: 7, 8, 9, 7, 9, 7, ...
    asker 9   ●●

A channel that asks much waits for its own questions, never for long for those of others.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Hashable
from typing import Final

from bot.errors import EngineBusy, EngineUnavailable

JOBS_PER_SLOT: Final = 64
"""How many jobs may be under way or waiting for each slot before more are refused."""
JOBS_PER_ASKER: Final = 8
"""How many of one asker's jobs may wait: some people of a channel, but no flood."""


class FairQueue:
    """Turns at a number of slots, which may change at any time.

    Jobs of nobody in particular, asked by None, wait together like those of one channel,
    without a bound of their own.
    """

    def __init__(self, slots: Callable[[], int]) -> None:
        self._slots = slots
        self._lines: dict[Hashable, deque[asyncio.Future[None]]] = {}
        """The ring, in the order in which askers are called; no line is empty."""
        self.busy = 0
        """How many jobs have a slot."""

    @property
    def waiting(self) -> int:
        """How many jobs have none yet."""
        return sum(map(len, self._lines.values()))

    async def enter(self, asker: Hashable) -> None:
        """Wait for a slot, which `leave` gives back; raises EngineBusy where too many wait.

        Without any slots at all it raises EngineUnavailable.
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
                self.leave()  # called in the same moment
            else:
                self._drop(asker, turn)
            raise

    def leave(self) -> None:
        """Give a slot back to whoever is next."""
        self.busy -= 1
        while self._lines and self.busy < self._slots():
            self._call_next()

    def close(self) -> None:
        """Send everybody away with EngineUnavailable."""
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
        if not turn.done():  # a cancelled one is about to drop itself
            self.busy += 1
            turn.set_result(None)

    def _drop(self, asker: Hashable, turn: asyncio.Future[None]) -> None:
        line = self._lines.get(asker)
        if line is not None and turn in line:
            line.remove(turn)
            if not line:
                del self._lines[asker]
