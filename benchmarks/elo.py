"""Strengths in one scale from games between many players: Elo by maximum likelihood.

R. A. Bradley and M. E. Terry, "Rank analysis of incomplete block designs" (1952): the better of two
players scores 1 / (1 + 10 ** (-d / 400)) of the points where d is the difference of their Elo. A
draw is half a point. The likelihood has one maximum (D. R. Hunter, "MM algorithms for generalized
Bradley-Terry models", 2004), found here by Newton's method; the errors are those of its curvature.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

_UNIT: Final = 400 / math.log(10)
"""The Elo of which a difference multiplies the odds by e."""
_PRIOR: Final = 0.5
"""Drawn games added to each pair that has played, so that a player who never lost has a strength,
too."""
_STEPS: Final = 200


@dataclass(frozen=True)
class Tally:
    """Games won, drawn and lost, or how many of a hundred are likely to be."""

    won: float
    drawn: float
    lost: float

    @property
    def games(self) -> float:
        """All of them."""
        return self.won + self.drawn + self.lost

    @property
    def score(self) -> float:
        """The share of points, draws counting half."""
        return (self.won + self.drawn / 2) / self.games

    @property
    def decided(self) -> float:
        """The share of won games among those not drawn."""
        return self.won / (self.won + self.lost) if self.won + self.lost else 0.5

    def __str__(self) -> str:
        return f"{self.score:.0%} (+{self.won:.0f} ={self.drawn:.0f} -{self.lost:.0f})"


@dataclass(frozen=True)
class Elo:
    """A strength, and its standard error: two times in three the truth is as near."""

    points: float
    error: float

    def __str__(self) -> str:
        return f"{self.points:.0f} ± {self.error:.0f}"


def ratings(
    results: Mapping[tuple[str, str], Tally], anchor: str, points: float = 1000.0
) -> dict[str, Elo]:
    """The strength of everybody who has played, where the anchor has so many points.

    The games must connect all of them.
    """
    names = [anchor, *sorted({name for pair in results for name in pair} - {anchor})]
    number = {name: i for i, name in enumerate(names)}
    strength = np.zeros(len(names))
    for _ in range(_STEPS):
        slope = np.zeros(len(names))
        curve = np.zeros((len(names), len(names)))
        for (one, two), tally in results.items():
            i, j = number[one], number[two]
            games = tally.games + _PRIOR
            share = 1 / (1 + math.exp(strength[j] - strength[i]))
            surplus = tally.won + tally.drawn / 2 + _PRIOR / 2 - games * share
            slope[i] += surplus
            slope[j] -= surplus
            weight = games * share * (1 - share)
            curve[i, i] += weight
            curve[j, j] += weight
            curve[i, j] -= weight
            curve[j, i] -= weight
        step = np.linalg.solve(curve[1:, 1:], slope[1:])
        strength[1:] += np.clip(step, -1, 1)
        if np.abs(step).max() < 1e-9:
            break
    errors = np.sqrt(np.diag(np.linalg.inv(curve[1:, 1:])))
    found = {anchor: Elo(points, 0.0)}
    for name, value, error in zip(names[1:], strength[1:], errors, strict=True):
        found[name] = Elo(points + _UNIT * float(value), _UNIT * float(error))
    return found
