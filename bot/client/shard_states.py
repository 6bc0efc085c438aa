"""The shards of this process: their gateway sessions, and what each has heard."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from bot.match.messages import LARGEST
from bot.match.session import MessageId

_TIMESTAMP: Final = 22
"""The bits of an id below its milliseconds."""


@dataclass(slots=True)
class _State:
    connected: bool = False
    session: int = 0
    """How many gateway sessions have begun. Before each, messages may have been missed."""
    known: int = 0
    """The session for which it is known which channels are to be read back."""
    resumed: int = 0
    """The session in which all servers and channels are known, and games are resumed."""
    heard: int = 0
    """The newest message that was received."""
    noted: int = 0
    """The message up to which everything is stored as heard."""


class ShardStates:
    """What is known of each shard. `is_open` tells whether one is connected just now."""

    def __init__(self, is_open: Callable[[int], bool]) -> None:
        self._is_open = is_open
        self._states: defaultdict[int, _State] = defaultdict(_State)

    def begin(self, shard: int) -> int:
        """Note that a gateway session begins; return its number."""
        state = self._states[shard]
        state.connected = True
        state.session += 1
        return state.session

    def is_first(self, shard: int) -> bool:
        """Whether a shard has begun no session but its first one."""
        return self._states[shard].session <= 1

    def is_session(self, shard: int, session: int) -> bool:
        """Whether no later session has begun."""
        return self._states[shard].session == session

    def connected(self, shard: int, *, now: bool) -> None:
        """Note that a connection was lost, or that its session goes on without a gap."""
        self._states[shard].connected = now

    def looked_up(self, shard: int) -> None:
        """Note that it is known which channels are to be read back."""
        state = self._states[shard]
        state.known = state.session

    def resumed(self, shard: int) -> None:
        """Note that all servers and channels are known, and games are resumed."""
        state = self._states[shard]
        state.resumed = state.session

    def is_known(self, shard: int) -> bool:
        """Whether it is known which channels are to be read back after the last session."""
        state = self._states[shard]
        return state.known == state.session

    @property
    def listening(self) -> list[int]:
        """The shards that are connected, and in which games are resumed."""
        return [
            shard
            for shard, state in self._states.items()
            if state.connected and state.resumed == state.session and self._is_open(shard)
        ]

    def hear(self, shard: int, message: int) -> None:
        """Note that a message was received, or read back; not an id that cannot be stored."""
        state = self._states[shard]
        if message <= LARGEST:
            state.heard = max(state.heard, message)

    def news(self, unread: Callable[[int], int]) -> dict[int, MessageId]:
        """Return up to which message shards have heard everything, where that is not stored yet.

        Leaves out the shards in which channels are still unread.
        """
        states = {shard: self._states[shard] for shard in self.listening if not unread(shard)}
        news = {shard: state for shard, state in states.items() if state.heard > state.noted}
        return {shard: MessageId(state.heard) for shard, state in news.items()}

    def noted(self, heard: Mapping[int, MessageId]) -> None:
        """Note that this has been stored."""
        for shard, message in heard.items():
            self._states[shard].noted = message


def earlier(message: int, span: timedelta) -> int:
    """The id of a message that had been posted a while earlier."""
    return max(0, message - (int(span.total_seconds() * 1000) << _TIMESTAMP))
