"""Ratings: how strong a person is at a game, and how uncertain that is.

The model is that of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
Ranking" (JMLR 12, 2011), its algorithm 1, as the library openskill computes it. The scale is that
of chess: a lead of 400 points makes a win ten times as likely as a loss.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Literal

from openskill.models import BradleyTerryFull

from bot.match.session import ERASED_USER, Bot, Ending, Person, Session
from engine import LADDER, Level, Rules, Side, strength

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

_MODEL: Final = BradleyTerryFull(mu=_START, sigma=_UNKNOWN, beta=_LUCK, tau=_DRIFT)

_SCORES: Final[dict[Value, list[float]]] = {"win": [1, 0], "draw": [0, 0], "loss": [0, 1]}


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

    It counts if nobody had help against the engine, if it began with the empty board, both moved
    twice, and are two people, or one person and a fixed level. A draw that the engine agreed to
    does not count, because the engine agrees to draws too easily.
    """
    return session.counts and not session.assisted and session.is_long and _are_comparable(session)


def is_rated_for(session: Session, side: Side) -> bool:
    """Whether a finished game counts for the rating of one of its people.

    Somebody who had help against another person can only lose by it.
    """
    lost = session.winner is side.other
    return is_rated(session) and (lost or session.player(side) not in session.aided)


def rate(own: Rating, opponent: Rating, value: Value, *, drift: float = _DRIFT) -> Rating:
    """Return the new rating after a game. `own` and `opponent` are the ratings before it.

    `drift` is how much uncertainty the game adds, because people change.
    """
    teams = [[_MODEL.rating(rating.mu, rating.sigma)] for rating in (own, opponent)]
    [[after], _] = _MODEL.rate(teams, scores=_SCORES[value], tau=drift)
    return Rating(after.mu, after.sigma, own.games + 1)


def fixed(rules: Rules, step: Level) -> Rating:
    """The rating of the engine at a step of the ladder.

    It is measured and never changes: so nobody can move it by losing on purpose, and games do
    not have to wait for each other to store a new value.
    """
    return Rating(strength(rules, step), _SURE)


def _are_comparable(session: Session) -> bool:
    match session.x, session.o:
        case Person(x), Person(o):
            return ERASED_USER not in {x, o} and x != o
        case (Person(), Bot(level=level)) | (Bot(level=level), Person()):
            return level in LADDER and session.ending is not Ending.AGREED
    return False
