"""Which servers a process plays in if several processes share the work.

Discord sends the events of a server to one shard: `(server >> 22) % count`, and those of
direct messages to shard 0 (Discord's documentation, "Sharding").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.match.session import GuildId

TIMESTAMP_BITS: Final = 22
"""The number of bits of an id below its timestamp."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards of one process: those with these `ids`, out of `count` shards."""

    count: int
    ids: frozenset[int]

    def of(self, guild: GuildId | None) -> int:
        """The shard that gets the events of a server, or of direct messages (None)."""
        return ((guild or 0) >> TIMESTAMP_BITS) % self.count

    def holds(self, guild: GuildId | None) -> bool:
        """Whether this process gets the events of a server, or of direct messages (None)."""
        return self.of(guild) in self.ids

    def only(self, shard: int) -> Shards:
        """One of these shards alone."""
        return Shards(self.count, frozenset((shard,)))

    @property
    def first(self) -> bool:
        """Whether this process does the work that only one process may do."""
        return 0 in self.ids

    def __str__(self) -> str:
        if len(self.ids) == self.count:
            return "all servers"
        return f"shards {','.join(map(str, sorted(self.ids)))} of {self.count}"


WHOLE: Final = Shards(1, frozenset((0,)))
"""The only shard of a bot that runs as one process."""
