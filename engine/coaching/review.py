"""Judging the moves of a finished game, or of one that still goes on.

Theory says that a game was lost thirty moves before its end, and has nothing to say of the open
row that was not stopped. People see a few plies ahead, their *horizon*, and lose by what they
overlook within it: a lapse, whatever theory says.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final

from engine.engine import analyse
from engine.game import ReadableEnum
from engine.game.position import Position, Side
from engine.game.rules import Rules
from engine.thinking.analysis import NOTHING_KNOWN, Value, Verdict
from engine.thinking.clock import ONE_SECOND, Limit
from engine.thinking.reasons import next_rows

INACCURACY: Final = 0.05
"""The fall of `Verdict.score` that counts as inaccurate while nothing is proved.

A quarter of what one window with a single stone missing is worth (TOP_WEIGHT in
engine/alphabeta/window_weights.py); over shapes a factor of 1.65 in the odds
(engine/alphabeta/shape_weights.py). Of 156 moves that a search twelve times as long thought
best 5 were called inaccurate, each position being searched twice with 10,000 nodes.
"""
ERROR: Final = 0.15
"""The fall of `Verdict.score` that counts as an error while nothing is proved.

Three quarters of what one window with a single stone missing is worth; over shapes a factor of
2.1 in the odds.
"""
_LOOKS: Final = 2
"""How often the move that is named as best is searched for itself before another is blamed."""
_DEEPER: Final = 10
"""How many limits such a search gets where the move played is proved to lose: with four, 6 of 40
moves that were named as best in games of gomoku lost as well to ten."""
_HARDER: Final = 4
"""How many limits a search of the move played gets where another is proved to win."""
MOST_LIMITS: Final = 2 + _LOOKS * (_DEEPER + 1) + _HARDER
"""How many times its limit `judge` takes at most. Mostly it takes it once."""


class Mistake(ReadableEnum):
    """What a move did wrong, the least first."""

    NONE = "none"
    SLOWER = "slower"
    """The same value, but a later win or a sooner loss, both distances being known."""
    INACCURACY = "inaccuracy"
    """Estimated: something was given away."""
    ERROR = "error"
    """Estimated: much given away, or a proved loss where another move, that was searched for
    itself, was not proved to lose."""
    MISSED_WIN = "missed win"
    """A win became a draw, or unclear, also to a longer search."""
    LOSING = "losing"
    """A draw became a loss."""
    BLUNDER = "blunder"
    """A win became a loss."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What one move of a game did: both verdicts are for the side that made it.

    `before` is the best it could have had, with `best`; `after` is what it got with `move`. Where
    `before` has a value, that of the position is proved, and `best` has it; a move that is proved
    to lose proves nothing about the position unless all moves do. `ply` counts from 1, the first
    move of the game.
    """

    ply: int
    move: int
    before: Verdict
    after: Verdict
    best: int
    mistake: Mistake


def review(rules: Rules, moves: Sequence[int], limit: Limit = ONE_SECOND) -> tuple[Judgement, ...]:
    """One judgement a move, in the order of the game; the limit is for each search.

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
    return forgive_lost(reversed(judgements))


def judge(
    position: Position,
    move: int,
    limit: Limit = ONE_SECOND,
    later: Judgement | None = None,
    known: Mapping[int, Verdict] = NOTHING_KNOWN,
) -> Judgement:
    """What a move did to a position; the limit is for a search, of which there is mostly one.

    `later` is the judgement of the move that followed it in the game, which tells what the move led
    to: the search begins with what is proved there. So a move that is known to lose is compared
    with the best of the others. `known` are verdicts of moves that are proved already. Where
    nothing is proved of the position, the move is blamed only after the best was searched for
    itself, with more than the limit if the move loses: if the best loses as well, the move is
    compared with the next best, and after two such moves it is not blamed. Where the position is
    won, the move is blamed for missing that only after it was searched for itself, with as much.
    Raises MoveError where the move cannot be played.
    """
    led_to, after = position.play(move), known.get(move)
    if after is None or (later is not None and later.before.plies is not None):
        after = verdict_after(led_to, limit, later)
    proved = dict(known)
    if after.value is not None:
        proved[move] = after
    judged = _judge(position, move, after, limit, proved)
    for _ in range(_LOOKS):
        if not _is_doubtful(judged):
            break
        times = _DEEPER if judged.after.value == "loss" else 1
        looked = verdict_after(position.play(judged.best), limit.times(times))
        if looked.value is None:
            return _held_against(judged, looked)
        proved[judged.best] = looked
        judged = _judge(position, move, after, limit, proved)
    if _is_doubtful(judged):
        return replace(judged, mistake=Mistake.NONE)
    if judged.before.value == "win" and judged.after.value is None:
        looked = verdict_after(led_to, limit.times(_HARDER))
        return replace(judged, after=looked, mistake=mistake(judged.before, looked))
    return judged


def forgive_lost(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """The judgements of a game in its order, none blamed for what the move before has decided.

    A win is often proved one ply before the loss that it means: the winning side has to be shown
    one move, the other side all. Where a move is proved to win, the reply is in a lost position.
    """
    checked: list[Judgement] = []
    for judged in judgements:
        lost = bool(checked) and checked[-1].after.value == "win" and judged.before.value is None
        checked.append(_forgiven(judged, checked[-1].after) if lost else judged)
    return tuple(checked)


def _forgiven(judged: Judgement, won: Verdict) -> Judgement:
    """A judgement of a move, where the one before it is proved to win."""
    plies = None if won.plies is None else won.plies - 1
    if plies is not None and judged.after.plies == plies:
        before, best = Verdict.loss(plies), judged.move
    else:
        # which move holds out longest is not known
        before, best = replace(Verdict.loss(plies), plies=None), judged.best
    after = before if judged.after.value is None else judged.after
    return replace(judged, before=before, after=after, best=best, mistake=Mistake.NONE)


def _is_doubtful(judged: Judgement) -> bool:
    """Whether a move is blamed though nothing is proved of the position."""
    return judged.before.value is None and judged.mistake not in _HARMLESS


def _held_against(judged: Judgement, best: Verdict) -> Judgement:
    """A judgement by what a search of its own says of the best move: nothing is proved of it."""
    if judged.after.value is None and best.score <= judged.after.score:
        return replace(judged, before=judged.after, best=judged.move, mistake=Mistake.NONE)
    return replace(judged, before=best, mistake=mistake(best, judged.after))


def verdict_after(position: Position, limit: Limit, later: Judgement | None = None) -> Verdict:
    """The verdict of the move that led to a position: by the next judgement, or by a search."""
    current = later.before if later else _standing(position, limit)
    return current.one_ply_earlier()


def _standing(position: Position, limit: Limit) -> Verdict:
    """What a position is worth to the side to move; a finished one is worth its outcome."""
    if position.outcome is None:
        return analyse(position, limit, every=False).verdict
    if position.outcome.winner is None:
        return Verdict.draw(0)
    return Verdict.win(0) if position.outcome.winner is position.side else Verdict.loss(0)


def _judge(
    position: Position, move: int, after: Verdict, limit: Limit, known: Mapping[int, Verdict]
) -> Judgement:
    """What a move did, by one search, which begins with what is `known` of the moves."""
    analysis = analyse(position, limit, every=False, known=known)
    before, best, verdict = analysis.verdict, analysis.best, analysis.verdicts[move]
    if verdict.value is not None:
        # of two proofs take the one with a distance
        after = after if after.value is not None and verdict.plies is None else verdict
    elif best == move or before.score < after.score:
        if before.value is None:
            # one ply further on the search saw more: the move was at least as good as the best
            before, best = after, move
        else:
            # a proof outranks an estimate: the move was no better than the best
            after = Verdict.estimated(before.score)
    return Judgement(position.ply + 1, move, before, after, best, mistake(before, after))


_HARMLESS: Final = frozenset((Mistake.NONE, Mistake.SLOWER))
"""The kinds that do not change the result."""
_LOST_VALUE: Final[dict[tuple[Value | None, Value | None], Mistake]] = {
    ("win", "draw"): Mistake.MISSED_WIN,
    ("win", None): Mistake.MISSED_WIN,
    ("win", "loss"): Mistake.BLUNDER,
    ("draw", "loss"): Mistake.LOSING,
    (None, "loss"): Mistake.ERROR,
}


def mistake(before: Verdict, after: Verdict) -> Mistake:
    """How bad it is to have `after` where `before` could be had."""
    if lost := _LOST_VALUE.get((before.value, after.value)):
        return lost
    fall = before.score - after.score
    if before.value is not None and before.value == after.value:
        measured = before.plies is not None and after.plies is not None
        return Mistake.SLOWER if measured and fall > 0 else Mistake.NONE
    if fall >= ERROR:
        return Mistake.ERROR
    return Mistake.INACCURACY if fall >= INACCURACY else Mistake.NONE


_STILL: Final = 4
"""A win that comes so many plies later is not missed, and a loss that comes so many sooner is no
other loss: two moves of each side."""


class Lapse(ReadableEnum):
    """What somebody overlooked that lay within their horizon, whatever theory says of it."""

    MISSED_WIN = "missed win"
    """They could have won soon, and now cannot."""
    OPEN_ROW = "open row"
    """They did not stop a line that the other side could complete at once."""
    GAVE_ROW = "gave row"
    """They put a disc right under the cell with which the other side completes a line."""
    ALLOWED_WIN = "allowed win"
    """They let the other side win soon, where another move would not have."""


def lapses(
    end: Position, judgements: Sequence[Judgement], horizons: Mapping[Side, int]
) -> dict[int, Lapse]:
    """What the players of a game overlooked, by ply; the horizons are in plies, of each side.

    `judgements` are of the moves of the game that ended with `end`, or of some of them.
    """
    start = Position.start(end.rules)
    positions = list(accumulate(end.moves, Position.play, initial=start))
    found = {}
    for judged in judgements:
        before = positions[judged.ply - 1]
        if (seen := lapse(before, judged, horizons[before.side])) is not None:
            found[judged.ply] = seen
    return found


def lapse(before: Position, judged: Judgement, horizon: int) -> Lapse | None:
    """What the side to move overlooked by the move of a judgement, if it sees so many plies."""
    after = before.play(judged.move)
    if after.outcome is not None and after.outcome.winner is before.side:
        return None
    if not before.rules.misere:
        if next_rows(before):
            return Lapse.MISSED_WIN
        if after.outcome is None and (rows := next_rows(after)) and stops(before, judged.best):
            gave = before.rules.gravity and set(rows) == {judged.move}
            return Lapse.GAVE_ROW if gave else Lapse.OPEN_ROW
    return _by_distance(judged, horizon)


def stops(before: Position, best: int) -> set[int]:
    """The moves that leave the other side no line to complete at once, of those that may."""
    blocks = next_rows(before, before.side.other)
    tried = {*blocks, best}.intersection(before.legal)
    return {move for move in tried if not next_rows(before.play(move))}


def right_moves(before: Position, judged: Judgement) -> set[int]:
    """The moves that do what was overlooked: they win at once, stop the row, or are the best."""
    if not before.rules.misere:
        if wins := next_rows(before):
            return set(wins)
        after = before.play(judged.move)
        if after.outcome is None and next_rows(after) and (held := stops(before, judged.best)):
            return held
    return {judged.best}


def better_move(before: Position, judged: Judgement) -> int:
    """The one of the right moves that is named."""
    right = right_moves(before, judged)
    return judged.best if judged.best in right else min(right)


def _by_distance(judged: Judgement, horizon: int) -> Lapse | None:
    """A win missed or allowed by what is proved of the position and of the move."""
    before, after = judged.before, judged.after
    soon_won, later = _plies(before, "win"), _plies(after, "win")
    if soon_won is not None and soon_won <= horizon:
        still = later is not None and later <= horizon + _STILL
        return None if still else Lapse.MISSED_WIN
    lost = _plies(after, "loss")
    # the move that lost is one ply, and the other side sees what comes after it
    if lost is None or lost - 1 > horizon:
        return None
    if before.value == "loss":
        # without the plies it is not known that any other move holds out longer
        held = before.plies is not None and before.plies >= lost + _STILL
    else:
        held = judged.mistake is not Mistake.NONE  # else the others were found to lose as well
    return Lapse.ALLOWED_WIN if held else None


def _plies(verdict: Verdict, value: Value) -> int | None:
    """Within how many plies a proved win or loss comes, as far as that is known."""
    return verdict.within if verdict.value == value else None
