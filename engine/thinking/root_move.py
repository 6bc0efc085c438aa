"""One move of the root, with the proved bounds of its score."""

from __future__ import annotations

from dataclasses import dataclass

from engine.thinking import score
from engine.thinking.analysis import Verdict


@dataclass(slots=True, eq=False)
class RootMove:
    """A move of the position that is searched, and what is proved of it.

    Its score (see engine/thinking/score.py), for the side that makes it, lies between `low` and
    `high`, both included. Each search adds to this what it needs.
    """

    move: int
    low: int = score.loss_in(1)
    high: int = score.win_in(1)

    @property
    def proved(self) -> bool:
        """Whether its score is known."""
        return self.low == self.high

    @property
    def won(self) -> bool:
        """Whether it is proved to win."""
        return score.is_win(self.low)

    @property
    def lost(self) -> bool:
        """Whether it is proved to lose."""
        return score.is_loss(self.high)

    def prove(self, units: int) -> None:
        """Note that the score of the move is exactly so many units."""
        self.low = self.high = units

    def prove_at_least(self, units: int) -> None:
        """Note that the score of the move is at least so many units."""
        self.low = max(self.low, units)

    def prove_at_most(self, units: int) -> None:
        """Note that the score of the move is at most so many units."""
        self.high = min(self.high, units)

    def adopt_proved(self, verdict: Verdict, empty: int) -> None:
        """Adopt what another search has proved; `empty` cells of the board are free."""
        exact = verdict.plies is not None
        plies = empty if verdict.plies is None else verdict.plies
        if verdict.value == "win":
            self.prove_at_least(score.win_in(plies))
            if exact:
                self.prove_at_most(score.win_in(plies))
        elif verdict.value == "loss":
            self.prove_at_most(score.loss_in(plies))
            if exact:
                self.prove_at_least(score.loss_in(plies))
        elif verdict.value == "draw":
            self.prove(score.DRAW)

    def verdict(self, empty: int, estimate: Verdict) -> Verdict:
        """What is proved, or the estimate where nothing is; `empty` cells of the board are free."""
        if self.proved:
            return Verdict.proved(self.low, empty)
        if self.won:
            return Verdict.proved(self.low, empty, exact=False)
        if self.lost:
            return Verdict.proved(self.high, empty, exact=False)
        return estimate
