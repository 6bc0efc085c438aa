"""How strong a player is, and the move that such a player makes."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from engine import tablebase
from engine.coaching import beginner, playouts
from engine.coaching.beginner import Perception
from engine.engine import analyse
from engine.game.enums import ReadableEnum
from engine.game.position import Position, line_through
from engine.game.rules import Rules
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.clock import Clock
from engine.thinking.limit import ONE_SECOND, Limit
from engine.thinking.reasons import stopped_line

if TYPE_CHECKING:
    from engine.alphabeta.search import SurveyedMove


class Level(ReadableEnum):
    """A strength, from a child's first opponent to the best the engine can do.

    ADAPTIVE follows a person's results: who knows them picks the level; where nobody
    does, it plays as MEDIUM.
    """

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    PERFECT = "perfect"
    ADAPTIVE = "adaptive"


@dataclass(frozen=True, slots=True)
class Choice:
    """The move that a player makes, and what was proved on the way to it.

    `worth` is what the position is worth, None where it was not searched but looked up, or
    seen with the eyes of a lower level. `proved` are the verdicts of moves that have a proof.
    """

    move: int
    worth: Verdict | None = None
    proved: dict[int, Verdict] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class _Handicap:
    """What a level does not see.

    It looks `limit` deep, is sure of an end at most `horizon` plies away, and
    sees a line of the opponent's that is to be completed next only up to an `effort`
    (see `_effort`). Of what it sees it likes best what scores best, but not strictly:
    a difference of `temperature` on the scale of `Verdict.score` makes a move e times
    likelier (softmax).
    """

    limit: Limit
    horizon: float
    effort: float
    temperature: float


_HANDICAPS: Final = {
    Level.EASY: _Handicap(Limit(depth=1), horizon=2, effort=1, temperature=0.03),
    Level.MEDIUM: _Handicap(Limit(depth=3, nodes=40_000), horizon=4, effort=3, temperature=0.01),
    Level.HARD: _Handicap(
        Limit(depth=5, nodes=40_000), horizon=math.inf, effort=math.inf, temperature=0.001
    ),
}

_PERCEPTIONS_TO_9_CELLS: Final = {
    Level.EASY: Perception(attention=0.1, sees_forks=False, temperature=30.0),
    Level.MEDIUM: Perception(attention=0.6, sees_forks=False, temperature=4.0),
    Level.HARD: Perception(attention=1.0, sees_forks=True, temperature=1.75),
}
"""The levels on up to nine cells, where the handicaps above would leave nothing to overlook and
each level draw with the next. Set so that the steps between levels are alike; docs/levels.md says
why they are not wider."""
_PERCEPTIONS_TO_16_CELLS: Final = {
    Level.EASY: Perception(attention=0.1, sees_forks=False, temperature=30.0),
    Level.MEDIUM: Perception(attention=0.45, sees_forks=False, temperature=8.0),
    Level.HARD: Perception(attention=1.0, sees_forks=True, temperature=20.0),
}
"""The levels on ten to sixteen cells, for the same reason and set in the same way as those on up
to nine cells."""


def needs_kernels(rules: Rules, level: Level = Level.PERFECT) -> bool:
    """Whether thinking about a board at a level takes compiled kernels."""
    known = tablebase.handles if level is Level.PERFECT else beginner.handles
    return not known(rules)


def is_known(rules: Rules, level: Level) -> bool:
    """Whether `choose` answers from the tablebase at this level, whatever the position.

    That takes less than half a millisecond, and a few microseconds the second time, once
    `remember` has been called: no reason to ask another process.
    """
    return level is Level.PERFECT and tablebase.handles(rules)


def choose(
    position: Position,
    level: Level,
    limit: Limit = ONE_SECOND,
    rng: random.Random | None = None,
) -> int:
    """The move that a player of this level makes.

    `limit` binds PERFECT alone, the other levels look equally far on every machine.
    `rng` picks among moves that PERFECT proved to win as soon or to draw (on small boards the
    draws that promise most against a fallible player), or that a lower level finds about as
    good. A win in one is always taken, and of two lines that a level sees the opponent complete
    next it stops one. Raises IllegalMoveError where the game is over.
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
    if beginner.handles(position.rules):
        likely = beginner.chances(position, _perceptions(position)[level])
        return Choice(rng.choices(list(likely), list(likely.values()))[0])
    return Choice(_choose_with_handicap(position, _HANDICAPS[level], rng))


def chances(position: Position, level: Level) -> dict[int, float]:
    """How likely each move is, on a board of at most nine cells without gravity or misere."""
    assert tablebase.handles(position.rules)
    if level is not Level.PERFECT:
        return beginner.chances(position, _perceptions(position)[level])
    best = tablebase.promising_moves(position)
    return dict.fromkeys(best, 1 / len(best))


def _perceptions(position: Position) -> dict[Level, Perception]:
    small = tablebase.handles(position.rules)
    return _PERCEPTIONS_TO_9_CELLS if small else _PERCEPTIONS_TO_16_CELLS


def _perfect(
    position: Position, limit: Limit, rng: random.Random, known: Mapping[int, Verdict]
) -> Choice:
    """The best move within a limit; of equally good ones the one that promises most."""
    if tablebase.handles(position.rules) and position.outcome is None:
        return Choice(rng.choice(tablebase.promising_moves(position)))
    clock = Clock(limit)
    analysis = analyse(position, limit, every=False, known=known)
    move = _one_of_the_best(position, analysis, rng, clock)
    return Choice(move, analysis.verdict, analysis.proved)


def _one_of_the_best(
    position: Position, analysis: Analysis, rng: random.Random, clock: Clock
) -> int:
    """One of the moves that are proved as good as the best."""
    top = analysis.verdicts[analysis.best]
    if top.plies is None or top.value == "loss":
        return analysis.best
    best = [move for move, verdict in analysis.verdicts.items() if verdict == top]
    if top.value == "draw" and beginner.handles(position.rules) and len(best) > 1:
        promise = playouts.expected_points(position, best, rng, clock)
        return max(best, key=lambda move: promise[move])
    return rng.choice(best)


def _choose_with_handicap(position: Position, handicap: _Handicap, rng: random.Random) -> int:
    """The move of a player who does not see all; softmax over the scores that it does see."""
    # not analyse: what is proved or in the tablebase would be too much for a person
    from engine.alphabeta.search import survey

    surveyed = survey(position, handicap.limit)
    wins = [move for move, seen in surveyed.items() if seen.verdict == Verdict.win(1)]
    if wins:
        return rng.choice(wins)
    scores = {move: _score_seen(position, move, seen, handicap) for move, seen in surveyed.items()}
    # a loss that comes at once is stopped even where another is bound to come
    scores = (
        {move: value for move, value in scores.items() if value > Verdict.loss(2).score}
        or {move: value for move, value in scores.items() if stopped_line(position, move)}
        or scores
    )
    best = max(scores.values())
    likelihoods = [math.exp((score - best) / handicap.temperature) for score in scores.values()]
    return rng.choices(list(scores), likelihoods)[0]


def _score_seen(position: Position, move: int, seen: SurveyedMove, handicap: _Handicap) -> float:
    """The score of a move in the eyes of a level."""
    plies = seen.verdict.plies
    proved = seen.verdict.value is not None
    if proved and (plies is None or plies > handicap.horizon):
        return seen.static.score
    if plies == 2 and seen.verdict.value == "loss" and not position.rules.misere:
        after = position.play(move)
        if all(_effort(after, line) > handicap.effort for line in _threatened(after)):
            return seen.static.score
    return seen.verdict.score


def _threatened(position: Position) -> list[tuple[int, ...]]:
    """The lines that the side to move can complete at once."""
    tiles = (position.landing(move) for move in position.legal)
    lines = (line_through(position.rules, position.stones[0], tile) for tile in tiles)
    return [line for line in lines if line]


def _effort(position: Position, line: tuple[int, ...]) -> int:
    """How hard a line of the side to move is to notice for the other.

    Its distance in king's steps from the last stone that the side to move has put,
    and more where it slants.
    """
    columns = position.rules.columns
    row, column = divmod(position.tiles[-2] - 1, columns)
    steps = min(
        max(abs((tile - 1) // columns - row), abs((tile - 1) % columns - column)) for tile in line
    )
    slants = line[1] - line[0] not in {1, columns}
    return steps + beginner.DIAGONAL_EFFORT * slants
