"""The adaptive level: how strong a person is at a kind of game, and the step that suits them.

A skill is a rating (`bot.match.rating`) on the scale of `engine.strength`, where each step of the
ladder is an opponent of known strength. The step for the next game is the one against which the
person can expect half of the points, but a game moves it by one step at most.
`python -m benchmarks.adaptive` shows how soon it finds players of many strengths.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final

from bot.match.players import FIRST_STEP
from bot.match.rating import Rating, Value, fixed, rate
from bot.match.session import Bot, Ending, Session
from engine import LADDER, Level, Rules, level_near, strength

_DRIFT: Final = 60.0
"""How much uncertainty each game adds. It is more than for a leaderboard, so that a person who
learns is soon found again. Chosen with `python -m benchmarks.adaptive`."""
COUNTED: Final = frozenset((Ending.LINE, Ending.FULL, Ending.RESIGNED))
"""The endings that tell of a person's skill. The engine agrees to draws too easily."""
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
        """The skill of a person of whom nothing is known."""
        return cls(Rating(mu=strength(rules, FIRST_STEP)), FIRST_STEP)

    def after(self, rules: Rules, step: Level, value: Value, *, helped: bool) -> Skill:
        """The skill after a game against a step of the ladder.

        With help the rating cannot rise: a win or a draw then says nothing of the person.
        """
        rating = rate(self.rating, fixed(rules, step), value, drift=_DRIFT)
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

    Before skills were kept, the adaptive level went one step of four up after each win and one
    down after each loss, and which step it was is not stored.
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
