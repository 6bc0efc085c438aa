"""The moves of the root as the alpha-beta search sees them: the best, and a verdict for each."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.game.position import Position
from engine.thinking import score
from engine.thinking.analysis import RootMove, Verdict
from engine.thinking.reasons import stopped_line
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


def best_move(position: Position, moves: Sequence[Candidate], leader: Candidate) -> Candidate:
    """The leader of a search, unless it is lost or another move is proved to be better."""
    rivals = [root for root in moves if leader.lost or root.proved or root.won]
    return max([leader, *rivals], key=lambda root: _rank(position, root))


def verdicts_of(
    position: Position, moves: Sequence[Candidate], best: Candidate
) -> dict[int, Verdict]:
    """The verdict of each move, best first. No estimate is above that of the best."""
    empty = position.rules.cells - position.ply
    top = best.told(empty)
    verdicts = {best.move: top}
    rest = [root for root in moves if root is not best]
    for root in sorted(rest, key=lambda root: _rank(position, root), reverse=True):
        verdict = root.told(empty)
        # an estimate is a bound from a search that only asked whether the best is beaten
        capped = verdict.value is None and verdict.score > top.score
        verdicts[root.move] = Verdict.estimated(top.score) if capped else verdict
    return dict(sorted(verdicts.items(), key=lambda item: -item[1].score))


def _rank(position: Position, root: Candidate) -> tuple[int, bool, bool, int]:
    """The sort key of moves. Among equal losses it prefers what an opponent may overlook."""
    if not root.lost:
        return root.known, False, False, 0
    stops = bool(stopped_line(position, root.move))
    return root.known, root.proved, stops, root.static
