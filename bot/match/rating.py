"""Ratings: how strong a person is at a game, and how uncertain that is.

The model is that of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
Ranking" (JMLR 12, 2011), its algorithm 1 for two players. A test compares it with the library
openskill. The scale is that of chess: a lead of 400 points makes a win ten times as likely as
a loss.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from bot.match.session import DECIDED, ERASED_USER, Bot, Ending, Person, Session
from engine import Level

Value = Literal["win", "draw", "loss"]

_START: Final = 1500.0
"""The rating of a new player."""
_UNKNOWN: Final = 350.0
"""The uncertainty of a new player, as in Glicko (M. E. Glickman, 1999)."""
_LUCK: Final = 400 / math.log(10) / math.sqrt(2)
"""How much a player's performance in one game varies. With this value 400 points mean 10 to 1."""
_DRIFT: Final = _UNKNOWN / 100
"""How much uncertainty each game adds, because people change. openskill uses the same share."""
_SURE: Final = 1.0
"""The uncertainty of an opponent whose strength is fixed."""

LEVELS: Final = {
    Level.EASY: 1100.0,
    Level.MEDIUM: 1400.0,
    Level.HARD: 1700.0,
    Level.PERFECT: 2000.0,
}
"""The ratings of the engine's levels. They never change: so nobody can move them by losing on
purpose, and games do not have to wait for each other to store a new value."""

_SCORES: Final[dict[Value, float]] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
_LEAST_LEFT: Final = 1e-4
"""The smallest share of its variance that a rating keeps after one game."""

_LEAST_PLIES: Final = 4
"""The length of the shortest rated game: both players have moved twice."""


@dataclass(frozen=True, slots=True)
class Rating:
    """A rating: the estimated strength `mu`, its uncertainty `sigma`, and the count of rated games.

    The true strength is very likely within two `sigma` of `mu`.
    """

    mu: float = _START
    sigma: float = _UNKNOWN
    games: int = 0


def is_rated(session: Session) -> bool:
    """Whether a finished game counts for ratings.

    It counts if the players had no help, began with the empty board, both moved twice, and are
    two people, or one person and a fixed level. A draw that the engine agreed to does not
    count, because the engine agrees to draws too easily.
    """
    return (
        session.ending in DECIDED
        and not session.assisted
        and session.position.ply >= _LEAST_PLIES
        and _are_comparable(session)
    )


def rate(own: Rating, opponent: Rating, value: Value) -> Rating:
    """Return the new rating after a game. `own` and `opponent` are the ratings before it."""
    variance, other = own.sigma**2 + _DRIFT**2, opponent.sigma**2 + _DRIFT**2
    spread = math.sqrt(variance + other + 2 * _LUCK**2)
    expected = 1 / (1 + math.exp((opponent.mu - own.mu) / spread))
    mu = own.mu + variance / spread * (_SCORES[value] - expected)
    told = math.sqrt(variance) ** 3 / spread**3 * expected * (1 - expected)
    sigma = math.sqrt(variance * max(1 - told, _LEAST_LEFT))
    return Rating(mu, sigma, own.games + 1)


def fixed(level: Level) -> Rating:
    """The rating of the engine at a level."""
    return Rating(LEVELS[level], _SURE)


def _are_comparable(session: Session) -> bool:
    match session.x, session.o:
        case Person(x), Person(o):
            return ERASED_USER not in {x, o} and x != o
        case (Person(), Bot(level)) | (Bot(level), Person()):
            return level in LEVELS and session.ending is not Ending.AGREED
    return False
