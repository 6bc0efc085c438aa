"""A vote on one turn: who wants what, until when; a value, like the game it belongs to.

open ──deadline──▶ the move that most want
  │  ▲    └─ nobody voted ─▶ open again, QUIET times, then it rests
  └──┴──────────────── first ballot ◀──────────────────────┘
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from bot.match.players import UserId

SHORTEST: Final = 10
LONGEST: Final = 24 * 60 * 60
USUAL: Final = 30
"""How long a turn may be voted on, in seconds."""
QUIET: Final = 3
"""How often the deadline is put off where nobody votes, before the vote rests."""

Ballots = tuple[tuple[UserId, int], ...]
"""Who voted for which move: one ballot a person, in the order of their ids."""


@dataclass(frozen=True, slots=True)
class Poll:
    """The vote of a game; every turn of the voters is one round of it."""

    seconds: int
    """How long a round lasts."""
    turn: int = -1
    """The ply of the position that is voted on."""
    closes: datetime | None = None
    """When the round ends, UTC; None where no round is on, or it rests."""
    silent: int = 0
    """How often this round was put off since nobody had voted."""
    ballots: Ballots = ()

    @property
    def resting(self) -> bool:
        """Whether the round waits for the first ballot, however long that takes."""
        return self.turn >= 0 and self.closes is None

    def opened(self, turn: int, now: datetime) -> Poll:
        """A new round, on the position at this ply."""
        return Poll(self.seconds, turn, self._end(now))

    def closed(self) -> Poll:
        """No round is on."""
        return Poll(self.seconds)

    def cast(self, user: UserId, move: int, now: datetime) -> Poll:
        """With this ballot in place of the person's last one; wakes a round that rests."""
        ballots = dict(self.ballots) | {user: move}
        closes = self.closes or self._end(now)
        return replace(self, ballots=tuple(sorted(ballots.items())), closes=closes, silent=0)

    def put_off(self, now: datetime) -> Poll:
        """What becomes of a round whose time is over and in which nobody voted."""
        if self.silent >= QUIET:
            return replace(self, closes=None)
        return replace(self, closes=self._end(now), silent=self.silent + 1)

    def is_due(self, now: datetime) -> bool:
        """Whether the time of the round is over."""
        return self.closes is not None and self.closes <= now

    def _end(self, now: datetime) -> datetime:
        return now + timedelta(seconds=self.seconds)


def tally(ballots: Ballots) -> tuple[tuple[int, int], ...]:
    """Each move somebody voted for and its votes, most first; of equal ones the lower move.

    >>> tally(((UserId(1), 5), (UserId(2), 9), (UserId(3), 9)))
    ((9, 2), (5, 1))
    """
    counted = Counter(move for _, move in ballots)
    return tuple(sorted(counted.items(), key=lambda found: (-found[1], found[0])))


def leaders(ballots: Ballots) -> tuple[int, ...]:
    """The moves with the most votes: one, or several that are tied; none without ballots."""
    counted = tally(ballots)
    return tuple(move for move, votes in counted if votes == counted[0][1])
