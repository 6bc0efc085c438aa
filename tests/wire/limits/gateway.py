"""The limits of the gateway: what a connection may send, and how often a bot may identify."""

from __future__ import annotations

from typing import Final

from tests.wire.limits.windows import Clock, Limit, Windows

EVENTS: Final = Limit(120, 60)
"""What one connection may send; after more it is closed.

https://docs.discord.com/developers/events/gateway#rate-limiting"""
RATE_LIMITED: Final = 4008
"""The code with which it is closed."""
IDENTIFY: Final = 5.0
"""Seconds in which each key may identify once; the key is the shard modulo `max_concurrency`.

https://docs.discord.com/developers/events/gateway#sharding-max-concurrency"""
STARTS: Final = Limit(1_000, 86_400)
"""Identifies in a day, over all shards and restarts; after more the token is reset.

https://docs.discord.com/developers/events/gateway#identifying"""


class GatewayLimits:
    """Counts for all processes of a bot."""

    def __init__(self, clock: Clock, max_concurrency: int = 1, starts: Limit = STARTS) -> None:
        self.max_concurrency = max_concurrency
        self.hasty = 0
        """Identifies that came too soon after another one."""
        self._clock = clock
        self._identifies = Windows(Limit(1, IDENTIFY), clock)
        self._events = Windows(EVENTS, clock)
        self._starts = Windows(starts, clock)

    def too_soon(self, shard: int) -> bool:
        """Count an identify: whether another with its key was less than five seconds ago."""
        hasty = self._identifies.count(str(shard % self.max_concurrency)).exceeded
        self.hasty += hasty
        return hasty

    def too_many(self) -> bool:
        """Count the start of a session: whether those of the day are used up."""
        return self._starts.count().exceeded

    def too_loud(self, connection: int) -> bool:
        """Count an event of a connection: whether it has sent too many."""
        return self._events.count(str(connection)).exceeded

    @property
    def session_start_limit(self) -> dict[str, int]:
        """What `GET /gateway/bot` says."""
        limit = self._starts.limit
        return {
            "total": limit.most,
            "remaining": max(0, limit.most - self._starts.used()),
            "reset_after": round(1000 * self._clock.wait(limit.seconds)),
            "max_concurrency": self.max_concurrency,
        }
