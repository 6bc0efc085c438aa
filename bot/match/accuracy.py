"""How well a game was played, from the judgements of its moves.

The figures are computed as on chess sites: what a position is worth as a chance to win
(`win_percent`), what a move gave away of that (`move_accuracy`), and a mean over the moves of one
player (`accuracy`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp
from statistics import fmean, harmonic_mean, pstdev
from typing import Final

from engine import Judgement, Mistake, Position, Side, Verdict

_HARMLESS: Final = frozenset((Mistake.NONE, Mistake.SLOWER))
"""The kinds of mistake that do not change the result."""
_HASTENED_PLIES: Final = 4
"""A loss that comes so many plies sooner is mentioned: two moves of each side."""
_WIN_PERCENT: Final = {"win": 100.0, "draw": 50.0, "loss": 0.0}
_ODDS: Final = 10.0
"""An estimate that is better by 1 / _ODDS on the scale of `Verdict.score` multiplies the odds of
winning by e. It holds for the boards whose evaluation is fitted to games (`SCALE` in
benchmarks/learning/worth.py: 4,000 points of 40,000, which are 1 on that scale)."""
_WINDOW: Final = 8
"""The number of evaluations around a move that tell how much was at stake there."""
_LEAST_WEIGHT: Final = 0.5
_MOST_WEIGHT: Final = 12.0
"""The bounds of the weight of a move, which is a standard deviation of per cents."""
_FLOOR: Final = 20.0
"""The least accuracy of a move in the harmonic mean, where one move of 0 would make the whole game
worth nothing; with it a game lost by one of four moves leaves about 60 %."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How well a player moved, from 0 to 100, and how many of their moves that was measured by."""

    percent: int
    moves: int


def accuracy(game: Position, judgements: Sequence[Judgement], side: Side) -> Accuracy | None:
    """Measure the moves of a side; None if there is none to measure it by.

    Only moves that could give something away count: not those in a position that was lost already,
    nor those without a choice. `judgements` are of the moves of `game`, or of its last ones.

    The mean is half a mean weighted by how much the game swung around a move, and half a harmonic
    mean, in which bad moves weigh more (https://github.com/lichess-org/lila/issues/15164 describes
    it). There the window of the first mean is a tenth of the game, at least 2 plies. Ours are short
    games: with 2 plies a mistake would set its own weight.
    """
    starts = list(accumulate(game.moves, Position.play, initial=Position.start(game.rules)))
    weights = _weights(judgements)
    counted = [
        (weight, move_accuracy(judged))
        for weight, judged in zip(weights, judgements, strict=True)
        if mover(judged) is side and _has_choice(starts[judged.ply - 1], judged)
    ]
    if not counted:
        return None
    weighted = fmean((value for _, value in counted), [weight for weight, _ in counted])
    harmonic = harmonic_mean([max(_FLOOR, value) for _, value in counted])
    flawless = not any(value < 100 for _, value in counted)
    percent = int((weighted + harmonic) / 2)
    return Accuracy(100 if flawless else min(percent, 99), len(counted))


def move_accuracy(judged: Judgement) -> float:
    """How good a move was, from 0 to 100, by what it gave away of the chance to win.

    The formula is the one of https://lichess.org/page/accuracy, where it is fitted to chess.
    """
    lost = given_away(judged)
    return max(0.0, 103.1668 * exp(-0.04354 * lost) - 3.1669) if lost else 100.0


def given_away(judged: Judgement) -> float:
    """The percentage of the chance to win that a move gave away; 0 if none."""
    return max(0.0, win_percent(judged.before) - win_percent(judged.after))


def win_percent(verdict: Verdict) -> float:
    """The chance to win, from 0 to 100, where a draw is half a win.

    What is proved is certain. An estimate becomes a chance by a logistic curve, as in chess
    (https://lichess.org/page/accuracy).
    """
    if verdict.value is not None:
        return _WIN_PERCENT[verdict.value]
    return 100 / (1 + exp(-_ODDS * verdict.score))


def mistakes(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """The moves that made the result or the estimate worse."""
    return tuple(judged for judged in judgements if judged.mistake not in _HARMLESS)


def hastened(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """The moves after which a lost game is proved to end much sooner than it had to."""
    return tuple(
        judged
        for judged in judgements
        if judged.mistake is Mistake.SLOWER
        and judged.before.value == "loss"
        and _plies_lost(judged) >= _HASTENED_PLIES
    )


def _plies_lost(judged: Judgement) -> int:
    """How many plies sooner the game ends; both distances are known."""
    assert judged.before.plies is not None
    assert judged.after.plies is not None
    return judged.before.plies - judged.after.plies


def mover(judged: Judgement) -> Side:
    """Return the side that made a move. X makes the moves with odd plies."""
    return Side.X if judged.ply % 2 else Side.O


def evaluations(judgements: Iterable[Judgement]) -> list[float]:
    """The evaluation after each move, in [-1, 1] as X sees it."""
    return [
        judged.after.score if mover(judged) is Side.X else -judged.after.score
        for judged in judgements
    ]


def _has_choice(position: Position, judged: Judgement) -> bool:
    return judged.before.value != "loss" and len(position.legal) > 1


def _weights(judgements: Sequence[Judgement]) -> list[float]:
    """How much the game swung around each move: the standard deviation of the chances there."""
    chances = [_chance_of_x(judged, judged.before) for judged in judgements[:1]]
    chances += [_chance_of_x(judged, judged.after) for judged in judgements]
    last = max(0, len(chances) - _WINDOW)
    weights = []
    for number in range(1, len(chances)):
        first = max(0, min(number - _WINDOW // 2, last))
        swing = pstdev(chances[first : first + _WINDOW])
        weights.append(max(_LEAST_WEIGHT, min(_MOST_WEIGHT, swing)))
    return weights


def _chance_of_x(judged: Judgement, verdict: Verdict) -> float:
    """The chance of X to win, by a verdict for the side that made a move."""
    chance = win_percent(verdict)
    return chance if mover(judged) is Side.X else 100 - chance
