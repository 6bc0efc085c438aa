"""How well a game was played, from the judgements of its moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine import Judgement, Mistake, Side

_HARMLESS: Final = frozenset((Mistake.NONE, Mistake.SLOWER))
"""The kinds of mistake that do not change the result."""
_HASTENED_PLIES: Final = 4
"""A loss that comes so many plies sooner is worth a word: two moves of each side."""
_HASTENED_PART: Final = 0.5
"""The part of a good move that counts where a loss was hastened: the result stays the same."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many of a player's moves were good, which means that they were no mistakes.

    A move that hastened a loss counts as half a good one, so that there may be halves.
    """

    good: float
    moves: int

    @property
    def percent(self) -> int:
        """The percentage of good moves, rounded down. There must be at least one move."""
        return int(100 * self.good // self.moves)


def accuracy(judgements: Iterable[Judgement], side: Side) -> Accuracy:
    """Count the good moves of a side."""
    own = [judged for judged in judgements if mover(judged) is side]
    good = len(own) - len(mistakes(own)) - _HASTENED_PART * len(hastened(own))
    return Accuracy(good, len(own))


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
