"""How long a turn lasts: the time of a person for a move, and the round of a vote; and typed times.

Both are values, like the session that they belong to. The round of a vote:

    open ──deadline──▶ the move with the most votes
      │  ▲    └─ nobody voted ─▶ open again, MAX_POSTPONEMENTS times, then it rests
      └──┴──────────────── first ballot ◀──────────────────────┘
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import Enum
from typing import Final

from bot.match.players import UserId


class NoticeStep(Enum):
    """What is to be told next about a game whose players have a time for moves."""

    CALL = "call"
    """Whose turn it is, to players who want to hear that."""
    REMIND = "remind"
    """That the time of the player to move runs out soon."""
    END = "end"
    """The time of the player to move is over: the game ends."""
    OVER = "over"
    """That it has ended, to players who want to hear."""
    CLEAR = "clear"
    """Nothing: what was told last is to be deleted."""


_RESERVE: Final = 4
"""A reminder leaves one of so many parts of the time for a move."""


@dataclass(frozen=True, slots=True)
class TurnClock:
    """How long a person may take for a move, and until when the player to move has time."""

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
        """After a reminder sent now: a late one leaves as much time as any other."""
        assert self.ends is not None, "somebody's time runs"
        return replace(self, ends=max(self.ends, now + self.limit / _RESERVE))

    def is_over(self, now: datetime) -> bool:
        """Whether the player to move has not moved in time."""
        return self.ends is not None and self.ends <= now


MIN_SECONDS: Final = 10
"""The shortest time for the vote on a turn."""
MAX_SECONDS: Final = 24 * 60 * 60
"""The longest time for the vote on a turn."""
DEFAULT_SECONDS: Final = 30
"""The time for the vote on a turn if nobody chose one."""
NO_CLOCK: Final = 0
"""The time of a vote that lasts until somebody counts."""
MAX_POSTPONEMENTS: Final = 3
"""How often the deadline is postponed if nobody votes. After that the vote rests."""

Ballots = tuple[tuple[UserId, int], ...]
"""Pairs of a person and a move: one ballot for each person, sorted by id."""


@dataclass(frozen=True, slots=True)
class Poll:
    """The vote of a game. Each turn of the voters is one round."""

    seconds: int
    """The length of a round, or NO_CLOCK."""
    turn: int = -1
    """The ply of the position that people vote on; -1 if no round is open."""
    closes: datetime | None = None
    """When the round ends, in UTC. None if no round is open, if it rests, or without a clock."""
    silent: int = 0
    """How often this round was postponed because nobody had voted."""
    ballots: Ballots = ()

    @property
    def resting(self) -> bool:
        """Whether the round waits for its first ballot without a deadline."""
        return self.turn >= 0 and self.closes is None and self.seconds != NO_CLOCK

    def opened(self, turn: int, now: datetime) -> Poll:
        """Open a new round on the position at this ply."""
        return Poll(self.seconds, turn, self._end(now))

    def closed(self) -> Poll:
        """Close the round."""
        return Poll(self.seconds)

    def cast(self, user: UserId, move: int, now: datetime) -> Poll:
        """Add a ballot, or replace the person's last one. A round that rests gets a deadline."""
        ballots = dict(self.ballots) | {user: move}
        closes = self.closes or self._end(now)
        return replace(self, ballots=tuple(sorted(ballots.items())), closes=closes, silent=0)

    def put_off(self, now: datetime) -> Poll:
        """Postpone the deadline of a round without ballots, or let the round rest."""
        if self.silent >= MAX_POSTPONEMENTS:
            return replace(self, closes=None)
        return replace(self, closes=self._end(now), silent=self.silent + 1)

    def is_due(self, now: datetime) -> bool:
        """Whether the time of the round is over."""
        return self.closes is not None and self.closes <= now

    def _end(self, now: datetime) -> datetime | None:
        if self.seconds == NO_CLOCK:
            return None
        return now + timedelta(seconds=self.seconds)


def count_votes(ballots: Ballots) -> tuple[tuple[int, int], ...]:
    """Return pairs of a move and its votes, most votes first, then the lower move first.

    >>> count_votes(((UserId(1), 5), (UserId(2), 9), (UserId(3), 9)))
    ((9, 2), (5, 1))
    """
    counted = Counter(move for _, move in ballots)
    return tuple(sorted(counted.items(), key=lambda found: (-found[1], found[0])))


def top_moves(ballots: Ballots) -> tuple[int, ...]:
    """Return the moves with the most votes: several if they are tied, none without ballots."""
    counted = count_votes(ballots)
    return tuple(move for move, votes in counted if votes == counted[0][1])


# Lengths of time as people type them, such as `30s`, `2 min`, `1.5h` and `1d 12h`.

_UNITS: Final = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800}
_DURATION: Final = (
    r"(?P<number>[0-9]{1,9}(?:\.[0-9]{1,3})?) ?"
    r"(?P<unit>s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)(?![a-z])"
)
_LONGEST: Final = 10**10
"""What is longer counts as so much, three hundred years, which is too long for anything."""
_ONE_OF_MANY: Final = re.compile(rf"{_DURATION}[ ,]*")
_AMONG_WORDS: Final = re.compile(rf"(?<!\S){_DURATION}(?!\S)")


def whole_duration(text: str) -> timedelta | None:
    """A text that is one duration, or several to be added; None for any other.

    >>> whole_duration("1d 12 hours"), whole_duration("90"), whole_duration("5m or so")
    (datetime.timedelta(days=1, seconds=43200), None, None)
    """
    found = list(_ONE_OF_MANY.finditer(text))
    if not found or "".join(one[0] for one in found) != text:
        return None
    return sum(map(_length, found), timedelta())


def without_durations(text: str, units: str) -> tuple[str, dict[str, timedelta]]:
    """Split the durations in some units from other words: each as it was typed, with its length.

    >>> without_durations("4x4 30 sec 2d", "smh")
    ('4x4   2d', {'30 sec': datetime.timedelta(seconds=30)})
    """
    found: dict[str, timedelta] = {}

    def taken(one: re.Match[str]) -> str:
        if one["unit"][0] not in units:
            return one[0]
        found[one[0]] = _length(one)
        return " "

    return _AMONG_WORDS.sub(taken, text), found


def _length(found: re.Match[str]) -> timedelta:
    seconds = round(float(found["number"]) * _UNITS[found["unit"][0]])
    return timedelta(seconds=min(seconds, _LONGEST))
