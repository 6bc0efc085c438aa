"""How well a game was played, from the judgements of its moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine import Judgement, Mistake, Side

_HARMLESS: Final = frozenset((Mistake.NONE, Mistake.SLOWER))
"""The kinds of mistake that do not change the result."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many of a player's moves were good, which means that they were no mistakes."""

    good: int
    moves: int

    @property
    def percent(self) -> int:
        """The percentage of good moves, rounded down. There must be at least one move."""
        return 100 * self.good // self.moves


def accuracy(judgements: Iterable[Judgement], side: Side) -> Accuracy:
    """Count the good moves of a side."""
    own = [judged for judged in judgements if mover(judged) is side]
    return Accuracy(len(own) - len(mistakes(own)), len(own))


def mistakes(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """The moves that made the result or the estimate worse."""
    return tuple(judged for judged in judgements if judged.mistake not in _HARMLESS)


def mover(judged: Judgement) -> Side:
    """Return the side that made a move. X makes the moves with odd plies."""
    return Side.X if judged.ply % 2 else Side.O


def evaluations(judgements: Iterable[Judgement]) -> list[float]:
    """The evaluation after each move, in [-1, 1] as X sees it."""
    return [
        judged.after.score if mover(judged) is Side.X else -judged.after.score
        for judged in judgements
    ]
