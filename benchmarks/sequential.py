"""A match that stops as soon as it has told which of two claims is true.

A. Wald, "Sequential tests of statistical hypotheses" (1945): play on while the likelihood ratio of
the two claims lies between two bounds, which keep both kinds of error as rare as wanted. Its
logarithm is taken from the mean and the variance of pairs of games (the generalized test of
fishtest: each opening is played with both sides, and the two results lean on each other).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

_PRIOR_PAIRS: Final = 5
_PRIOR_SQUARES: Final = 0.625
"""Before any game the variance is that of a pair with each of the five scores that it may have.
Else a few pairs that are alike by chance would decide the match."""


@dataclass
class Sequential:
    """Whether a player scores `low` or `high`, as shares of the points.

    Where the first is true the second is believed in a part `error` of matches, and the other
    way round.
    """

    low: float
    high: float
    error: float = 0.05
    pairs: int = 0
    _sum: float = 0.0
    _squares: float = 0.0

    def add(self, one: float, two: float) -> None:
        """Count two games with sides changed, each 1, 0.5 or 0 points."""
        score = (one + two) / 2
        self.pairs += 1
        self._sum += score
        self._squares += score**2

    @property
    def score(self) -> float:
        """The share of points so far."""
        return self._sum / self.pairs if self.pairs else 0.5

    @property
    def evidence(self) -> float:
        """The logarithm of how many times likelier `high` makes the results than `low`."""
        if not self.pairs:
            return 0.0
        squares = self._squares - self.pairs * self.score**2
        variance = (squares + _PRIOR_SQUARES) / (self.pairs + _PRIOR_PAIRS)
        apart = (self.high - self.low) * (2 * self.score - self.low - self.high)
        return self.pairs * apart / (2 * variance)

    @property
    def verdict(self) -> float | None:
        """The claim that is believed; None where more games are needed."""
        bound = math.log((1 - self.error) / self.error)
        if abs(self.evidence) < bound:
            return None
        return self.high if self.evidence > 0 else self.low

    def __str__(self) -> str:
        told = "undecided" if self.verdict is None else f"{self.verdict:.0%} is believed"
        return f"{self.score:.1%} in {self.pairs} pairs, evidence {self.evidence:+.2f}: {told}"
