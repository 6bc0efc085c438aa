"""The ladder of levels: how strong each step is on each kind of board."""

from __future__ import annotations

from typing import Final

from engine.coaching.level import Level
from engine.coaching.people.steps import kind_of
from engine.coaching.people.strengths import STRENGTHS
from engine.game.rules import Rules

LADDER: Final = tuple(level for level in Level if level is not Level.ADAPTIVE)
"""The steps, the weakest first."""


def strength(rules: Rules, level: Level) -> int:
    """The strength of a step on a board, in Elo, as measured on a board of the same kind.

    Who completes a line, else stops one, else moves at random has 1000 on every board. Measured
    are 3x3 (taken for all boards of up to nine cells), 4x4x4 (up to sixteen), Connect Four (all
    with falling discs) and gomoku (all larger ones); misere is taken for the same without it.
    `python -m benchmarks.levels` writes the figures. Raises ValueError for ADAPTIVE, which is no
    step.
    """
    return STRENGTHS[kind_of(rules)][LADDER.index(level)]


def level_near(rules: Rules, elo: float) -> Level:
    """The step whose strength on this board is nearest."""
    return min(LADDER, key=lambda level: abs(strength(rules, level) - elo))
