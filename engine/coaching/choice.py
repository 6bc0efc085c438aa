"""The move that a player of a level makes."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from engine.coaching import openings, person, small_boards
from engine.coaching.levels import Foresight, Level, foresight, player
from engine.engine import analyse
from engine.game.position import Position
from engine.game.rules import Rules
from engine.solvers import endless, tablebase
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.clock import ONE_SECOND, Clock, Limit
from engine.thinking.reasons import only_move, stopped_line


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player makes, and what was proved on the way to it.

    `worth` is what the position is worth, None where it was not searched but looked up, where the
    move is forced, or where it was seen with the eyes of a lower level. `proved` are the verdicts
    of moves that have a proof.
    """

    move: int
    worth: Verdict | None = None
    proved: dict[int, Verdict] = field(default_factory=dict, hash=False)


_AT_FIRST: Final = 0.013
"""The least temperature in the opening, so that no two games begin alike."""


def needs_kernels(rules: Rules, level: Level = Level.PERFECT) -> bool:
    """Whether thinking about a board at a level needs compiled kernels."""
    if level is Level.PERFECT:
        return not (tablebase.handles(rules) or endless.handles(rules))
    return foresight(rules, level) is not None


def is_known(rules: Rules, level: Level) -> bool:
    """Whether `choose` answers from the tablebase at this level, whatever the position.

    That takes less than half a millisecond, or a few microseconds once `remember` has been called:
    no reason to ask another process.
    """
    return level is Level.PERFECT and tablebase.handles(rules)


def choose(
    position: Position,
    level: Level,
    limit: Limit = ONE_SECOND,
    rng: random.Random | None = None,
) -> int:
    """The move that a player of this level makes.

    `limit` binds PERFECT alone; the other levels look equally far on every machine.
    `rng` picks among moves that PERFECT proved to win as soon or to draw (on small boards the
    draws that promise most against a fallible player), in the opening also among others about as
    good (engine/coaching/openings.py), or that a lower level likes about as well. From MEDIUM on a
    win in one is always taken; the steps below may overlook lines, their own included. Raises
    IllegalMoveError where the game is over.
    """
    return decide(position, level, limit, rng).move


def decide(
    position: Position,
    level: Level,
    limit: Limit = ONE_SECOND,
    rng: random.Random | None = None,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Choice:
    """The move that `choose` gives, with what was proved on the way.

    PERFECT begins with the verdicts that are `known`, proved already; lower levels don't see
    them. Raises IllegalMoveError where the game is over.
    """
    rng = rng or random.Random()
    if level is Level.PERFECT or len(position.legal) < 2:
        return _perfect(position, limit, rng, known)
    level = Level.MEDIUM if level is Level.ADAPTIVE else level
    ahead = foresight(position.rules, level)
    if isinstance(ahead, Limit):
        return Choice(_perfect(position, ahead, rng, NOTHING_KNOWN).move)
    moves, weights = _likely(position, level)
    return Choice(rng.choices(moves, weights)[0])


@lru_cache(maxsize=512)
def _likely(position: Position, level: Level) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """What `chances` gives. Games that are played out from one position begin alike."""
    likely = chances(position, level)
    return tuple(likely), tuple(likely.values())


def chances(position: Position, level: Level) -> dict[int, float]:
    """How likely a step of the ladder makes each move; the chances add up to 1.

    Of PERFECT this is known only in vanishing and on boards of at most nine cells, and not
    of VEGA on larger ones: there their moves come out of a whole search.
    """
    if level is Level.PERFECT:
        if endless.handles(position.rules):
            best = endless.best_moves(position)
            return dict.fromkeys(best, 1 / len(best))
        assert tablebase.handles(position.rules)
        return tablebase.likelihoods(position)
    ahead = foresight(position.rules, level)
    if ahead is None:
        return person.chances(position, player(position.rules, level))
    assert isinstance(ahead, Foresight)
    return _chances_with_foresight(position, ahead)


def _perfect(
    position: Position, limit: Limit, rng: random.Random, known: Mapping[int, Verdict]
) -> Choice:
    """The best move within a limit; of equally good ones the one that promises most.

    In the opening it may be another that is about as good. One that is forced takes no time.
    """
    if tablebase.handles(position.rules) and position.outcome is None:
        return Choice(tablebase.known_move(position, rng))
    if endless.handles(position.rules) and position.outcome is None:
        return Choice(rng.choice(endless.best_moves(position)))
    if (forced := only_move(position)) is not None:
        return Choice(forced)
    if openings.varies(position, limit):
        return _open(position, limit, rng, known)
    clock = Clock(limit)
    analysis = analyse(position, limit, every=False, known=known)
    move = _one_of_the_best(position, analysis, rng, clock)
    return Choice(move, analysis.verdict, analysis.proved)


def _open(
    position: Position, limit: Limit, rng: random.Random, known: Mapping[int, Verdict]
) -> Choice:
    """A move of the opening book, or else one that a search finds about as good as the best."""
    if (listed := openings.from_book(position, rng, known)) is not None:
        return Choice(listed)
    move, analysis = openings.look(position, limit, rng, known)
    return Choice(move, analysis.verdict, analysis.proved)


def _one_of_the_best(
    position: Position, analysis: Analysis, rng: random.Random, clock: Clock
) -> int:
    """One of the moves that are proved as good as the best."""
    top = analysis.verdicts[analysis.best]
    if top.plies is None or top.value == "loss":
        return analysis.best
    best = [move for move, verdict in analysis.verdicts.items() if verdict == top]
    if top.value == "draw" and small_boards.handles(position.rules) and len(best) > 1:
        return small_boards.most_promising(position, best, rng, clock)
    return rng.choice(best)


def _chances_with_foresight(position: Position, ahead: Foresight) -> dict[int, float]:
    """The moves of a player who looks a few moves ahead; softmax over the scores."""
    # not analyse: what is proved or in the tablebase would be too much for a person
    from engine.alphabeta.search import survey

    surveyed = survey(position, ahead.limit)
    wins = [move for move, seen in surveyed.items() if seen == Verdict.win(1)]
    if wins:
        return dict.fromkeys(wins, 1 / len(wins))
    scores = {move: seen.score for move, seen in surveyed.items()}
    # a loss with the next move is stopped even where another is bound to come
    scores = (
        {move: value for move, value in scores.items() if value > Verdict.loss(2).score}
        or {move: value for move, value in scores.items() if stopped_line(position, move)}
        or scores
    )
    best, temperature = max(scores.values()), ahead.temperature
    if position.ply < openings.PLIES:
        temperature = max(temperature, _AT_FIRST)
    weights = {move: math.exp((score - best) / temperature) for move, score in scores.items()}
    total = sum(weights.values())
    return person.kept_near(position, {move: weight / total for move, weight in weights.items()})
