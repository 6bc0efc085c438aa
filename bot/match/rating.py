"""How strong a person is at a game: an estimate, and how uncertain it is.

The model is that of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
Ranking" (JMLR 12, 2011), its algorithm 1 for two players, as a test compares with the library
openskill. The scale is that of chess: a lead of 400 points makes a win ten times as likely as a
loss.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from bot.match.session import DECIDED, GONE, Bot, Ending, Person, Session
from engine import Level

Value = Literal["win", "draw", "loss"]

_START: Final = 1500.0
_UNKNOWN: Final = 350.0
"""The uncertainty of somebody new, as in Glicko (M. E. Glickman, 1999)."""
_LUCK: Final = 400 / math.log(10) / math.sqrt(2)
"""How far a player strays from their strength in one game, so that 400 points are 10 to 1."""
_DRIFT: Final = _UNKNOWN / 100
"""What each game adds to the uncertainty, since people change; the library's own share."""
_SURE: Final = 1.0
"""The uncertainty of an opponent whose strength is fixed."""

LEVELS: Final = {
    Level.EASY: 1100.0,
    Level.MEDIUM: 1400.0,
    Level.HARD: 1700.0,
    Level.PERFECT: 2000.0,
}
"""The engine's levels as opponents. They stay where they are, so that nobody can move them
by losing on purpose, and no two games of a server wait for each other to change them."""

_SCORES: Final[dict[Value, float]] = {"win": 1.0, "draw": 0.5, "loss": 0.0}
_LEAST_LEFT: Final = 1e-4
"""The share of its variance that a rating keeps, whatever a game tells."""

_LEAST_PLIES: Final = 4
"""Both have moved twice; a game given up before that tells nothing."""


@dataclass(frozen=True, slots=True)
class Rating:
    """`mu` is the strength, in all likelihood within two `sigma`, after so many rated `games`."""

    mu: float = _START
    sigma: float = _UNKNOWN
    games: int = 0


def is_rated(session: Session) -> bool:
    """Whether the end of a game says how strong its players are.

    They had no help, played on from the empty board, both moved twice, and are two people,
    or one and a level that does not adapt itself. The engine agrees to a draw for less than
    its strength, so that such a draw does not count.
    """
    return (
        session.ending in DECIDED
        and not session.assisted
        and session.position.ply >= _LEAST_PLIES
        and _are_comparable(session)
    )


def rate(own: Rating, opponent: Rating, value: Value) -> Rating:
    """A rating after a game; `opponent` is the other's before it."""
    variance, other = own.sigma**2 + _DRIFT**2, opponent.sigma**2 + _DRIFT**2
    spread = math.sqrt(variance + other + 2 * _LUCK**2)
    expected = 1 / (1 + math.exp((opponent.mu - own.mu) / spread))
    mu = own.mu + variance / spread * (_SCORES[value] - expected)
    told = math.sqrt(variance) ** 3 / spread**3 * expected * (1 - expected)
    sigma = math.sqrt(variance * max(1 - told, _LEAST_LEFT))
    return Rating(mu, sigma, own.games + 1)


def fixed(level: Level) -> Rating:
    """The engine at a level, as an opponent."""
    return Rating(LEVELS[level], _SURE)


def _are_comparable(session: Session) -> bool:
    match session.x, session.o:
        case Person(x), Person(o):
            return GONE not in {x, o} and x != o
        case (Person(), Bot(level)) | (Bot(level), Person()):
            return level in LEVELS and session.ending is not Ending.AGREED
    return False
