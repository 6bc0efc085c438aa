"""Results, ratings and leaderboards of people."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.match.rating import Rating, Value
from bot.match.session import UserId
from engine import Rules

ESTABLISHED: Final = 5
"""How many rated games it takes until a rating is shown and compared."""
LEADERBOARD_SIZE: Final = 10
"""How many entries of a leaderboard are shown."""


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games somebody has won, drawn and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A person's results at one kind of game. `rating` is None if no game was rated."""

    rules: Rules
    tally: Tally
    rating: Rating | None = None


@dataclass(frozen=True, slots=True)
class Streak:
    """The number of equal results in a row, up to the latest one."""

    value: Value
    length: int


@dataclass(frozen=True, slots=True)
class Stats:
    """All finished games of a person in one scope, the game they play most first."""

    games: tuple[GameRecord, ...] = ()
    streak: Streak | None = None


@dataclass(frozen=True, slots=True)
class LeaderboardEntry:
    """One line of a leaderboard. `rank` is None if too few games were rated."""

    rank: int | None
    user: UserId
    name: str
    rating: Rating


@dataclass(frozen=True, slots=True)
class Leaderboard:
    """The best players of a game, and the entry of the person who asks, if they have one."""

    rules: Rules
    entries: tuple[LeaderboardEntry, ...] = ()
    own: LeaderboardEntry | None = None


def overall(games: Sequence[GameRecord]) -> Tally:
    """Add up the results of several games."""
    tallies = [record.tally for record in games]
    return Tally(
        sum(tally.wins for tally in tallies),
        sum(tally.draws for tally in tallies),
        sum(tally.losses for tally in tallies),
    )
