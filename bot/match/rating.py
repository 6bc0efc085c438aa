"""Ratings: how strong a person is at a game, how uncertain that is, and the adaptive level.

The model is that of R. C. Weng and C.-J. Lin, "A Bayesian Approximation Method for Online
Ranking" (JMLR 12, 2011), its algorithm 1, as the library openskill computes it. The scale is that
of chess: a lead of 400 points makes a win ten times as likely as a loss.

The skill that the adaptive level uses is a place on the ladder, kept as a rating on the scale of
`engine.strength`. A win moves it up and a loss down by as much, at first by several steps.
`python -m benchmarks.adaptive` shows how soon it finds players of many strengths.
"""

from __future__ import annotations

import math
from bisect import bisect
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal

from openskill.models import BradleyTerryFull

from bot.match.players import FIRST_STEP
from bot.match.session import ERASED_USER, PLAYED_OUT, Bot, Ending, Person, Session
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

    A casual one does not. Any other counts if nobody had help against the engine, if it began with
    the empty board, both moved twice, and are two people, or one person and a fixed level. A draw
    that the engine agreed to does not count, because the engine agrees to draws too easily.
    """
    if session.casual or session.assisted:
        return False
    return session.counts and session.is_long and _are_comparable(session)


def is_rated_for(session: Session, side: Side) -> bool:
    """Whether a finished game counts for the rating of one of its people.

    Somebody who had help against another person can only lose by it.
    """
    lost = session.winner is side.other
    return is_rated(session) and (lost or not session.seats[side].assisted)


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


COUNTED: Final = PLAYED_OUT | {Ending.RESIGNED}
"""The endings that show a person's skill. The engine agrees to draws too easily."""
_FORMER_STEPS: Final = (Level.EASY, Level.MEDIUM, Level.HARD, Level.PERFECT)
"""The steps of the adaptive level before there was a rating."""


_FIRST_OPPONENT: Final = 640.0
"""The strength of a new person's first opponent: about that of a child who completes lines."""
_SEES_LINES: Final = 1000.0
"""The strength of a player who completes lines and stops them, on every board."""
_KNOWN: Final = 5
"""After so many games a person is taken to be as strong as these games show."""
_STRIDES: Final = (3.0, 3.0, 2.0, 2.0, 1.5, *[1.0] * 10)
"""How many steps of the ladder the first games lead up or down. Chosen with
`python -m benchmarks.adaptive`: fewer find a strong player late, more throw a weak one about."""
_STRIDE: Final = 0.5
"""The same for all later ones, so that a single game against an equal seldom changes the step."""
_BEYOND: Final = 1.5
"""How many steps beyond the ends of the ladder a person may stand. Otherwise somebody as good as
the last step would meet weaker ones too often; and whoever gets worse has to be found again."""


@dataclass(frozen=True, slots=True)
class Skill:
    """What the adaptive level knows of a person at one kind of game.

    A win leads up the ladder, and a loss down as far. So half of the points follow on every board,
    also where the strengths of the steps were measured on another one.
    """

    rating: Rating
    step: Level
    """The step for the next game."""

    @classmethod
    def new(cls, rules: Rules) -> Skill:
        """The skill of a person about whom nothing is known."""
        step = level_near(rules, _FIRST_OPPONENT)
        return cls(Rating(mu=strength(rules, step)), step)

    def assumed(self, rules: Rules) -> float:
        """How strong the person is taken to be in what is said of moves, in Elo.

        The first opponents are weak on purpose. Until some games are played a person passes for
        somebody who sees a line that wants one more stone, and no more plies than a newcomer.
        """
        common = min(_SEES_LINES, strength(rules, Level.MEDIUM))
        unknown = max(0.0, 1 - self.rating.games / _KNOWN)
        return self.rating.mu + unknown * max(0.0, common - self.rating.mu)

    def after(self, rules: Rules, step: Level, value: Value, *, helped: bool) -> Skill:
        """The skill after a game against a step of the ladder.

        The step that suits the person counts as an equal, another by its strength. A draw with an
        equal says that all is well, and uses up none of the first, longer strides. With help the
        rating cannot rise: a win or a draw then says nothing about the person.
        """
        now = self.rating
        sigma = rate(now, fixed(rules, step), value).sigma
        lead = 0.0 if step is self.step else now.mu - strength(rules, step)
        surplus = _SCORES[value][0] + (value == "draw") / 2 - 1 / (1 + 10 ** (-lead / 400))
        if surplus == 0 or (helped and surplus > 0):
            return self
        stride = _STRIDES[now.games] if now.games < len(_STRIDES) else _STRIDE
        place = _place(rules, now.mu) + 2 * stride * surplus
        place = max(-_BEYOND, min(len(LADDER) - 1 + _BEYOND, place))
        nearest = max(0, min(len(LADDER) - 1, round(place)))
        return Skill(Rating(_strength_at(rules, place), sigma, now.games + 1), LADDER[nearest])

    def at(self, rules: Rules, step: Level) -> Skill:
        """The skill of a person who has asked for a step: they know best how strong they are."""
        return Skill(replace(self.rating, mu=float(strength(rules, step))), step)


def _place(rules: Rules, mu: float) -> float:
    """Where a strength lies on the ladder, in steps above the lowest."""
    strengths = [strength(rules, level) for level in LADDER]
    below = max(0, min(bisect(strengths, mu) - 1, len(LADDER) - 2))
    if not strengths[0] <= mu <= strengths[-1]:
        end = 0 if mu < strengths[0] else len(LADDER) - 1
        return end + (mu - strengths[end]) / _gap(strengths)
    return below + (mu - strengths[below]) / (strengths[below + 1] - strengths[below])


def _strength_at(rules: Rules, place: float) -> float:
    """The strength of whoever stands there: `_place` the other way round."""
    strengths = [strength(rules, level) for level in LADDER]
    if not 0 <= place <= len(LADDER) - 1:
        end = 0 if place < 0 else len(LADDER) - 1
        return strengths[end] + (place - end) * _gap(strengths)
    below = min(int(place), len(LADDER) - 2)
    return strengths[below] + (place - below) * (strengths[below + 1] - strengths[below])


def _gap(strengths: Sequence[int]) -> float:
    """How far steps lie apart on average: so do those that one would stand on beyond the ends."""
    return (strengths[-1] - strengths[0]) / (len(strengths) - 1)


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
