"""What a search has found out: the best of its candidates, and a verdict for each of them."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alphabeta.candidate import Candidate
from engine.game.position import Position
from engine.thinking.analysis import Verdict
from engine.thinking.reasons import stopped_line


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
