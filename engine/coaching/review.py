"""Judging the moves of a finished game, or of one that still goes on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.engine import analyse
from engine.game.enums import ReadableEnum
from engine.game.position import Position
from engine.game.rules import Rules
from engine.thinking.analysis import NOTHING_KNOWN, Value, Verdict
from engine.thinking.limit import ONE_SECOND, Limit

INACCURACY: Final = 0.05
"""The fall of `Verdict.score` that counts as inaccurate while nothing is proved.

A quarter of what one window with a single stone missing is worth (TOP_WEIGHT in
engine/alphabeta/arrays.py); over shapes a factor of 1.3 in the odds
(engine/alphabeta/weights.py). Of 156 moves that a search twelve times as long thought best
5 were called inaccurate, each of two searches having 10,000 nodes.
"""
ERROR: Final = 0.15
"""The fall of `Verdict.score` that counts as an error while nothing is proved.

Three quarters of what one window with a single stone missing is worth; over shapes a factor of
2.1 in the odds.
"""


class Mistake(ReadableEnum):
    """What a move did wrong, the least first."""

    NONE = "none"
    SLOWER = "slower"
    """The same value, but a later win or a sooner loss, both distances being known."""
    INACCURACY = "inaccuracy"
    """Estimated: something given away."""
    ERROR = "error"
    """Estimated: much given away, or a proved loss where another move was not proved to lose."""
    MISSED_WIN = "missed win"
    """A win became a draw, or unclear."""
    LOSING = "losing"
    """A draw became a loss."""
    BLUNDER = "blunder"
    """A win became a loss."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one move of a game did: both verdicts are for the side that made it.

    `before` is the best it could have had, with `best`; `after` is what it got with `move`.
    Where `before` has a value, that of the position is proved, and `best` has it; a move that
    is proved to lose proves nothing of the position unless all moves do. `ply` counts from 1,
    the first move of the game.
    """

    ply: int
    move: int
    before: Verdict
    after: Verdict
    best: int
    mistake: Mistake


def review(rules: Rules, moves: Sequence[int], limit: Limit = ONE_SECOND) -> tuple[Judgement, ...]:
    """One judgement a move, in the order of the game; the limit is for each.

    Raises MoveError where the moves make no game.
    """
    positions = [Position.start(rules)]
    for move in moves:
        positions.append(positions[-1].play(move))
    judgements: list[Judgement] = []
    later: Judgement | None = None
    # from the end, where searches prove most, so that what a move led to is known before it
    for position, move in zip(positions[-2::-1], reversed(moves), strict=True):
        later = judge(position, move, limit, later)
        judgements.append(later)
    return tuple(reversed(judgements))


def judge(
    position: Position, move: int, limit: Limit = ONE_SECOND, later: Judgement | None = None
) -> Judgement:
    """What a move did to a position, by one search, or two without `later`; the limit is for each.

    `later` is the judgement of the move that followed it in the game, which tells what the
    move led to: what is proved there the search begins with. So a move that is known to lose
    is held against the best of the others. Raises MoveError where the move cannot be played.
    """
    after = position.play(move)
    current = later.before if later else _standing(after, limit)
    return _judge(position, move, current.one_ply_earlier(), limit)


def _standing(position: Position, limit: Limit) -> Verdict:
    """What a position is worth to the side to move; a finished one is worth its outcome."""
    if position.outcome is None:
        return analyse(position, limit, every=False).verdict
    if position.outcome.winner is None:
        return Verdict.draw(0)
    return Verdict.win(0) if position.outcome.winner is position.side else Verdict.loss(0)


def _judge(position: Position, move: int, after: Verdict, limit: Limit) -> Judgement:
    known = NOTHING_KNOWN if after.value is None else {move: after}
    analysis = analyse(position, limit, every=False, known=known)
    before, best, told = analysis.verdict, analysis.best, analysis.verdicts[move]
    if told.value is not None:
        # of two proofs the one with a distance
        after = after if after.value is not None and told.plies is None else told
    elif best == move or before.score < after.score:
        if before.value is None:
            # one ply further on the search saw more: the move was at least as good as the best
            before, best = after, move
        else:
            # a proof outranks an estimate: the move was no better than the best
            after = Verdict(None, None, before.score)
    return Judgement(position.ply + 1, move, before, after, best, mistake(before, after))


_LOST_VALUE: Final[dict[tuple[Value | None, Value | None], Mistake]] = {
    ("win", "draw"): Mistake.MISSED_WIN,
    ("win", None): Mistake.MISSED_WIN,
    ("win", "loss"): Mistake.BLUNDER,
    ("draw", "loss"): Mistake.LOSING,
    (None, "loss"): Mistake.ERROR,
}


def mistake(before: Verdict, after: Verdict) -> Mistake:
    """How bad it is to have `after` where `before` was to be had."""
    if lost := _LOST_VALUE.get((before.value, after.value)):
        return lost
    fall = before.score - after.score
    if before.value is not None and before.value == after.value:
        measured = before.plies is not None and after.plies is not None
        return Mistake.SLOWER if measured and fall > 0 else Mistake.NONE
    if fall >= ERROR:
        return Mistake.ERROR
    return Mistake.INACCURACY if fall >= INACCURACY else Mistake.NONE
