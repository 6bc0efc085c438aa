"""A move of the root as the alpha-beta search sees it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.thinking import score
from engine.thinking.analysis import Verdict
from engine.thinking.root_move import RootMove
from engine.thinking.score import ESTIMATE_LIMIT


@dataclass(slots=True, eq=False)
class Candidate(RootMove):
    """A move of the root: what is proved of it, and what the last search estimates.

    `cell` is where its stone lands. `static` is the static evaluation after the move, `estimate`
    the value that the last search has returned; both as scores for the side that makes the move.
    `line` holds the cells of the best line that begins with it; () before any search.
    """

    cell: int = -1
    static: int = 0
    estimate: int = 0
    line: tuple[int, ...] = ()

    @property
    def known(self) -> int:
        """The best guess at its score: what is proved, else the estimate."""
        if self.proved or self.won:
            return self.low
        return self.high if self.lost else self.estimate

    def told(self, empty: int) -> Verdict:
        """What is known of it, as a value; `empty` cells of the board are free."""
        return self.verdict(empty, Verdict.estimate(self.estimate))

    def learn(self, value: int, certain: bool, alpha: int, beta: int) -> None:
        """Adopt what a search with the window (alpha, beta) has returned.

        `certain` says that the value is true of the game itself, and no estimate.
        """
        if value > alpha and (certain or score.is_win(value)):
            self.prove_at_least(value)
        if value < beta and (certain or score.is_loss(value)):
            self.prove_at_most(value)
        if abs(value) <= ESTIMATE_LIMIT:
            self.estimate = value
