"""Boards of at most nine cells: every position is solved once, then looked up."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

from engine.game.position import Position
from engine.game.rules import Rules, Variant
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.clock import Clock, Limit
from engine.thinking.reasons import reason_for_best, stopped_line

MAX_CELLS: Final = 9
"""The cells of the largest board whose positions are few enough to keep."""


_PROMISE: Final = 0.02
"""So many points of a game less promise make a move e times rarer."""
_LESS_PROMISE: Final = 0.05
"""A move is not made if it promises so many points less than the best."""


def handles(rules: Rules) -> bool:
    """Whether all positions of this board are few enough to keep."""
    return rules.cells <= MAX_CELLS and rules.variant in {Variant.FREESTYLE, Variant.TORUS}


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """The whole truth about an unfinished position, at once: limit and `every` change nothing."""
    clock = Clock(limit)
    kept = _analysis(position)
    return replace(kept, verdicts=dict(kept.verdicts), seconds=clock.elapsed)


# the caches below grow to the few thousand positions of nine cells, and no further


@cache
def _analysis(position: Position) -> Analysis:
    moves = _ranked(position)
    scores = move_scores(position)
    empty = position.most_plies
    assert empty is not None, "the board fills up"
    verdicts = {move: Verdict.proved(scores[move], empty) for move in moves}
    line = _line(position)
    return Analysis(
        best=moves[0],
        verdicts=verdicts,
        line=line,
        reason=reason_for_best(position, verdicts, line),
        exact=True,
        depth=empty,
        nodes=len(moves),
        seconds=0.0,
        settled=True,
    )


@cache
def _line(position: Position) -> tuple[int, ...]:
    """The principal variation, up to the end of the game."""
    if position.outcome is not None:
        return ()
    best = _ranked(position)[0]
    return (best, *_line(position.play(best)))


@cache
def _ranked(position: Position) -> tuple[int, ...]:
    """The moves, best first.

    Of equal moves one that stops a line comes first, which matters where another line cannot be
    stopped; then the one after which the most replies are mistakes.
    """
    scores = move_scores(position)

    def rank(move: int) -> tuple[int, bool, int, int]:
        stops = bool(stopped_line(position, move))
        return -scores[move], not stops, -_mistakes(position.play(move)), move

    return tuple(sorted(scores, key=rank))


@cache
def _mistakes(position: Position) -> int:
    """How many moves are worse than the best one."""
    scores = move_scores(position).values()
    return sum(one < max(scores) for one in scores)


@cache
def _expected_points(position: Position) -> float:
    """The share of points that the player who has just moved can expect, draws counting half.

    The opponent, who is to move, sees one move ahead: completes a line, else makes any move after
    which there is no immediate loss. The player goes on with the moves that promise most.
    """
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner is not position.side)
    scores = move_scores(position)
    likely = (
        [move for move, one in scores.items() if one == score.win_in(1)]
        or [move for move, one in scores.items() if one > score.loss_in(2)]
        or list(scores)
    )
    return sum(_points_to_move(position.play(move)) for move in likely) / len(likely)


def _points_to_move(position: Position) -> float:
    """The share of points that the player who is to move can expect, with the best choice."""
    if position.outcome is not None:
        return 1 - _expected_points(position)
    return max(_expected_points(position.play(move)) for move in promising_moves(position))


@cache
def promising_moves(position: Position) -> tuple[int, ...]:
    """Those of the best moves that promise most points against an opponent who makes mistakes.

    Where all moves lose, the one that looks least lost.
    """
    points = promises(position)
    return tuple(move for move in points if points[move] == max(points.values()))


@cache
def promises(position: Position) -> dict[int, float]:
    """The share of points that each of the best moves promises against an opponent who makes
    mistakes. Where all moves lose, that of the one that looks least lost.
    """
    scores = move_scores(position)
    top = max(scores.values())
    best = [move for move, one in scores.items() if one == top]
    best = list(_ranked(position)[:1]) if score.is_loss(top) else best
    return {move: round(_expected_points(position.play(move)), 9) for move in best}


def likelihoods(position: Position) -> dict[int, float]:
    """How likely each move is; the sum is 1.

    Wins promise the whole point. Of draws those are played that promise the most, or nearly that.
    """
    points = promises(position)
    most = max(points.values())
    least = most - _LESS_PROMISE if most < 1 else most
    weights = {
        move: math.exp((one - most) / _PROMISE) for move, one in points.items() if one >= least
    }
    whole = sum(weights.values())
    return {move: weight / whole for move, weight in weights.items()}


def known_move(position: Position, rng: random.Random) -> int:
    """A move."""
    likely = likelihoods(position)
    return rng.choices(list(likely), list(likely.values()))[0]


@cache
def move_scores(position: Position) -> dict[int, int]:
    """The exact score of each move, for the side that makes it: plain negamax."""
    return {move: _score_after(position, position.play(move)) for move in position.legal}


def _score_after(position: Position, after: Position) -> int:
    """The exact score of the move from one position to another."""
    if after.outcome is None:
        return score.one_ply_earlier(max(move_scores(after).values()))
    if after.outcome.winner is None:
        return score.DRAW
    return score.win_in(1) if after.outcome.winner is position.side else score.loss_in(1)


def remember() -> None:
    """Solve every position of every game of nine cells; all their boards are 3x3."""
    for goal, gravity, misere in product((3, 2), (False, True), (False, True)):
        start = Position.start(Rules(3, 3, goal, gravity, misere))
        move_scores(start)
        _expected_points(start)
        promising_moves(start)
