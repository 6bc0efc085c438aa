"""When a search has to stop: its limit, in seconds and in nodes, and the clock that keeps to it.

Every search has one clock, which starts with it. A part of a search gets a clock of its own,
made from that one, which stops earlier:

    start ───────── now ──────────────────────────── limit ─────
    ├─ up_to(0.6) of the whole limit ──┤
    ├─ sparing(0.2, most) ─────────────────────┤
                    ├─ share(0.1) ─┤
                    ├─ at_most(nodes) ─┤
                    └─ overtime(nodes, seconds) ────────────┤

Kernels can't be interrupted: they search a chunk of nodes and come back. `Clock.more` says how
long the next chunk may be.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Final

Count = Callable[[], int]
"""Returns how many nodes a search has searched so far."""
Now = Callable[[], float]
"""Returns the time in seconds since any fixed moment."""

_LEAST_SECONDS: Final = 0.001
"""The least that `Clock.left` returns of a limit in seconds."""
_CHUNK_SECONDS: Final = 0.002
"""The longest time of a chunk of adaptive length. A deadline is kept to within that."""
_FIRST_CHUNK: Final = 256
"""Nodes in the first chunk of an adaptive length."""
_LONGEST_CHUNK: Final = 1 << 16
"""Nodes in the longest chunk of an adaptive length."""


@dataclass(frozen=True, slots=True)
class Limit:
    """The bounds of a search; whichever is met first ends it, and without any it runs to a proof.

    `seconds` is wall-clock time, kept to within 50 ms; `nodes` and `depth` (plies)
    give the same answer on every machine. What every answer owes comes on top of `nodes`:
    a look one ply deep at each move of the root, and the playing out of a proved line.
    Raises ValueError unless all are positive, and `nodes` and `depth` whole numbers.
    """

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "nodes", "depth"):
            bound = getattr(self, name)
            kinds = (int, float) if name == "seconds" else (int,)
            if bound is not None and not (type(bound) in kinds and bound > 0):
                kind = "number" if float in kinds else "whole number"
                raise ValueError(f"{name} must be a positive {kind}, not {bound!r}")

    def times(self, factor: float) -> Limit:
        """A limit of so many times the seconds and nodes, at least one node; the depth stays."""
        return replace(
            self,
            seconds=None if self.seconds is None else factor * self.seconds,
            nodes=None if self.nodes is None else max(1, int(factor * self.nodes)),
        )

    def within(self, seconds: float) -> Limit:
        """The same limit, of so many seconds at most."""
        return replace(self, seconds=min(seconds, self.seconds or seconds))


ONE_SECOND: Final = Limit(seconds=1.0)
"""The limit of a search where none is given."""


class StoppedError(Exception):
    """The clock has stopped the search. What was found so far is valid."""


class Clock:
    """The clock of one search, or of one part of it.

    `count` tells the nodes of the whole search; `started` is when it began, if not now. A clock
    that has stopped stays stopped.
    """

    __slots__ = ("_count", "_last_node", "_latest", "_limit", "_now", "_started")

    def __init__(
        self,
        limit: Limit,
        count: Count = lambda: 0,
        now: Now = perf_counter,
        started: float | None = None,
    ) -> None:
        self._limit = limit
        self._count = count
        self._now = now
        self._started = now() if started is None else started
        self._latest = math.inf if limit.seconds is None else self._started + limit.seconds
        self._last_node = sys.maxsize if limit.nodes is None else limit.nodes

    @property
    def limited(self) -> bool:
        """Whether time or nodes are limited."""
        return self._limit.seconds is not None or self._limit.nodes is not None

    @property
    def elapsed(self) -> float:
        """The seconds since the search began."""
        return self._now() - self._started

    @property
    def seconds_left(self) -> float | None:
        """The seconds that are left of the limit, None where time is not limited."""
        return None if self._limit.seconds is None else self._latest - self._now()

    @property
    def nodes(self) -> int:
        """The nodes that the whole search has searched so far."""
        return self._count()

    @property
    def stopped(self) -> bool:
        """Whether the search has to stop now."""
        return self._now() >= self._latest or self._count() >= self._last_node

    def check(self) -> None:
        """Raise StoppedError if the search has to stop now."""
        if self.stopped:
            raise StoppedError

    def more(self, chunk: int) -> int:
        """The nodes, at most `chunk`, to search before the clock is asked again; 0 to stop."""
        if self._now() >= self._latest:
            return 0
        return max(0, min(chunk, self._last_node - self._count()))

    # --- clocks for parts of a search

    def up_to(self, part: float) -> Clock:
        """A clock that stops once this part of the whole limit is spent."""
        clock = copy(self)
        if self._limit.seconds is not None:
            clock._latest = min(self._latest, self._started + part * self._limit.seconds)
        if self._limit.nodes is not None:
            clock._last_node = min(self._last_node, int(part * self._limit.nodes))
        return clock

    def sparing(self, part: float, most: Limit) -> Clock:
        """A clock that leaves this part of the whole limit unspent, but no more than `most`."""
        clock = copy(self)
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            clock._latest = self._latest - min(part * seconds, most.seconds or seconds)
        if nodes is not None:
            clock._last_node = self._last_node - min(int(part * nodes), most.nodes or nodes)
        return clock

    def share(self, part: float, unlimited: int) -> Clock:
        """A clock that lets this part of the limit be spent from now on.

        Where neither time nor nodes are limited, it lets `unlimited` nodes be spent.
        """
        clock = copy(self) if self.limited else self.at_most(unlimited)
        if self._limit.seconds is not None:
            clock._latest = min(self._latest, self._now() + part * self._limit.seconds)
        if self._limit.nodes is not None:
            clock._last_node = min(self._last_node, self._count() + int(part * self._limit.nodes))
        return clock

    def at_most(self, nodes: int) -> Clock:
        """A clock that stops as this one does, or after so many more nodes."""
        clock = copy(self)
        clock._last_node = min(self._last_node, self._count() + nodes)
        return clock

    def overtime(self, nodes: int, seconds: float) -> Clock:
        """A clock for work that must be done even after the limit: so many more nodes.

        If time is limited, it stops `seconds` after the limit, or after now if that is later.
        """
        clock = copy(self)
        clock._last_node = self._count() + nodes
        if self._limit.seconds is not None:
            clock._latest = max(self._latest, self._now()) + seconds
        return clock

    # --- what is left

    def left(self) -> Limit:
        """What is left of the limit in time and nodes: at least a millisecond, and one node."""
        seconds, nodes = self._limit.seconds, self._limit.nodes
        if seconds is not None:
            seconds = max(self._latest - self._now(), _LEAST_SECONDS)
        if nodes is not None:
            nodes = max(self._last_node - self._count(), 1)
        return Limit(seconds=seconds, nodes=nodes)

    def part(self, part: float) -> Limit:
        """A limit of this part of the whole one, in time and nodes: at least one node."""
        return replace(self._limit.times(part), depth=None)

    def shorten(self, times: int, seconds: float) -> None:
        """Stop sooner: after `times` what has been spent so far, plus `seconds`.

        Does not limit time or nodes that were not limited. A later call changes nothing, because
        the earlier stop is kept.
        """
        if self._limit.seconds is not None:
            latest = self._started + times * self.elapsed + seconds
            self._latest = min(self._latest, latest)
        if self._limit.nodes is not None:
            self._last_node = min(self._last_node, times * self._count())


class ChunkLength:
    """The length of a chunk in nodes, adapted so that it takes about two milliseconds."""

    __slots__ = ("_now", "_since", "nodes")

    def __init__(self, now: Now = perf_counter) -> None:
        self.nodes = _FIRST_CHUNK
        self._now = now
        self._since = now()

    def start(self) -> None:
        """Note that a chunk begins now."""
        self._since = self._now()

    def adapt(self) -> None:
        """Set the length of the next chunk by how long the last one took. The next begins now."""
        now = self._now()
        seconds, self._since = now - self._since, now
        if seconds < _CHUNK_SECONDS / 2:
            self.nodes = min(2 * self.nodes, _LONGEST_CHUNK)
        elif seconds > _CHUNK_SECONDS:
            self.nodes = max(1, self.nodes // 2)
