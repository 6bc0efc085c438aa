"""Ratings: how strong a person is at a game, how uncertain that is, and the adaptive level.

The model is that of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
Ranking" (JMLR 12, 2011), its algorithm 1, as the library openskill computes it. The scale is that
of chess: a lead of 400 points makes a win ten times as likely as a loss.

The skill that the adaptive level uses is a rating on the scale of `engine.strength`, where each
step of the ladder is an opponent of known strength. The step for the next game is the one against
which the person can expect half of the points, but a game moves it by one step at most.
`python -m benchmarks.adaptive` shows how soon it finds players of many strengths.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal

from openskill.models import BradleyTerryFull

from bot.match.players import FIRST_STEP
from bot.match.session import ERASED_USER, Bot, Ending, Person, Session
from engine import LADDER, Level, Rules, Side, level_near, strength

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
    return is_rated(session) and (lost or not session.seat(side).assisted)


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
    match session.x.player, session.o.player:
        case Person(x), Person(o):
            return ERASED_USER not in {x, o} and x != o
        case (Person(), Bot(level=level)) | (Bot(level=level), Person()):
            return level in LADDER and session.ending is not Ending.AGREED
    return False


_SKILL_DRIFT: Final = 60.0
"""How much uncertainty each game adds. It is more than for a leaderboard, so that a person who
learns is soon found again. Chosen with `python -m benchmarks.adaptive`."""
COUNTED: Final = frozenset((Ending.LINE, Ending.FULL, Ending.RESIGNED))
"""The endings that show a person's skill. The engine agrees to draws too easily."""
_FORMER_STEPS: Final = (Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT)
"""The steps of the adaptive level before there was a rating."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What the adaptive level knows of a person at one kind of game."""

    rating: Rating
    step: Level
    """The step for the next game."""

    @classmethod
    def new(cls, rules: Rules) -> Skill:
        """The skill of a person about whom nothing is known."""
        return cls(Rating(mu=strength(rules, FIRST_STEP)), FIRST_STEP)

    def after(self, rules: Rules, step: Level, value: Value, *, helped: bool) -> Skill:
        """The skill after a game against a step of the ladder.

        With help the rating cannot rise: a win or a draw then says nothing about the person.
        """
        rating = rate(self.rating, fixed(rules, step), value, drift=_SKILL_DRIFT)
        if helped and rating.mu >= self.rating.mu:
            return self
        return Skill(rating, _nearer(self.step, level_near(rules, rating.mu)))

    def at(self, rules: Rules, step: Level) -> Skill:
        """The skill of a person who has asked for a step: they know best how strong they are."""
        return Skill(replace(self.rating, mu=float(strength(rules, step))), step)


@dataclass(frozen=True, slots=True)
class Result:
    """How a finished game against the bot went for the person."""

    bot: Bot
    value: Value
    helped: bool
    """With a hint, the coach or a move taken back."""


def skill_from(rules: Rules, results: Iterable[Result]) -> Skill:
    """The skill that earlier results with these rules come to, oldest first.

    Before skills were kept, the adaptive level went one step of four up after each win and one down
    after each loss, and the step is not stored.
    """
    skill, former = Skill.new(rules), _FORMER_STEPS.index(FIRST_STEP)
    for result in results:
        unknown = result.bot == Bot(Level.ADAPTIVE)
        step = _FORMER_STEPS[former] if unknown else result.bot.step
        skill = skill.after(rules, step, result.value, helped=result.helped)
        if unknown:
            change = {"win": int(not result.helped), "draw": 0, "loss": -1}[result.value]
            former = max(0, min(former + change, len(_FORMER_STEPS) - 1))
    return skill


def tells_of_skill(session: Session) -> bool:
    """Whether a finished game counts for the skill of its player.

    It does if one person played against the bot, from the empty board, and both moved twice.
    """
    whole = session.begun == 0 and session.is_long
    return session.duel is not None and whole and session.ending in COUNTED


def _nearer(step: Level, target: Level) -> Level:
    """The step, or its neighbour on the way to another one."""
    here, there = LADDER.index(step), LADDER.index(target)
    return LADDER[here + (there > here) - (there < here)]
