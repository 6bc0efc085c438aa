"""Boards of at most nine cells: every position solved once, then answered from memory."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Final

from engine.game.position import Position
from engine.game.rules import Rules
from engine.thinking import score
from engine.thinking.analysis import NOTHING_KNOWN, Analysis, Verdict
from engine.thinking.clock import Clock
from engine.thinking.limit import Limit
from engine.thinking.reasons import explain, stopped_line

MAX_CELLS: Final = 9


def handles(rules: Rules) -> bool:
    """Whether all positions of this board are few enough to remember."""
    return rules.cells <= MAX_CELLS


def search(
    position: Position,
    limit: Limit,
    every: bool,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Analysis:
    """The whole truth on a position, at once: nothing else makes a difference."""
    clock = Clock(limit)
    remembered = _analysis(position)
    return replace(remembered, verdicts=dict(remembered.verdicts), seconds=clock.elapsed)


# the caches below grow to the few thousand positions of nine cells, and no further


@cache
def _analysis(position: Position) -> Analysis:
    moves = _ranked(position)
    worths = _worths(position)
    empty = position.rules.cells - position.ply
    verdicts = {move: Verdict.proved(worths[move], empty) for move in moves}
    line = _line(position)
    return Analysis(
        best=moves[0],
        verdicts=verdicts,
        line=line,
        reason=explain(position, verdicts, line),
        exact=True,
        depth=empty,
        nodes=len(moves),
        seconds=0.0,
        settled=True,
    )


@cache
def _line(position: Position) -> tuple[int, ...]:
    if position.outcome is not None:
        return ()
    best = _ranked(position)[0]
    return (best, *_line(position.play(best)))


@cache
def _ranked(position: Position) -> tuple[int, ...]:
    """The moves, best first; of equals one that stops a line, which matters where another
    cannot be stopped, then the one after which the most replies go wrong."""
    worths = _worths(position)

    def rank(move: int) -> tuple[int, bool, int, int]:
        stops = bool(stopped_line(position, move))
        return -worths[move], not stops, -pitfalls(position.play(move)), move

    return tuple(sorted(worths, key=rank))


@cache
def pitfalls(position: Position) -> int:
    """How many moves throw away a part of what the position is worth."""
    worths = _worths(position).values()
    return sum(worth < max(worths) for worth in worths)


@cache
def hope(position: Position) -> float:
    """What to expect after a move here: of an opponent who sees one move ahead, with perfect play.

    The share of points, draws counting half. He completes a line, else makes any move after which
    he does not lose at once.
    """
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner is not position.side)
    worths = _worths(position)
    likely = (
        [move for move, worth in worths.items() if worth == score.win_in(1)]
        or [move for move, worth in worths.items() if worth > score.loss_in(2)]
        or list(worths)
    )
    return sum(_best_hope(position.play(move)) for move in likely) / len(likely)


def _best_hope(position: Position) -> float:
    """The same where it is the perfect player's move."""
    if position.outcome is not None:
        return 1 - hope(position)
    return max(hope(position.play(move)) for move in hopeful(position))


@cache
def hopeful(position: Position) -> tuple[int, ...]:
    """Of the best moves those that promise most; where all lose the one that looks least lost."""
    worths = _worths(position)
    if score.is_loss(max(worths.values())):
        return _ranked(position)[:1]
    best = [move for move, worth in worths.items() if worth == max(worths.values())]
    hopes = {move: round(hope(position.play(move)), 9) for move in best}
    return tuple(move for move in best if hopes[move] == max(hopes.values()))


@cache
def _worths(position: Position) -> dict[int, int]:
    """The exact score of each move, for the side that makes it: plain negamax."""
    return {move: _worth(position, position.play(move)) for move in position.legal}


def _worth(position: Position, after: Position) -> int:
    if after.outcome is None:
        return score.one_ply_earlier(max(_worths(after).values()))
    if after.outcome.winner is None:
        return score.DRAW
    return score.win_in(1) if after.outcome.winner is position.side else score.loss_in(1)


def remember() -> None:
    """Solve every position of every such game, which all are 3x3."""
    for goal, gravity, misere in product((3, 2), (False, True), (False, True)):
        start = Position.start(Rules(3, 3, goal, gravity, misere))
        _worths(start)
        hope(start)
        hopeful(start)
