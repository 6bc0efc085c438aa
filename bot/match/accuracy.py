"""How well a game was played, from the judgements of its moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

from engine import Judgement, Mistake, Side

_HARMLESS: Final = frozenset((Mistake.NONE, Mistake.SLOWER))
"""What gives nothing away: a win stays a win, and who loses would have lost anyway."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """How many of a player's moves were no mistakes."""

    good: int
    moves: int

    @property
    def percent(self) -> int:
        """The share of good moves, of at least one; 100 only where all were good."""
        return 100 * self.good // self.moves


def accuracy(judgements: Iterable[Judgement], side: Side) -> Accuracy:
    """The moves of a side that gave away neither a win, nor a draw, nor part of an estimate."""
    own = [judged for judged in judgements if mover(judged) is side]
    return Accuracy(len(own) - len(mistakes(own)), len(own))


def mistakes(judgements: Iterable[Judgement]) -> tuple[Judgement, ...]:
    """The moves that gave something away."""
    return tuple(judged for judged in judgements if judged.mistake not in _HARMLESS)


def mover(judged: Judgement) -> Side:
    """Who made a move: X those with an odd ply."""
    return Side.X if judged.ply % 2 else Side.O


def evaluations(judgements: Iterable[Judgement]) -> list[float]:
    """What each move led to, in [-1, 1] as X sees it."""
    return [
        judged.after.score if mover(judged) is Side.X else -judged.after.score
        for judged in judgements
    ]
