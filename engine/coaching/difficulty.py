"""How hard a move is to find, how far ahead people of a strength see, and what a mistake costs.

A move, a mistake and a puzzle have a strength in Elo: that of a player who finds the right move
half of the time. So what is known of a person (`bot.match.rating`) is on the scale of what is known
of a puzzle, which moves with the people who try it, and the share of players who find a move
follows from both. Where it is known how likely each step of the ladder finds a move, the share is
that of the steps next to a person (`Finders`).

What a mistake costs them is found by playing on from it, often, as people of that strength play.
"""

from __future__ import annotations

import random
from bisect import bisect
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import sqrt
from statistics import fmean, pvariance
from typing import Final

from engine.coaching import person
from engine.coaching.choice import chances, choose, decide
from engine.coaching.levels import LADDER, Kind, Level, kind_of, strength
from engine.coaching.review import Judgement, better_move, right_moves
from engine.game.errors import IllegalMoveError, MoveProblem
from engine.game.notation import encode_game
from engine.game.position import Position, Side
from engine.game.rules import Rules

EASIEST: Final = 500
"""Nothing counts as easier, in Elo."""
HARDEST: Final = 3200
"""Nothing counts as harder."""

SOLVERS: Final = LADDER[-2::-2][::-1]
"""The steps that try: every other one, up to the last below PERFECT."""
GUESS_WEIGHT: Final = 0.25
"""The weight of a guess, in tries: it decides if no step, or every one, finds what is right."""
GUESS: Final = 1000
"""The guess for a single move."""
_SCALE: Final = 400
"""So many points more make it ten times as likely to find a move as not."""

_SEES_EVERY_LINE: Final = person.Player(person.Style(completes=1, alert=1), 1.0, 4.0)

_NEAREST: Final = 6
"""The plies that players up to MEDIUM see, and people of whom nothing is known: three moves."""
_FURTHEST: Final = 16
"""The plies that the strongest see."""


@dataclass(frozen=True, slots=True)
class Finders:
    """Who finds a move: pairs of a strength in Elo, ascending, and how likely it finds it."""

    steps: tuple[tuple[float, float], ...]

    @property
    def difficulty(self) -> int:
        """The strength of a player who finds it half of the time, in Elo, as that of a puzzle."""
        tries = [(elo, 1.0, chance) for elo, chance in self.steps]
        return fitted([*tries, (GUESS, GUESS_WEIGHT, 0.5)])

    def share(self, elo: float) -> float:
        """The share of players of a strength who see it, from 0 to 1: by the steps next to them.

        Whoever is stronger sees no less, though they may play something else as good.
        """
        likely = accumulate((found for _, found in self.steps), max)
        steps = [(step, most) for (step, _), most in zip(self.steps, likely, strict=True)]
        for (below, least), (above, most) in pairwise(steps):
            if below <= elo < above:
                return least + (most - least) * (elo - below) / (above - below)
        return steps[0][1] if elo < steps[0][0] else steps[-1][1]


EVERYBODY: Final = Finders(((float(EASIEST), 1.0),))
"""Who finds what nobody overlooks."""


def finders(position: Position, moves: Collection[int]) -> Finders:
    """Who makes one of `moves`: steps of the ladder, up to VEGA.

    How likely each of them makes each move is known (`engine.coaching.choice.chances`). That takes
    1 ms on boards of up to 16 cells, 5 ms on Connect Four and 30 ms on 15x15, where it needs
    compiled kernels. Raises IllegalMoveError where the game is over.
    """
    if position.outcome is not None:
        raise IllegalMoveError("the game is over", MoveProblem.OVER)
    steps = []
    for level in SOLVERS:
        likely = likely_moves(position, level)
        found = sum(likely.get(move, 0.0) for move in moves)
        steps.append((strength(position.rules, level), min(1.0, found)))
    return Finders(tuple(sorted(steps)))


def difficulty(position: Position, moves: Collection[int]) -> int:
    """The strength of a player who makes one of `moves` half of the time, in Elo (`finders`)."""
    return finders(position, moves).difficulty


def share_finding(difficulty: float, elo: float) -> float:
    """The share of players of this strength who find what is so difficult, from 0 to 1.

    Both are in Elo, on the scale of `engine.strength` for the kind of board: `difficulty` comes
    from the function of that name or is the strength of a puzzle. Checked with the steps of the
    ladder that are not asked for a difficulty: in positions of games their average share is met to
    within 0.08 from DOT to HARD. Stronger ones are expected to find up to 0.2 too much, and the
    weakest up to 0.15 too little, who find a move by chance.

    Examples:
        >>> share_finding(1200, 1200), round(share_finding(1200, 1600), 2)
        (0.5, 0.91)
    """
    return 1 / (1 + 10 ** ((difficulty - elo) / _SCALE))


def horizon(rules: Rules, elo: float) -> int:
    """How many plies ahead a player of this strength sees on this board: 6 to 16.

    6 up to MEDIUM, so for a newcomer too, from there on growing with the strength up to PERFECT.
    The puzzles agree: on large boards without gravity half of the players of 1541, 1873, 2159 and
    2290 points find the median win in 5, 7, 9 and 11 plies, and this gives 6, 7, 9 and 10 for them.
    What a player is told of the future should end within it.

    Examples:
        >>> [horizon(Rules.parse("gomoku"), elo) for elo in (500, 1700, 2290, 3100)]
        [6, 6, 10, 16]
    """
    low, high = (strength(rules, level) for level in (Level.MEDIUM, Level.PERFECT))
    share = max(0.0, min(1.0, (elo - low) / (high - low)))
    return round(_NEAREST + (_FURTHEST - _NEAREST) * share)


def likely_moves(position: Position, level: Level) -> Mapping[int, float]:
    """How likely a step makes each move. VEGA, who has one move nearly always, makes it once."""
    if level is Level.VEGA:
        return {decide(position, level, rng=random.Random(0)).move: 1.0}
    return chances(position, level)


def fitted(tries: Sequence[tuple[float, float, float]]) -> int:
    """The strength by bisection, from the Elo of each solver, its weight and its chance.

    It is the one with which `share_finding` expects as many solutions of all these tries together
    as there are: the maximum of the likelihood. Rounded down to a whole number between EASIEST and
    HARDEST.
    """
    solved = sum(weight * chance for _, weight, chance in tries)
    low, high = float(EASIEST), float(HARDEST)
    while high - low > 1:
        middle = (low + high) / 2
        expected = sum(weight * share_finding(middle, elo) for elo, weight, _ in tries)
        low, high = (middle, high) if expected > solved else (low, middle)
    return int(low)


def likely_at(position: Position, elo: float) -> dict[int, float]:
    """How likely players of this strength make each move; the chances add up to 1.

    They are those of the two steps of the ladder about them, the nearer one counting more, so that
    what is expected of people is what levels do. Beyond its ends they are those of the last step.
    Raises IllegalMoveError where the game is over.
    """
    if position.outcome is not None:
        raise IllegalMoveError("the game is over", MoveProblem.OVER)
    steps = LADDER[:-1]
    strengths = [strength(position.rules, level) for level in steps]
    above = min(bisect(strengths, elo), len(steps) - 1)
    below = max(above - 1, 0)
    apart = strengths[above] - strengths[below]
    share = min(1.0, max(0.0, (elo - strengths[below]) / apart)) if apart else 0.0
    found: dict[int, float] = {}
    for level, weight in ((steps[below], 1 - share), (steps[above], share)):
        if weight:
            for move, chance in likely_moves(position, level).items():
                found[move] = found.get(move, 0.0) + weight * chance
    return found


def one_ply(position: Position) -> dict[int, float]:
    """How likely somebody makes each move who sees every line, and looks no move ahead."""
    return person.chances(position, _SEES_EVERY_LINE)


GAMES: Final = 100
"""How often a move is tried: the error of an even result is then 5 in 100."""
CHOICES: Final = 1_500
"""The most moves chosen to weigh one mistake: a second of gomoku, where some 30 games come of it.
On Connect Four it stops none but IRIS, whose games take as long."""
_STRONGEST: Final[Mapping[Kind, Level]] = {Kind.FALLING: Level.IRIS, Kind.LARGE: Level.FINN}
"""Whose games cost little; elsewhere all but PERFECT."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What the side that moved can expect between its like, 0 for a loss and 1 for a win.

    That is `hoped` after the move `better`, and `left` after its own. `error` is the standard error
    of the difference. `finders` are who finds a better move.
    """

    better: int
    hoped: float
    left: float
    error: float
    finders: Finders

    @property
    def lost(self) -> float:
        """What the move cost, from 0 to 1."""
        return max(0.0, self.hoped - self.left)

    @property
    def tells(self) -> bool:
        """Whether the move has cost something, as far as can be measured."""
        return self.lost > self.error


def cost(before: Position, judged: Judgement, elo: float, games: int = GAMES) -> Cost:
    """What the move of a judgement cost in the result to be expected between two of a strength.

    Both this move and the better one are tried in at most so many games, with at most CHOICES moves
    in all. The same arguments always give the same answer.
    """
    right, better = right_moves(before, judged), better_move(before, judged)
    level, side = lookalike(before.rules, elo), before.side
    rng = random.Random(encode_game(before))
    starts = before.play(better), before.play(judged.move)
    results: tuple[list[float], list[float]] = ([], [])
    left = CHOICES
    for _ in range(games):
        for start, points in zip(starts, results, strict=True):
            end = _played_out(start, level, rng)
            points.append(_points(end, side))
            left -= end.ply - start.ply
        if left <= 0:
            break
    hoped, got = map(fmean, results)
    error = sqrt(sum(map(_variance, starts, results)))
    return Cost(better, hoped, got, error, finders(before, right))


def lookalike(rules: Rules, elo: float) -> Level:
    """The step that plays most like people of a strength, of those whose games cost little."""
    strongest = _STRONGEST.get(kind_of(rules), Level.VEGA)
    steps = LADDER[: LADDER.index(strongest) + 1]
    return min(steps, key=lambda step: abs(strength(rules, step) - elo))


def _played_out(position: Position, level: Level, rng: random.Random) -> Position:
    while position.outcome is None:
        position = position.play(choose(position, level, rng=rng))
    return position


def _points(end: Position, side: Side) -> float:
    assert end.outcome is not None, "it was played out"
    winner = end.outcome.winner
    return 0.5 if winner is None else float(winner is side)


def _variance(start: Position, points: Sequence[float]) -> float:
    """That of a mean of points; one more win and one more loss make up for a small sample."""
    return 0.0 if start.outcome is not None else pvariance([*points, 0.0, 1.0]) / len(points)
