"""The time for a move, and what is told of it when."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final


class NoticeStep(Enum):
    """What is to be told next of a game whose players have a time for moves."""

    CALL = "call"
    """Whose turn it is, to whoever wants to hear that."""
    REMIND = "remind"
    """That the time of the player to move runs out soon."""
    END = "end"
    """The time of the player to move is over: the game ends."""
    OVER = "over"
    """That it has ended, to whoever wants to hear."""
    CLEAR = "clear"
    """Nothing: what was told last is to be deleted."""


_RESERVE: Final = 4
"""A reminder leaves one of so many parts of the time for a move."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """How long a person may take for a move, and until when the one to move has time."""

    limit: timedelta
    agreed: bool = True
    """Whether the players agreed to it. Otherwise it is the idle time of their server."""
    ply: int = -1
    """The ply of the position whose time runs; -1 if no time runs."""
    ends: datetime | None = None
    """When the time of the player to move is over, in UTC; None if no time runs."""

    @property
    def reminds(self) -> datetime | None:
        """When the player to move is reminded: three quarters of the time are gone."""
        return None if self.ends is None else self.ends - self.limit / _RESERVE

    def at(self, ply: int | None, now: datetime) -> TurnClock:
        """Let the time run for the position at this ply, or for nobody if it is None."""
        if ply is None:
            return TurnClock(self.limit, self.agreed)
        return self if ply == self.ply else replace(self, ply=ply, ends=now + self.limit)

    def restarted(self) -> TurnClock:
        """Give the next player to move the whole time, even at the same ply."""
        return TurnClock(self.limit, self.agreed)

    def reminded(self, now: datetime) -> TurnClock:
        """After a reminder that came now: one that comes late leaves as much time as another."""
        assert self.ends is not None, "somebody's time runs"
        return replace(self, ends=max(self.ends, now + self.limit / _RESERVE))

    def is_over(self, now: datetime) -> bool:
        """Whether the player to move has not moved in time."""
        return self.ends is not None and self.ends <= now
