"""Metrics for Prometheus, whose names must not change; and a count of what is in flight."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from time import perf_counter
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    ProcessCollector,
    disable_created_metrics,
    generate_latest,
)

# The time when a count began: a second line for each, which nobody needs.
disable_created_metrics()  # type: ignore[no-untyped-call] # it has no types

_THINK: Final = (0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 60)
_ANSWER: Final = (0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16, 60)
_STORE: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5)
_LAG: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1)
KNOWN_ERRORS: Final = (
    *("ChannelClosed", "ConflictError", "EngineBusy", "EngineUnavailable", "StoreUnavailable"),
    *("DiscordServerError", "Forbidden", "HTTPException", "NotFound", "RateLimited"),
    *("ClientConnectorError", "ClientOSError", "ServerDisconnectedError", "TimeoutError"),
    *("ConnectionResetError", "OSError", "AssertionError", "AttributeError", "IndexError"),
    *("KeyError", "RuntimeError", "TypeError", "ValueError"),
)
"""The kinds of errors that are most likely, ours, those of Discord and of the network, and defects.

Each is 0 at first: Prometheus does not count the first value of a series as an increase.
"""
_PERIOD: Final = 0.1
"""Seconds between two measurements of the event loop."""


class Metrics:
    """The metrics of one process. Each object has its own registry, so a program can have two."""

    def __init__(self, shards: Iterable[int] = (0,)) -> None:
        registry = self._registry = CollectorRegistry()
        moves = Counter("kinarow_moves", "Moves stored", ["by"], registry=registry)
        self._bot_moves, self._moves = moves.labels("bot"), moves.labels("person")
        self._think = Histogram(
            "kinarow_think_seconds",
            "Time from the beginning of a thought to its end",
            ["job"],
            buckets=_THINK,
            registry=registry,
        )
        self._errors = Counter("kinarow_errors", "What failed", ["kind"], registry=registry)
        for kind in KNOWN_ERRORS:
            self._errors.labels(kind)
        self._gateway = Counter(
            "kinarow_gateway_events", "Connections to Discord", ["event"], registry=registry
        )
        for event in ("connect", "resume", "disconnect"):
            self._gateway.labels(event)
        self._lag = Histogram(
            "kinarow_loop_lag_seconds",
            "How late the event loop wakes up",
            buckets=_LAG,
            registry=registry,
        )
        self._jobs = Gauge("kinarow_jobs", "Thoughts now", ["state"], registry=registry)
        self._slots = Gauge("kinarow_slots", "Thoughts possible at a time", registry=registry)
        self._games = Gauge("kinarow_games_live", "Games on, of all processes", registry=registry)
        self._online = Gauge("kinarow_online", "Whether Discord is there", registry=registry)
        self._build = Gauge("kinarow_build_info", "Which build", ["version"], registry=registry)
        self._servers = Gauge("kinarow_servers", "Servers of this process", registry=registry)
        self._answers = Histogram(
            "kinarow_answer_seconds",
            "Time from a message or a slash command to the end of its answer",
            ["way"],
            buckets=_ANSWER,
            registry=registry,
        )
        for way in ("message", "slash"):
            self._answers.labels(way)
        self._commands = Counter(
            "kinarow_commands", "Commands, by name", ["command", "way"], registry=registry
        )
        self.stored = Histogram(
            "kinarow_store_seconds",
            "Time in which the database answers a question of this page",
            buckets=_STORE,
            registry=registry,
        ).observe
        """Records how many seconds the database took."""
        self._memory = Gauge(
            "kinarow_workers_memory_bytes", "Memory of the workers here", registry=registry
        )
        ProcessCollector(registry=registry)
        self._shards = frozenset(shards)
        self._offline = set(self._shards)
        self.is_open: Callable[[int], bool] = lambda _shard: True
        """Called for shards that were not reported as lost: whether the shard is connected."""
        self.count_servers: Callable[[], int] = lambda: 0
        """Returns the number of servers that this process serves."""
        self.clock_ahead: Callable[[], float] = lambda: 0.0
        """Returns the seconds that this machine's clock is ahead of Discord's."""

    @property
    def offline(self) -> list[int]:
        """The shards of this process that are not connected."""
        return sorted(one for one in self._shards if one in self._offline or not self.is_open(one))

    @property
    def online(self) -> bool:
        """Whether every shard of this process is connected."""
        return not self.offline

    def moved(self, *, by_bot: bool) -> None:
        """Count a stored move."""
        (self._bot_moves if by_bot else self._moves).inc()

    def thought(self, job: str, seconds: float) -> None:
        """Record the duration of a job of the engine."""
        self._think.labels(job).observe(seconds)

    def answered(self, way: str, seconds: float) -> None:
        """Record how long somebody waited, who wrote a `message` or used a `slash` command."""
        self._answers.labels(way).observe(seconds)

    def commanded(self, command: str, way: str) -> None:
        """Count a command. Its name is one of ours, never a typed word."""
        self._commands.labels(command, way).inc()

    def failed(self, error: BaseException) -> None:
        """Count an error that is not a player's mistake."""
        self._errors.labels(type(error).__name__).inc()

    def gateway(self, event: str, shard: int, *, online: bool) -> None:
        """Count a connection event of a shard, and note whether the shard is connected now."""
        self._gateway.labels(event).inc()
        if online:
            self._offline.discard(shard)
        else:
            self._offline.add(shard)

    def page(
        self,
        *,
        games: int | None,
        waiting: int,
        thinking: int,
        slots: int,
        memory: int = 0,
        build: str = "",
    ) -> bytes:
        """Return all metrics in the text format of Prometheus. The arguments are current values."""
        self._build.labels(build).set(1)
        self._servers.set(self.count_servers())
        self._memory.set(memory)
        if games is not None:
            self._games.set(games)
        self._jobs.labels("waiting").set(waiting)
        self._jobs.labels("thinking").set(thinking)
        self._slots.set(slots)
        self._online.set(self.online)
        return generate_latest(self._registry)

    async def watch_loop(self) -> None:
        """Measure the delay of the event loop until cancelled."""
        while True:
            before = perf_counter()
            await asyncio.sleep(_PERIOD)
            self._lag.observe(max(0.0, perf_counter() - before - _PERIOD))


class InFlight:
    """Counts the `with in_flight:` blocks that have begun and not ended."""

    def __init__(self) -> None:
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()

    def __enter__(self) -> None:
        self._count += 1
        self._none.clear()

    def __exit__(self, *error: object) -> None:
        self._count -= 1
        if not self._count:
            self._none.set()

    async def rest(self) -> None:
        """Wait until every block that has begun has ended."""
        await self._none.wait()
