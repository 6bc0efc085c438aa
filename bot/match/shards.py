"""Which servers a process plays in, where several share the work.

Discord sends the events of a server to one shard: `(server >> 22) % count`, and those of
direct messages to shard 0 (Discord's documentation, "Sharding").
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.match.session import GuildId

_TIMESTAMP: Final = 22
"""The bits of an id below its timestamp."""


@dataclass(frozen=True, slots=True)
class Shards:
    """The shards `ids` of `count`."""

    count: int
    ids: frozenset[int]

    def of(self, guild: GuildId | None) -> int:
        """The shard that hears what happens in a server, or in direct messages."""
        return ((guild or 0) >> _TIMESTAMP) % self.count

    def holds(self, guild: GuildId | None) -> bool:
        """Whether what happens in a server, or in direct messages, reaches this process."""
        return self.of(guild) in self.ids

    @property
    def first(self) -> bool:
        """Whether this is the process that does what is to be done once for all of them."""
        return 0 in self.ids

    def __str__(self) -> str:
        if len(self.ids) == self.count:
            return "all servers"
        return f"shards {','.join(map(str, sorted(self.ids)))} of {self.count}"


WHOLE: Final = Shards(1, frozenset((0,)))
"""One process for everything."""
