"""What a search knows of one move of the root."""

from __future__ import annotations

from dataclasses import dataclass

from engine.thinking import score
from engine.thinking.analysis import Verdict
from engine.thinking.score import ESTIMATE_LIMIT


@dataclass(slots=True, eq=False)
class RootMove:
    """A move of the root and what is known of it: proved bounds, and an estimate."""

    move: int
    cell: int
    low: int = score.loss_in(1)
    high: int = score.win_in(1)
    glance: int = 0
    estimate: int = 0
    line: tuple[int, ...] = ()

    @property
    def proved(self) -> bool:
        """Whether its score is known."""
        return self.low == self.high

    @property
    def lost(self) -> bool:
        """Whether it is proved to lose."""
        return score.is_loss(self.high)

    @property
    def won(self) -> bool:
        """Whether it is proved to win."""
        return score.is_win(self.low)

    def verdict(self, empty: int) -> Verdict:
        """What is known, as a value; a draw ends after `empty` plies."""
        if self.proved:
            return Verdict.proved(self.low, empty)
        if self.won or self.lost:
            return Verdict.proved(self.known, empty, exact=False)
        return Verdict.estimate(self.estimate)

    def take_up(self, verdict: Verdict, empty: int) -> None:
        """Take up a verdict proved before the search; a draw ends after `empty` plies."""
        exact = verdict.plies is not None
        plies = empty if verdict.plies is None else verdict.plies
        if verdict.value == "win":
            self.low = score.win_in(plies)
            self.high = self.low if exact else self.high
        elif verdict.value == "loss":
            self.high = score.loss_in(plies)
            self.low = self.high if exact else self.low
        elif verdict.value == "draw":
            self.low = self.high = score.DRAW

    def learn(self, value: int, certain: bool, alpha: int, beta: int) -> None:
        """Take up what a search with a window has returned."""
        if value > alpha and (certain or score.is_win(value)):
            self.low = max(self.low, value)
        if value < beta and (certain or score.is_loss(value)):
            self.high = min(self.high, value)
        if abs(value) <= ESTIMATE_LIMIT:
            self.estimate = value

    @property
    def known(self) -> int:
        """The best guess at a score: what is proved, else the estimate."""
        if self.proved or self.won:
            return self.low
        return self.high if self.lost else self.estimate
